import { useQuery } from '@tanstack/react-query'
import { listWelcomeEntries, readWelcomeForm } from '#contract/followup/welcome.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../languages/index.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { HubHead } from '../hub/hub-head.tsx'
import { FormCard } from './form-card.tsx'
import { PosterCard } from './poster-card.tsx'
import { WaitingCard } from './waiting-card.tsx'
import classes from './welcome.module.css'

/** The welcome form: what was said on it and waits, its poster, and what it asks. */
export function WelcomePage() {
  const t = useTexts()
  const form = useQuery(read(readWelcomeForm, {}))
  const waiting = useQuery(read(listWelcomeEntries, {}))
  const failure = form.error ?? waiting.error
  const again = () => void Promise.all([form.refetch(), waiting.refetch()])
  return (
    <>
      <HubHead />
      {failure && <Failed failure={failure} onRetry={again} />}
      {!failure && !(form.data && waiting.data) && <Loading rows={5} />}
      {form.data && waiting.data && (
        <div className={classes['page']}>
          {waiting.data.total > 0 && <WaitingCard {...waiting.data} />}
          {!form.data.isOn && <Note tone="warn">{t('followup.welcome.isOff')}</Note>}
          <PosterCard form={form.data} />
          <FormCard form={form.data} />
        </div>
      )}
    </>
  )
}
