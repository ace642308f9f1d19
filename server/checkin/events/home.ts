import type {
  readHome as call,
  familyAttendanceRecord as countCall,
  readAttendance as readAttendanceCall,
} from '#contract/checkin/registration.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { upcomingEvents } from './portal-events.ts'
import { listPasses, type Holder } from './passes.ts'
import { selectCalls, selectWelcome, countAttendance, selectAttendance, type AttendedEvent } from './portal-store.ts'
import { ApiError } from '../../platform/http/index.ts'
import { ownFamily } from '../families/index.ts'

/** A call that nobody answered for so long is over. */
const CALL_MS = 2 * 60 * 60 * 1000

/** The portal's first screen. Throws `not_found` for who has no family. */
export async function readHome(tx: Tx, holder: Holder, at: Date): Promise<Answer<typeof call>> {
  const { familyId } = await ownFamily(tx, holder.personId)
  const [welcome, coming, passes, calls] = await Promise.all([
    selectWelcome(tx, familyId, holder.personId),
    upcomingEvents(tx, familyId, at),
    listPasses(tx, holder, at),
    selectCalls(tx, familyId, new Date(at.getTime() - CALL_MS)),
  ])
  return {
    welcomeName: welcome.name,
    members: welcome.members,
    next: coming.find(({ state }) => state !== 'cancelled') ?? null,
    passes,
    calls: calls.map(({ at: askedAt, ...one }) => ({ ...one, at: askedAt.toISOString() })),
  }
}

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
export async function readAttendance(tx: Tx, { personId, at }: Asking): Promise<Answer<typeof readAttendanceCall>> {
  const { familyId } = await ownFamily(tx, personId)
  const [counts, events] = await Promise.all([
    countAttendance(tx, familyId, at),
    selectAttendance(tx, familyId, { at, limit: SHOWN }),
  ])
  return { registeredEvents: counts.registered, absent: counts.absent, events: events.map(attended) }
}

type Attended = Answer<typeof readAttendanceCall>['events'][number]

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
