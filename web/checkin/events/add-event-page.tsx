import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { HoldWay } from '../shared/hold-way.tsx'
import { EventForm } from './event-form.tsx'
import { useAfterSave } from './use-after-save.ts'

/** Plans an event, or a service that repeats. */
export function AddEventPage() {
  const t = useTexts()
  const onSaved = useAfterSave('checkin.form.added')
  return (
    <>
      <HoldWay />
      <PageHeader title={t('checkin.events.add')} back={{ to: paths.events, label: t('checkin.events.title') }} />
      <EventForm
        event={null}
        cancel={<ButtonLink to={paths.events}>{t('checkin.act.cancel')}</ButtonLink>}
        onSaved={onSaved}
      />
    </>
  )
}
