import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { countConversations } from '#contract/messaging/reply-counts.ts'
import type { Session } from '#contract/identity/session.ts'
import { read } from '../../api/queries.ts'
import { ZoneProvider, useFormat } from '../../languages/format.tsx'
import { speak, useTexts } from '../../languages/index.ts'
import { isTold } from '../../messaging/notifications/told-here.ts'
import { paths } from '../../routing/paths.ts'
import { roleNames } from '../../session/roles.ts'
import { can, useSession, useCan, WayOutProvider } from '../../session/session.ts'
import { DoorScope } from '../session/door-scope.tsx'
import { gatePages, standsWhileGated } from '../session/guards.ts'
import { loadKeptStation } from '../session/kept-station.ts'
import { useHasPage } from '../find/places.ts'
import { Shell } from '../shell/shell.tsx'
import { useSignOut } from '../session/sign-out.ts'
import { openSections, type Waiting } from './navigation.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './grace-banner.module.css'

/** So few days before the gate shuts it is more than a warning. */
const URGENT_DAYS = 2

/** On every screen while there are more people than the plan allows; for those who can do something about it. */
function GraceBanner() {
  const t = useTexts()
  const format = useFormat()
  const { church, grace } = useSession()
  const [mayPay, mayArchive] = [useCan('billing.read'), useCan('people.write')]
  if (!grace || !(mayPay || mayArchive)) return null
  const { daysLeft, until } = grace
  const numbers = { people: format.number(church.people), size: format.number(church.membershipSize) }
  return (
    <aside className={classes['banner']} aria-label={t('app.grace.label')}>
      <Note tone={daysLeft <= URGENT_DAYS ? 'bad' : 'warn'} isQuiet>
        <p className="strong">{t('app.grace.title', { ...numbers, days: daysLeft })}</p>
        <p>{t('app.grace.text', { day: format.day(until) })}</p>
        <div className={classes['acts']}>
          {mayPay && (
            <ButtonLink to={paths.subscription} kind="primary" size="sm">
              {t('app.grace.plan')}
            </ButtonLink>
          )}
          {mayArchive && (
            <ButtonLink to={paths.people} size="sm">
              {t('app.grace.archive')}
            </ButtonLink>
          )}
        </div>
      </Note>
    </aside>
  )
}

/** With its texts, which screens of other areas have not. Without a network there is none. */
const EndingBanner = lazy(() =>
  Promise.all([import('../../billing/renewal/ending-banner.tsx'), speak('billing')]).then(
    ([banner]) => ({ default: banner.EndingBanner }),
    () => ({ default: () => null }),
  ),
)

function Notices() {
  const isEnding = useSession().endsIn !== null
  const mayPay = useCan('billing.read')
  return (
    <>
      {isEnding && mayPay && (
        <Suspense fallback={null}>
          <EndingBanner />
        </Suspense>
      )}
      <GraceBanner />
    </>
  )
}

/** The quick search weighs nothing until it is opened. */
const loadFind = () => import('../find/church-find.tsx')

/** What waits on this device since somebody else was here is sent once for each visit. */
function useKeptActs(session: Session): void {
  const { id } = session.church
  const maySend = can(session, 'checkin.desk')
  useEffect(() => {
    if (maySend) void loadKeptStation(id).then((station) => station?.sendKept(id))
  }, [id, maySend])
}

/** Long after the first screen. */
const CALM_MS = 5_000

/** Whoever turned notifications on here is told by the session of today too. */
function useToldHere({ accountId }: Session): void {
  useEffect(() => {
    if (!isTold(accountId)) return
    // What cannot be renewed now is tried at the next opening.
    const renew = async () => (await import('../../messaging/notifications/renew.ts')).renewStaffPush()
    const timer = setTimeout(() => void renew().catch(() => undefined), CALM_MS)
    return () => clearTimeout(timer)
  }, [accountId])
}

/** Often enough for a badge; only while the page is in sight. */
const WAITING_EVERY_MS = 30_000

/** Conversations that nobody has looked at. */
function useWaiting(session: Session): Waiting {
  const enabled = can(session, 'messages.read') && session.gate === 'open'
  const { data } = useQuery({ ...read(countConversations), enabled, refetchInterval: WAITING_EVERY_MS })
  return { unread: data?.unread ?? 0 }
}

function TenantShell() {
  const session = useSession()
  const t = useTexts()
  const signOut = useSignOut()
  useKeptActs(session)
  useToldHere(session)
  const sections = openSections(session, useHasPage(), useWaiting(session))
  const { person, church } = session
  const me = {
    ...person,
    line: roleNames(person.roles, t),
    accountPath: paths.account,
    notificationsPath: paths.notifications,
    helpPath: paths.help,
    signOut,
  }
  const whose = { title: church.name, line: church.city, logoUrl: church.logoUrl }
  return (
    <ZoneProvider timeZone={church.timeZone}>
      <WayOutProvider value={signOut}>
        <Shell whose={whose} sections={sections} me={me} loadFind={loadFind} notice={<Notices />} />
      </WayOutProvider>
    </ZoneProvider>
  )
}

function OpenGate() {
  const { gate } = useSession()
  const { pathname } = useLocation()
  if (gate === 'open' || standsWhileGated(pathname)) return <TenantShell />
  return <Navigate to={gatePages[gate]} replace />
}

export const TenantDoor = () => (
  <DoorScope>
    <OpenGate />
  </DoorScope>
)
