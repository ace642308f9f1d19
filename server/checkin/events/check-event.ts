import type { ClassInput } from '#contract/checkin/events.ts'
import { cleanName } from '#server/people/index.ts'
import { dayIn, instantOf } from '#server/platform/runtime/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Times } from './event-shape.ts'

type EventInput = {
  name: string
  place: string
  startsAt: string
  endsAt: string
  opensAt: string | null
  closesAt: string | null
  classes: ClassInput[]
}

/** An event as it is kept. */
export type EventFields = Times & { name: string; place: string; day: string }
export type CheckedEvent = EventFields & { classes: ClassInput[] }

const DAY_MS = 86_400_000
const LONGEST_DAYS = 31
const FARTHEST_DAYS = 5 * 366

/** An event as it is kept, with its instants. Throws `invalid_input` with every field at fault. */
export function checkEvent(input: EventInput, { timeZone, at }: { timeZone: string; at: Date }): CheckedEvent {
  const faults: Record<string, string> = {}
  const instant = (field: 'startsAt' | 'endsAt' | 'opensAt' | 'closesAt'): Date | null => {
    const local = input[field]
    const found = local === null ? null : instantOf(timeZone, local)
    if (local !== null && !found) faults[field] = 'This date or time does not exist.'
    return found
  }
  const startsAt = instant('startsAt')
  const endsAt = instant('endsAt')
  const times = { opensAt: instant('opensAt'), closesAt: instant('closesAt') }
  const [name, place] = [cleanName(input.name), cleanName(input.place)]
  if (name === '') faults['name'] = 'A name is needed.'
  const classes = checkClasses(input.classes, faults)
  if (startsAt && endsAt) checkTimes({ startsAt, endsAt, ...times }, at, faults)
  if (!startsAt || !endsAt || Object.keys(faults).length > 0) throw new ApiError('invalid_input', { fields: faults })
  return { name, place, startsAt, endsAt, ...times, day: dayIn(timeZone, startsAt), classes }
}

function checkTimes({ startsAt, endsAt, opensAt, closesAt }: Times, at: Date, faults: Record<string, string>): void {
  if (endsAt <= startsAt) faults['endsAt'] = 'The end must be after the start.'
  else if (endsAt <= at) faults['endsAt'] = 'This is in the past.'
  else if (endsAt.getTime() - startsAt.getTime() > LONGEST_DAYS * DAY_MS)
    faults['endsAt'] = `An event takes ${LONGEST_DAYS} days at most.`
  const farthest = FARTHEST_DAYS * DAY_MS
  if (startsAt.getTime() - at.getTime() > farthest) faults['startsAt'] = 'This is too far in the future.'
  if (opensAt && opensAt >= endsAt) faults['opensAt'] = 'Registration must open before the event ends.'
  if (opensAt && startsAt.getTime() - opensAt.getTime() > farthest)
    faults['opensAt'] = 'This is too long before the event.'
  if (closesAt && closesAt > endsAt) faults['closesAt'] = 'Registration must close by the end of the event.'
  if (closesAt && closesAt <= (opensAt ?? new Date(startsAt.getTime() - farthest)))
    faults['closesAt'] = 'Registration must close after it opens.'
}

function checkClasses(classes: readonly ClassInput[], faults: Record<string, string>): ClassInput[] {
  const names = new Set<string>()
  const ids = new Set<string>()
  return classes.map((one, index) => {
    const [name, id] = [cleanName(one.name), one.id?.toLowerCase() ?? null]
    if (name === '') faults[`classes.${index}.name`] = 'A name is needed.'
    else if (names.has(name.toLowerCase())) faults[`classes.${index}.name`] = 'Another class has this name.'
    if (one.ageFrom !== null && one.ageUntil !== null && one.ageFrom > one.ageUntil)
      faults[`classes.${index}.ageUntil`] = 'The maximum age must be at least the minimum age.'
    if (id !== null && ids.has(id)) faults[`classes.${index}.id`] = 'A class stands in the list once.'
    names.add(name.toLowerCase())
    if (id !== null) ids.add(id)
    return { ...one, id, name, groupId: one.groupId?.toLowerCase() ?? null }
  })
}
