import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Session } from '#contract/identity/session.ts'
import { ZoneProvider } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { roleNames } from '../../lib/roles.ts'
import { can, useSession } from '../../lib/session.ts'
import { DoorScope } from '../door-scope.tsx'
import { gatePages } from '../guards.ts'
import { loadKeptStation } from '../kept-station.ts'
import { useHasPage } from '../pages.ts'
import { Shell } from '../shell/shell.tsx'
import { useSignOut } from '../sign-out.ts'
import { GraceBanner } from './grace-banner.tsx'
import { openSections } from './navigation.ts'
import { standsWhileGated } from './workplace.ts'

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

function TenantShell() {
  const session = useSession()
  const t = useTexts()
  const signOut = useSignOut()
  useKeptActs(session)
  const sections = openSections(session, useHasPage())
  const { person, church } = session
  const me = {
    ...person,
    line: roleNames(person.roles, t),
    accountPath: paths.account,
    helpPath: paths.help,
    signOut,
  }
  const whose = { title: church.name, line: church.city, logoUrl: church.logoUrl }
  return (
    <ZoneProvider timeZone={church.timeZone}>
      <Shell whose={whose} sections={sections} me={me} loadFind={loadFind} notice={<GraceBanner />} />
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
