import { useTexts } from '../../../lib/languages/index.ts'
import type { StationClass } from '../desk.ts'
import classes from './finding.module.css'

/** How many children are in each class, and how many places it has. */
export function ClassFigures({ rooms }: { rooms: readonly StationClass[] }) {
  const t = useTexts()
  return (
    <ul className={`num ${classes['figures']}`} aria-label={t('checkin.station.figures')}>
      {rooms.map(({ id, name, checkedIn, capacity, placesLeft }) => (
        <li key={id}>
          <span>{name}</span>
          <span className={placesLeft === 0 ? classes['full'] : undefined}>
            {capacity === null
              ? t('checkin.station.figure', { checkedIn })
              : t('checkin.station.figureOf', { checkedIn, capacity })}
            {placesLeft === 0 && ` · ${t('checkin.station.full')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
