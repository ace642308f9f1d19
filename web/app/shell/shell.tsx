import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { FindButton } from '../find/find-button.tsx'
import { useFind, type LoadFind } from '../find/use-find.tsx'
import { AccountMenu, type Me } from './account-menu.tsx'
import type { Section } from './places.ts'
import classes from './shell.module.css'
import { SideBar, type Whose } from './side-bar.tsx'
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
