import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ZoneProvider } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useSession } from '../../lib/session.ts'
import { DoorScope } from '../door-scope.tsx'
import { gatePages } from '../guards.ts'
import { useHasPage } from '../pages.ts'
import classes from './door.module.css'
import { openSections } from './navigation.ts'
import { Sidebar } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** After a step to another screen the focus stands at its beginning, as after loading a page. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function Shell() {
  const session = useSession()
  const t = useTexts()
  const sections = openSections(session, useHasPage())
  const main = useFocusOnArrival()
  return (
    <ZoneProvider timeZone={session.church.timeZone}>
      <a className={classes['skip']} href="#main">
        {t('app.shell.skip')}
      </a>
      <div className={classes['shell']}>
        <Sidebar session={session} sections={sections} />
        <TopBar church={session.church.name} />
        <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
          <div className={classes['inner']}>
            <Outlet />
          </div>
        </main>
        <TabBar session={session} sections={sections} />
      </div>
    </ZoneProvider>
  )
}

function OpenGate() {
  const { gate } = useSession()
  return gate === 'open' ? <Shell /> : <Navigate to={gatePages[gate]} replace />
}

export const TenantDoor = () => (
  <DoorScope>
    <OpenGate />
  </DoorScope>
)
