import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { IconMenu2 } from '../../ui/icons.ts'
import { AccountSheet } from './account-sheet.tsx'
import type { Me } from './account-menu.tsx'
import classes from './phone-bars.module.css'
import { EXACTLY, isHere, tabsOf, type Section } from './places.ts'

/** Navigation of phones: the first places, and the rest behind "More". */
export function TabBar({ me, sections }: { me: Me; sections: readonly Section[] }) {
  const t = useTexts()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { tabs, rest } = tabsOf(sections)
  const isBehind = rest.some((place) => isHere(place, pathname))
  return (
    <nav className={classes['tabs']} aria-label={t('ui.shell.main')}>
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
