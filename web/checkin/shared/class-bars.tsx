import type { EventClass } from '#contract/checkin/events.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
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

function ClassBar({ one: { name, taken, capacity, waiting } }: { one: EventClass }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <li>
      <span className={classes['name']}>{name}</span>
      {capacity === null ? (
        <span className="small muted">{t('checkin.places.noLimit')}</span>
      ) : (
        <Bar taken={taken} capacity={capacity} />
      )}
      <span className={`num ${classes['count']}`}>
        {waiting > 0 && <Badge tone="warn">{t('checkin.places.waiting', { count: waiting })}</Badge>}
        {waiting === 0 && capacity !== null && taken >= capacity && <Badge>{t('checkin.places.full')}</Badge>}
        {capacity === null
          ? format.number(taken)
          : t('checkin.places.taken', { taken: format.number(taken), capacity: format.number(capacity) })}
      </span>
    </li>
  )
}

/** The classes of an event with the places that are taken. */
export const ClassBars = ({ items, label }: { items: readonly EventClass[]; label: string }) => (
  <ul className={classes['bars']} aria-label={label}>
    {items.map((one) => (
      <ClassBar key={one.id} one={one} />
    ))}
  </ul>
)
