import { useTexts } from '../../../lib/languages/index.ts'
import type { StationClass } from '../desk.ts'
import classes from './finding.module.css'

/** How many children are in each class, and how many places it has. */
export function ClassFigures({ rooms }: { rooms: readonly StationClass[] }) {
  const t = useTexts()
  return (
    <ul className={`num ${classes['figures']}`} aria-label={t('checkin.station.figures')}>
      {rooms.map((room) => (
        <li key={room.id}>
          <span>{room.name}</span>
          <span className={room.placesLeft === 0 ? classes['full'] : undefined}>{figureOf(room, t)}</span>
        </li>
      ))}
    </ul>
  )
}

/** A class whose places are taken at home is not full of children yet: whoever has a place still comes. */
function figureOf({ checkedIn, capacity, taken, placesLeft }: StationClass, t: ReturnType<typeof useTexts>): string {
  if (capacity === null) return t('checkin.station.figure', { checkedIn })
  if (placesLeft !== 0) return t('checkin.station.figureOf', { checkedIn, capacity })
  if (checkedIn < taken) return t('checkin.station.figureTaken', { checkedIn, taken, capacity })
  return `${t('checkin.station.figureOf', { checkedIn, capacity })} · ${t('checkin.station.full')}`
}
