import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Pass } from '#contract/checkin/registration.ts'
import { useTexts, type TextId } from '../../../lib/languages/index.ts'
import { eventPath, portalPaths } from '../../../lib/portal-paths.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { IconCloudCheck } from '../../../ui/icons.ts'
import { Failed } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { useWeekday } from '../events/day-time.ts'
import { Spinner } from '../shared/spinner.tsx'
import { useParam } from '../shared/use-param.ts'
import { PassActs } from './pass-acts.tsx'
import { PassCard } from './pass-card.tsx'
import classes from './pass.module.css'
import { usePass } from './use-pass.ts'

function wordsFor({ event, children }: Pass): [TextId, TextId] {
  if (event.cancelled) return ['portal.pass.cancelledTitle', 'portal.pass.cancelledText']
  if (children.length === 0) return ['portal.pass.waitTitle', 'portal.pass.waitText']
  return ['portal.pass.title', 'portal.pass.text']
}

function Kept({ startsAt }: { startsAt: string }) {
  const t = useTexts()
  const weekday = useWeekday()
  return (
    <div className={classes['kept']} role="status">
      <IconCloudCheck size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <p className="strong">{t('portal.pass.kept')}</p>
        <p className={classes['fine']}>{t('portal.pass.keptText', { day: weekday(startsAt) })}</p>
      </div>
    </div>
  )
}

function Shown({ pass, isOld, isSaved }: { pass: Pass; isOld: boolean; isSaved: boolean }) {
  const t = useTexts()
  const card = useRef<HTMLElement>(null)
  const [title, text] = wordsFor(pass)
  const isUsable = pass.children.length > 0 && !pass.event.cancelled
  return (
    <>
      <header className={classes['head']}>
        <title>{`${t(title)} · Narthex`}</title>
        <h1>{t(title)}</h1>
        <p className="muted">{t(text)}</p>
      </header>
      {isOld && <Note tone="info">{t('portal.pass.offline')}</Note>}
      <PassCard pass={pass} ref={card} />
      {isUsable && <PassActs pass={pass} card={card} />}
      {isSaved && !pass.event.cancelled && <Kept startsAt={pass.event.startsAt} />}
      {isUsable && <p className={classes['collect']}>{t('portal.pass.collect')}</p>}
      <ButtonLink to={portalPaths.home} block>
        {t('portal.pass.done')}
      </ButtonLink>
      {!pass.event.cancelled && (
        <Link to={eventPath(pass.event.id)} className={classes['change']}>
          {t('portal.pass.change')}
        </Link>
      )}
    </>
  )
}

/** ThankYou of the seed: the pass. The id of the registration stands in the address, never the code. */
export function ThankYouPage() {
  const t = useTexts()
  const { pass, isOld, isSaved, failure, reload } = usePass(useParam('code'))
  if (pass) return <Shown pass={pass} isOld={isOld} isSaved={isSaved} />
  return (
    <>
      <h1 className="vh">{t('portal.pass.label')}</h1>
      {failure ? <Failed failure={failure} onRetry={reload} /> : <Spinner />}
    </>
  )
}
