import type { Roster, RosterChild } from '#contract/checkin/classes.ts'
import type { CareNote } from '#contract/checkin/family.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { ageInMonths } from '../events/age.ts'
import { selectCare } from '../station/station-family-store.ts'
import { lightOf } from './light.ts'
import { selectClass, selectRoster, type ClassHead, type RosterRow } from './roster-store.ts'

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
  const children = rows.map((row) => childOf(row, { care: care.get(row.personId) ?? [], day }))
  const here = children.filter(({ state }) => state === 'checked_in').length
  const event = { id: eventId, name: eventName, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  return { ...head, event, light: lightOf({ ...head, children: here }), children }
}

function childOf(row: RosterRow, { care, day }: { care: CareNote[]; day: string }): RosterChild {
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
    call:
      row.callAt && row.callSms
        ? { at: row.callAt.toISOString(), sms: row.callSms, answeredAt: row.callAnsweredAt?.toISOString() ?? null }
        : null,
  }
}
