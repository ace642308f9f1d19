import type { familyAttendanceRecord as countCall, readAttendance as call } from '#contract/checkin/registration.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { ownFamily } from '../family/own-family.ts'
import { countAttendance, selectAttendance, type AttendedEvent } from './attendance-store.ts'

const SHOWN = 100

type Asking = { personId: string; at: Date }

/** Counts of the own family; `familyId` is a claim, and any other than the own is `not_found`. */
export async function familyAttendanceRecord(
  tx: Tx,
  { personId, at }: Asking,
  claimed: string | undefined,
): Promise<Answer<typeof countCall>> {
  const { familyId } = await ownFamily(tx, personId)
  if (claimed !== undefined && claimed.toLowerCase() !== familyId) throw new ApiError('not_found')
  const { registered, absent } = await countAttendance(tx, familyId, at)
  return { returnObject: { allRegisteredEvents: registered, totalAbsent: absent } }
}

/** The latest events that the own family registered for, and who came. */
export async function readAttendance(tx: Tx, { personId, at }: Asking): Promise<Answer<typeof call>> {
  const { familyId } = await ownFamily(tx, personId)
  const [counts, events] = await Promise.all([
    countAttendance(tx, familyId, at),
    selectAttendance(tx, familyId, { at, limit: SHOWN }),
  ])
  return { registeredEvents: counts.registered, absent: counts.absent, events: events.map(attended) }
}

type Attended = Answer<typeof call>['events'][number]

const attended = ({ startsAt, isOver, children, ...event }: AttendedEvent): Attended => ({
  ...event,
  startsAt: startsAt.toISOString(),
  children: children.map(({ checkedInAt, checkedOutAt, ...child }) => ({
    ...child,
    state: checkedInAt === null ? (isOver ? 'absent' : 'to_come') : 'came',
    checkedInAt: instant(checkedInAt),
    checkedOutAt: instant(checkedOutAt),
  })),
})

/** The database writes instants in JSON with an offset. */
const instant = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())
