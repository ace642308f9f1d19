import { Outlet, useLocation, Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode, useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { useFind, type LoadFind } from '../find/use-find.tsx'
import { AccountMenu, type Me, AccountLinks, ShellPreferences } from './account-menu.tsx'
import { type Section, EXACTLY, isHere, tabsOf, type Place } from '../find/places.ts'
import classes from './shell.module.css'
import { chooseScheme, useColorScheme } from '../../device/color-scheme.ts'
import { IconButton, Button } from '../../ui/controls/button.tsx'
import { IconMoon, IconSearch, IconSun, IconMenu2, IconLogout } from '../../ui/icons.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import phoneBarsClasses from './phone-bars.module.css'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Face } from '../../ui/marks/face.tsx'
import accountClasses from './account.module.css'
import findButtonClasses from './find-button.module.css'
import { useFormat } from '../../languages/format.tsx'
import sideBarClasses from './side-bar.module.css'

function PlaceLink({ place }: { place: Place }) {
  const t = useTexts()
  const format = useFormat()
  const { pathname } = useLocation()
  const { icon: Icon } = place
  return (
    <Link
      to={place.path}
      activeOptions={EXACTLY}
      title={t(place.label)}
      aria-current={isHere(place, pathname) ? 'page' : undefined}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={sideBarClasses['word']}>{t(place.label)}</span>
      {place.count !== undefined && (
        <span className={`${sideBarClasses['count']} num`}>{format.number(place.count)}</span>
      )}
    </Link>
  )
}

type Whose = {
  title: string
  /** Under the title. */
  line?: string | null
  /** Address of a picture in place of the mark. */
  logoUrl?: string | null
}

type SideBarProps = { whose: Whose; find: ReactNode; sections: readonly Section[]; foot: ReactNode }

/** Navigation of wide screens; under 1200 px only the icons remain. */
function SideBar({ whose: { title, line, logoUrl }, find, sections, foot }: SideBarProps) {
  const t = useTexts()
  return (
    <aside className={sideBarClasses['side']} aria-label={title}>
      <div className={sideBarClasses['church']}>
        {logoUrl ? <img className={sideBarClasses['logo']} src={logoUrl} alt="" /> : <BrandMark />}
        <div>
          <b>{title}</b>
          {line && <span>{line}</span>}
        </div>
      </div>
      {find}
      <nav className={sideBarClasses['nav']} aria-label={t('ui.shell.main')}>
        {sections.map((section) => (
          <div key={section.places[0]?.path}>
            {section.title && <h2>{t(section.title)}</h2>}
            {section.places.map((place) => (
              <PlaceLink key={place.path} place={place} />
            ))}
          </div>
        ))}
      </nav>
      {foot}
    </aside>
  )
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the quick search from the sidebar; it looks like the field that it opens. */
function FindButton({ onOpen }: { onOpen: () => void }) {
  const t = useTexts()
  return (
    <button
      type="button"
      className={findButtonClasses['find']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={t('ui.find.title')}
      onClick={onOpen}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <span className={findButtonClasses['word']}>{t('ui.find.title')}</span>
      <kbd aria-hidden="true">{isApple ? '⌘ K' : t('ui.find.keys')}</kbd>
    </button>
  )
}

type SheetProps = { me: Me; places: readonly Place[]; open: boolean; onClose: () => void }

/** What phones have behind "More": the other places, who is signed in, appearance, language, the way out. */
function AccountSheet({ me, places, open, onClose }: SheetProps) {
  const t = useTexts()
  const { pathname } = useLocation()
  return (
    <Dialog open={open} onClose={onClose} title={t('ui.shell.more')}>
      {places.length > 0 && (
        <nav className={accountClasses['places']} aria-label={t('ui.shell.more')}>
          {places.map((place) => {
            const { icon: Icon } = place
            return (
              <Link
                key={place.path}
                to={place.path}
                aria-current={isHere(place, pathname) ? 'page' : undefined}
                onClick={onClose}
              >
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                {t(place.label)}
              </Link>
            )
          })}
        </nav>
      )}
      <div className="row">
        <Face firstName={me.firstName} lastName={me.lastName} size="m" />
        <div className="grow">
          <div className="strong">{`${me.firstName} ${me.lastName}`.trim()}</div>
          <div className="small muted">{`${me.line}, ${me.email}`}</div>
        </div>
      </div>
      <AccountLinks me={me} onFollow={onClose} />
      <ShellPreferences />
      <Button block icon={IconLogout} onClick={() => void me.signOut()}>
        {t('ui.shell.logout')}
      </Button>
    </Dialog>
  )
}

/** Navigation of phones: the first places, and the rest behind "More". */
function TabBar({ me, sections }: { me: Me; sections: readonly Section[] }) {
  const t = useTexts()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { tabs, rest } = tabsOf(sections)
  const isBehind = rest.some((place) => isHere(place, pathname))
  return (
    <nav className={phoneBarsClasses['tabs']} aria-label={t('ui.shell.main')}>
      {tabs.map((place) => {
        const { icon: Icon } = place
        return (
          <Link
            key={place.path}
            to={place.path}
            activeOptions={EXACTLY}
            aria-current={isHere(place, pathname) ? 'page' : undefined}
          >
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {t(place.tab ?? place.label)}
          </Link>
        )
      })}
      <button type="button" aria-haspopup="dialog" data-here={isBehind || undefined} onClick={() => setOpen(true)}>
        <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
        {t('ui.shell.more')}
      </button>
      <AccountSheet me={me} places={rest} open={isOpen} onClose={() => setOpen(false)} />
    </nav>
  )
}

/** Head of phones: whose pages these are. */
function TopBar({ title, onFind }: { title: string; onFind: () => void }) {
  const t = useTexts()
  const { scheme } = useColorScheme()
  return (
    <header className={phoneBarsClasses['top']}>
      <BrandMark />
      <b className="grow clip">{title}</b>
      <IconButton label={t('ui.find.title')} icon={IconSearch} aria-haspopup="dialog" onClick={onFind} />
      <IconButton
        label={t(scheme === 'dark' ? 'ui.shell.toLight' : 'ui.shell.toDark')}
        icon={scheme === 'dark' ? IconSun : IconMoon}
        onClick={() => chooseScheme(scheme === 'dark' ? 'light' : 'dark')}
      />
    </header>
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

type ShellProps = {
  whose: Whose
  sections: readonly Section[]
  me: Me
  /** The quick search of this door; the same function at every drawing. */
  loadFind: LoadFind
  /** Above every screen, such as what cannot wait. */
  notice?: ReactNode
}

/** What stands around every screen behind a door: navigation, who is signed in, and the screen. */
export function Shell({ whose, sections, me, loadFind, notice }: ShellProps) {
  const t = useTexts()
  const main = useFocusOnArrival()
  const find = useFind(loadFind, sections)
  return (
    <>
      <a className={classes['skip']} href="#main">
        {t('ui.shell.skip')}
      </a>
      <div className={classes['shell']}>
        <SideBar
          whose={whose}
          find={<FindButton onOpen={find.open} />}
          sections={sections}
          foot={<AccountMenu me={me} />}
        />
        <TopBar title={whose.title} onFind={find.open} />
        <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
          <div className={classes['inner']}>
            {notice}
            <Outlet />
          </div>
        </main>
        <TabBar me={me} sections={sections} />
      </div>
      {find.dialog}
    </>
  )
}
