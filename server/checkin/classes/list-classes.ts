import type { listClasses as call } from '#contract/checkin/classes.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { eventsOfDay } from '../station/read-station-day.ts'
import { countChildren } from './roster-store.ts'

/** The classes of today's events, or of the next one. */
export async function listClasses(tx: Tx, place: { timeZone: string; at: Date }): Promise<Answer<typeof call>> {
  const { isToday, events } = await eventsOfDay(tx, place)
  const ids = events.flatMap(({ classes }) => classes.map(({ id }) => id))
  const counts = new Map((await countChildren(tx, ids)).map((count) => [count.classId, count]))
  return events.flatMap((event) =>
    event.classes.map(({ id, name }) => ({
      id,
      name,
      eventId: event.id,
      eventName: event.name,
      startsAt: event.startsAt.toISOString(),
      isToday,
      registered: counts.get(id)?.registered ?? 0,
      checkedIn: counts.get(id)?.checkedIn ?? 0,
    })),
  )
}
