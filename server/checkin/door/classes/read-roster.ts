import type { Roster, RosterChild } from '#contract/checkin/classes.ts'
import type { CareNote } from '#contract/checkin/family.ts'
import { pictureUrl } from '../../../identity/index.ts'
import { selectPushes, type PushState } from '../../../messaging/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { ApiError } from '../../../platform/http/index.ts'
import { selectClass, selectRoster, type ClassHead, type RosterRow } from './roster-store.ts'
import { ageInMonths } from '../../events/index.ts'
import { selectCare } from '../../families/index.ts'

/** A class with its event. Throws `not_found`. */
export async function classOf(tx: Tx, id: string): Promise<ClassHead> {
  const head = await selectClass(tx, id)
  if (!head) throw new ApiError('not_found')
  return head
}

/** A class with its children and what has to be known of them. Throws `not_found`. */
export async function readRoster(tx: Tx, id: string): Promise<Roster> {
  const { eventId, eventName, startsAt, endsAt, day, ...head } = await classOf(tx, id)
  const rows = await selectRoster(tx, head.classId)
  const care = await selectCare(
    tx,
    rows.map(({ personId }) => personId),
  )
  const calls = rows.flatMap(({ callId }) => callId ?? [])
  const pushes = calls.length > 0 ? await selectPushes(tx, calls) : new Map<string, PushState>()
  const children = rows.map((row) => childOf(row, { care: care.get(row.personId) ?? [], day, pushes }))
  const here = children.filter(({ state }) => state === 'checked_in').length
  const event = { id: eventId, name: eventName, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  return { ...head, event, light: lightOf({ ...head, children: here }), children }
}

type Known = { care: CareNote[]; day: string; pushes: ReadonlyMap<string, PushState> }

function childOf(row: RosterRow, { care, day, pushes }: Known): RosterChild {
  const { personId, firstName, lastName, mayNotLeaveWith, guardians, checkedInAt, checkedOutAt } = row
  return {
    personId,
    firstName,
    lastName,
    ageMonths: ageInMonths(row, day),
    pictureUrl: pictureUrl(row.pictureId),
    care,
    mayNotLeaveWith,
    state: checkedOutAt ? 'checked_out' : checkedInAt ? 'checked_in' : 'registered',
    checkedInAt: checkedInAt?.toISOString() ?? null,
    checkedOutAt: checkedOutAt?.toISOString() ?? null,
    collectorAt: row.collectorAt?.toISOString() ?? null,
    seen: row.seenAt && { at: row.seenAt.toISOString(), by: row.seenBy ?? '' },
    guardians,
    call: callOf(row, pushes),
  }
}

function callOf(row: RosterRow, pushes: ReadonlyMap<string, PushState>): RosterChild['call'] {
  const { callId, callAt, callSms, callAnsweredAt } = row
  if (!callId || !callAt || !callSms) return null
  const answeredAt = callAnsweredAt?.toISOString() ?? null
  return { at: callAt.toISOString(), devices: devicesOf(pushes.get(callId)), sms: callSms, answeredAt }
}

/** None where the call went to no device; null while the push services are asked and none has taken it yet. */
function devicesOf(push: PushState | undefined): number | null {
  if (!push) return 0
  return push.isEnded || push.devices > 0 ? push.devices : null
}

type Watched = {
  /** Children whom one adult may look after; null: nobody counts. */
  ratio: number | null
  adults: number
  /** Who is in class now. */
  children: number
}

/** Whether there are enough adults with the children. */
export function lightOf({ ratio, adults, children }: Watched): Roster['light'] {
  if (ratio === null) return 'free'
  if (children === 0) return 'enough'
  if (children > adults * ratio) return 'short'
  return children === adults * ratio ? 'edge' : 'enough'
}
