import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import { EXACTLY, isHere, type Place, type Section } from '../find/places.ts'
import classes from './side-bar.module.css'

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
      <span className={classes['word']}>{t(place.label)}</span>
      {place.count !== undefined && <span className={`${classes['count']} num`}>{format.number(place.count)}</span>}
    </Link>
  )
}

export type Whose = {
  title: string
  /** Under the title. */
  line?: string | null
  /** Address of a picture in place of the mark. */
  logoUrl?: string | null
}

type SideBarProps = { whose: Whose; find: ReactNode; sections: readonly Section[]; foot: ReactNode }

/** Navigation of wide screens; under 1200 px only the icons remain. */
export function SideBar({ whose: { title, line, logoUrl }, find, sections, foot }: SideBarProps) {
  const t = useTexts()
  return (
    <aside className={classes['side']} aria-label={title}>
      <div className={classes['church']}>
        {logoUrl ? <img className={classes['logo']} src={logoUrl} alt="" /> : <BrandMark />}
        <div>
          <b>{title}</b>
          {line && <span>{line}</span>}
        </div>
      </div>
      {find}
      <nav className={classes['nav']} aria-label={t('ui.shell.main')}>
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
