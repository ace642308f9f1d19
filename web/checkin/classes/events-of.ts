import type { listClasses } from '#contract/checkin/classes.ts'
import type { Result } from '#contract/endpoint.ts'

export type ClassRow = Result<typeof listClasses>[number]
export type ClassEvent = Pick<ClassRow, 'eventId' | 'eventName' | 'startsAt' | 'isToday'> & {
  items: readonly ClassRow[]
}

/** The classes by their events, both in the order in which they came. */
export function eventsOf(rows: readonly ClassRow[]): readonly ClassEvent[] {
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId)
  return [...byEvent.values()].flatMap((items) => {
    const [first] = items
    return first ? [{ ...first, items }] : []
  })
}
