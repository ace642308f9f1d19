import { Link, useLocation } from '@tanstack/react-router'
import type { Session } from '#contract/identity/session.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { EXACTLY, isHere, type Place, type Section } from './navigation.ts'
import classes from './sidebar.module.css'

function PlaceLink({ place, session }: { place: Place; session: Session }) {
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
      {place.count && <span className={`${classes['count']} num`}>{format.number(place.count(session))}</span>}
    </Link>
  )
}

/** Navigation of wide screens; under 1200 px only the icons remain. */
export function Sidebar({ session, sections }: { session: Session; sections: readonly Section[] }) {
  const t = useTexts()
  const { church } = session
  return (
    <aside className={classes['side']} aria-label={church.name}>
      <div className={classes['church']}>
        <BrandMark />
        <div>
          <b>{church.name}</b>
          {church.city && <span>{church.city}</span>}
        </div>
      </div>
      <nav className={classes['nav']} aria-label={t('app.nav.label')}>
        {sections.map(({ title, places }) => (
          <div key={places[0]?.path}>
            {title && <h2>{t(title)}</h2>}
            {places.map((place) => (
              <PlaceLink key={place.path} place={place} session={session} />
            ))}
          </div>
        ))}
      </nav>
      <AccountMenu session={session} />
    </aside>
  )
}
