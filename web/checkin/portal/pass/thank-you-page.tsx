import { Link } from '@tanstack/react-router'
import { useRef, type Ref, useEffect, useState } from 'react'
import { type Pass, readPass } from '#contract/checkin/registration.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { eventPath, portalPaths } from '../../../routing/portal-paths.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { IconCloudCheck } from '../../../ui/icons.ts'
import { Failed } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { useWeekday, useWhen } from '../events/event-words.tsx'
import { Spinner } from '../reading/spinner.tsx'
import { useParam, useRead } from '../reading/use-read.ts'
import { PassActs } from './pass-acts.tsx'
import classes from './pass.module.css'
import { spacedCode } from '#contract/checkin/codes.ts'
import { BrandMark } from '../../../ui/marks/brand-mark.tsx'
import { passLines } from './draw-pass.ts'
import { codeModules } from '../../labels/code-modules.ts'
import { ApiFailure } from '../../../api/call.ts'
import { isPageKept } from '../../../device/keep-page.ts'
import { dropPass, keepPass, keptPass } from '../session/kept-passes.ts'

type Found = {
  /** Undefined: neither read nor kept. */
  pass: Pass | undefined
  /** It was kept before and could not be asked for now. */
  isOld: boolean
  /** It opens on this phone without a network. */
  isSaved: boolean
  failure: unknown
  reload: () => void
}

/** An address that was cut off when it was copied leads to no pass either. */
const isGone = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'invalid_input')

/** What this phone has kept of a pass, before and besides the server's answer. */
function useKept(id: string, read: Pass | undefined, failure: unknown) {
  const [kept, setKept] = useState<{ pass?: Pass; isSaved: boolean }>()
  useEffect(() => {
    let isHere = true
    const look = async () => {
      if (isGone(failure)) await dropPass(id)
      const isKept = read ? await keepPass(read) : (await keptPass(id)) !== undefined
      const pass = isKept ? await keptPass(id) : undefined
      if (isHere) setKept({ ...(pass && { pass }), isSaved: false })
      const isSaved = isKept && (await isPageKept())
      if (isHere) setKept({ ...(pass && { pass }), isSaved })
    }
    void look()
    return () => {
      isHere = false
    }
  }, [id, read, failure])
  return kept
}

/** A pass as it is now, or as this phone has kept it. */
function usePass(id: string): Found {
  const { data, failure, reload } = useRead(readPass, { params: { id } })
  const kept = useKept(id, data, failure)
  const own = isGone(failure) ? undefined : (data ?? kept?.pass)
  return {
    pass: own,
    isOld: own !== undefined && failure !== undefined,
    isSaved: kept?.isSaved ?? false,
    // Until the phone has been looked through, nothing is lost.
    failure: own || !kept ? undefined : failure,
    reload,
  }
}

/** A code for scanners; the ground around it is that of the pass. */
function QrPicture({ code, label, className }: { code: string; label: string; className: string | undefined }) {
  const rows = codeModules(code)
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

/** The card that is scanned: light in every scheme, as scanners want it. */
function PassCard({ pass, ref }: { pass: Pass; ref: Ref<HTMLElement> }) {
  const t = useTexts()
  const when = useWhen()
  const { code, churchName, event, children } = pass
  return (
    <section className={classes['pass']} aria-label={t('portal.pass.label')} data-scheme="light" ref={ref}>
      <div className={classes['church']}>
        <BrandMark large />
        <b>{churchName}</b>
      </div>
      {children.length > 0 && !event.cancelled && (
        <>
          <QrPicture code={code} label={t('portal.pass.qr', { code: spacedCode(code) })} className={classes['qr']} />
          <div className={classes['codes']}>
            <span className={classes['fine']}>{t('portal.pass.code')}</span>
            <bdi dir="ltr" className={classes['code']}>
              {spacedCode(code)}
            </bdi>
          </div>
        </>
      )}
      <div>
        <p className="strong">{event.name}</p>
        <p className={classes['fine']}>
          <time dateTime={event.startsAt}>{when(event.startsAt)}</time>
        </p>
        {event.place && <p className={classes['fine']}>{event.place}</p>}
      </div>
      <ul className={classes['who']}>
        {passLines(t, pass).map(({ key, name, where }) => (
          <li key={key}>
            <span className="strong">{name}</span>
            <span>{where}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

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
