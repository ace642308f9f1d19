import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '#contract/identity/session.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { IconMenu2 } from '../../ui/icons.ts'
import { AccountSheet } from './account-sheet.tsx'
import { EXACTLY, isHere, type Section } from './navigation.ts'
import classes from './phone-bars.module.css'

const TABS_AT_MOST = 4

/** Navigation of phones: the first places, and the rest behind "More". */
export function TabBar({ session, sections }: { session: Session; sections: readonly Section[] }) {
  const t = useTexts()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const places = sections.flatMap((section) => section.places).slice(0, TABS_AT_MOST)
  return (
    <nav className={classes['tabs']} aria-label={t('app.nav.label')}>
      {places.map(({ icon: Icon, ...place }) => (
        <Link
          key={place.path}
          to={place.path}
          activeOptions={EXACTLY}
          aria-current={isHere({ ...place, icon: Icon }, pathname) ? 'page' : undefined}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {t(place.tab)}
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
        {t('app.nav.more')}
      </button>
      <AccountSheet session={session} open={isOpen} onClose={() => setOpen(false)} />
    </nav>
  )
}
