import type { ClassInput } from '#contract/checkin/events.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { heardOfSince, takeBackLeases } from '../offline/lease-store.ts'
import { insertClass, lockEventClasses, removeClasses, updateClass, type KeptClass } from './class-store.ts'

type Of = { tenantId: TenantId; eventId: string; at: Date }

/**
 * Makes the classes of an event those of the list, in its order. Throws `not_found` for a class that is none of the
 * event's, and `places_taken` (class id → places taken) for one that would have fewer places than are taken, or that is to
 * go while somebody is in it. Places of stations that were not heard of for long come back before. Answers the classes as they were before, which stay locked.
 */
export async function editClasses(tx: Tx, of: Of, classes: readonly ClassInput[]): Promise<KeptClass[]> {
  const { eventId, at } = of
  let before = await lockEventClasses(tx, eventId)
  if (classes.some(({ id }) => id !== null && !before.some((one) => one.id === id))) throw new ApiError('not_found')
  const held = tooFewIn(before, classes).filter(({ leased }) => leased > 0)
  if (held.length > 0) {
    const ids = held.map(({ id }) => id)
    await takeBackLeases(tx, ids, heardOfSince(at))
    before = await lockEventClasses(tx, eventId)
  }
  const tooFew = tooFewIn(before, classes)
  if (tooFew.length > 0) throw placesTaken(tooFew, classes)
  const gone = before.filter((one) => !classes.some(({ id }) => id === one.id))
  if (gone.length > 0)
    await removeClasses(
      tx,
      gone.map(({ id }) => id),
      of.at,
    )
  for (const [position, { id, ...one }] of classes.entries())
    await (id === null ? insertClass(tx, of, { ...one, position }) : updateClass(tx, id, { ...one, position }))
  return before
}

/** Classes that would have fewer places than are taken, or that are to go while somebody is in them. */
const tooFewIn = (before: readonly KeptClass[], classes: readonly ClassInput[]): KeptClass[] =>
  before.filter(({ id, taken }) => taken > placesIn(classes, id))

/** Places that a class is to have: none when it is to go. */
function placesIn(classes: readonly ClassInput[], classId: string): number {
  const one = classes.find(({ id }) => id === classId)
  return one ? (one.capacity ?? Infinity) : 0
}

function placesTaken(tooFew: readonly KeptClass[], classes: readonly ClassInput[]): ApiError {
  const fields = Object.fromEntries(tooFew.map(({ id, taken }) => [id, `${taken}`]))
  // Without the stations there would be places enough: nobody can move children who are not there.
  const isHeld = tooFew.every(({ id, taken, leased }) => taken - leased <= placesIn(classes, id))
  if (!isHeld) return new ApiError('places_taken', { fields })
  const message =
    'A station holds places of this class. They are free again once it was not heard of for half a day, or when you shut the station out.'
  return new ApiError('places_taken', { fields, message })
}

/**
 * The same classes for another event of the series, by the names they had: there a class never gets fewer places than are
 * taken, and stays while somebody is in it.
 */
export function classesFor(
  there: readonly KeptClass[],
  { before, after }: { before: readonly KeptClass[]; after: readonly ClassInput[] },
): ClassInput[] {
  const left = new Map(there.map((one) => [one.name.toLowerCase(), one]))
  const takeByName = (name: string): KeptClass | undefined => {
    const one = left.get(name.toLowerCase())
    left.delete(name.toLowerCase())
    return one
  }
  const matched = after.map((one) => {
    const own = takeByName(before.find(({ id }) => id === one.id)?.name ?? one.name)
    if (!own) return { ...one, id: null }
    return { ...one, id: own.id, capacity: one.capacity === null ? null : Math.max(one.capacity, own.taken) }
  })
  const stay = [...left.values()].filter(
    ({ name, taken }) => taken > 0 || !before.some((one) => one.name.toLowerCase() === name.toLowerCase()),
  )
  return [...matched, ...stay]
}
