import { useEffect, type ReactNode, useRef } from 'react'
import { useChurch, useGateOpen, useSessionRead, type KnownChurch } from '../../checkin/portal/session/session.ts'
import { usePushRenewal } from '../../checkin/portal/push/use-push-renewal.ts'
import { ZoneProvider } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { watchRefusals } from './guards.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { chooseScheme, useColorScheme } from '../../device/color-scheme.ts'
import { portalPaths } from '../../routing/portal-paths.ts'
import { IconButton, type Icon } from '../../ui/controls/button.tsx'
import {
  IconCalendarDue,
  IconHome,
  IconMoon,
  IconShieldCheck,
  IconSun,
  IconUserCircle,
  IconUsers,
} from '../../ui/icons.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import classes from './shell.module.css'

const places: readonly { path: string; label: TextId; icon: Icon; below?: RegExp }[] = [
  { path: portalPaths.home, label: 'portal.shell.home', icon: IconHome },
  {
    path: portalPaths.events,
    label: 'portal.shell.events',
    icon: IconCalendarDue,
    below: /^\/checkin\/(event|thankyou)\//,
  },
  { path: portalPaths.family, label: 'portal.shell.family', icon: IconUsers },
  { path: portalPaths.guardians, label: 'portal.shell.guardians', icon: IconShieldCheck },
]

function Places({ className }: { className: string | undefined }) {
  const t = useTexts()
  const { pathname } = useLocation()
  return (
    <nav className={className} aria-label={t('portal.shell.main')}>
      {places.map(({ path, label, icon: Sign, below }) => (
        <Link key={path} to={path} aria-current={pathname === path || below?.test(pathname) ? 'page' : undefined}>
          <Sign size={20} stroke={1.75} aria-hidden="true" />
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}

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

function SchemeSwitch() {
  const t = useTexts()
  const { scheme } = useColorScheme()
  const isDark = scheme === 'dark'
  return (
    <IconButton
      label={t(isDark ? 'portal.shell.toLight' : 'portal.shell.toDark')}
      icon={isDark ? IconSun : IconMoon}
      onClick={() => chooseScheme(isDark ? 'light' : 'dark')}
    />
  )
}

/**
 * Whose portal this is, the ways to its screens, and the screen. On phones the ways stand at the bottom, unless the screen
 * docks its main act there: that element carries `data-dock`.
 */
function Shell({ church, children }: { church: KnownChurch | null; children: ReactNode }) {
  const t = useTexts()
  const main = useFocusOnArrival()
  return (
    <>
      <a className={classes['skip']} href="#main">
        {t('portal.shell.skip')}
      </a>
      <header className={classes['top']}>
        <div className={classes['bar']}>
          {church?.logoUrl ? <img className={classes['logo']} src={church.logoUrl} alt="" /> : <BrandMark />}
          <b className="grow clip">{church?.name ?? 'Narthex'}</b>
          <Places className={classes['links']} />
          <SchemeSwitch />
          <Link to={portalPaths.profile} className={classes['account']} aria-label={t('portal.shell.account')}>
            <IconUserCircle size={20} stroke={1.75} aria-hidden="true" />
          </Link>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        {children}
      </main>
      <Places className={classes['tabs']} />
    </>
  )
}

/** What stands around every screen of a guardian. Times are those of the church. */
export function PortalDoor({ children }: { children: ReactNode }) {
  const t = useTexts()
  const church = useChurch()
  const isOpen = useGateOpen()
  const { data, failure } = useSessionRead()
  useEffect(() => watchRefusals(), [])
  usePushRenewal(data?.person.id)
  // Without an answer nobody knows the church's zone, unless this device does.
  const isKnown = data !== undefined || failure !== undefined || church !== null
  return (
    <ZoneProvider timeZone={church?.timeZone ?? 'UTC'}>
      <Shell church={church}>
        {!isOpen && <Note tone="warn">{t('portal.shell.shut')}</Note>}
        {isKnown ? children : <Loading />}
      </Shell>
    </ZoneProvider>
  )
}
