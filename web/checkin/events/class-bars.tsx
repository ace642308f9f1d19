import type { EventClass } from '#contract/checkin/events.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import classes from './class-bars.module.css'

/** How far it is filled; a full one is quiet: nothing is to be done there. */
function Bar({ taken, capacity }: { taken: number; capacity: number }) {
  const share = capacity === 0 ? 1 : Math.min(1, taken / capacity)
  return (
    <span className={classes['bar']} data-full={share === 1 || undefined} aria-hidden="true">
      <i style={{ inlineSize: `${share * 100}%` }} />
    </span>
  )
}

type Words = Record<'noLimit' | 'waiting' | 'full' | 'taken', TextId>

const ownWords: Words = {
  noLimit: 'checkin.places.noLimit',
  waiting: 'checkin.places.waiting',
  full: 'checkin.places.full',
  taken: 'checkin.places.taken',
}

type ClassBarProps = { one: EventClass; words: Words }

function ClassBar({ one: { name, taken, capacity, waiting }, words }: ClassBarProps) {
  const t = useTexts()
  const format = useFormat()
  return (
    <li>
      <span className={classes['name']}>{name}</span>
      {capacity === null ? (
        <span className="small muted">{t(words.noLimit)}</span>
      ) : (
        <Bar taken={taken} capacity={capacity} />
      )}
      <span className={`num ${classes['count']}`}>
        {waiting > 0 && <Badge tone="warn">{t(words.waiting, { count: waiting })}</Badge>}
        {waiting === 0 && capacity !== null && taken >= capacity && <Badge>{t(words.full)}</Badge>}
        {capacity === null
          ? format.number(taken)
          : t(words.taken, { taken: format.number(taken), capacity: format.number(capacity) })}
      </span>
    </li>
  )
}

type ClassBarsProps = {
  items: readonly EventClass[]
  label: string
  /** Where the words of this area are not loaded. */
  words?: Words
}

/** The classes of an event with the places that are taken. */
export const ClassBars = ({ items, label, words = ownWords }: ClassBarsProps) => (
  <ul className={classes['bars']} aria-label={label}>
    {items.map((one) => (
      <ClassBar key={one.id} one={one} words={words} />
    ))}
  </ul>
)
