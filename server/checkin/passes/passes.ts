import type { Pass } from '#contract/checkin/registration.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { ownFamily } from '../family/own-family.ts'
import { selectOwnFamily } from '../family/own-family-store.ts'
import { selectPass, selectPasses, type PassRow } from './pass-store.ts'

export type Holder = { personId: string; churchName: string }

/** A registration of the guardian's own family. Throws `not_found`. */
export async function readPass(tx: Tx, { personId, churchName }: Holder, id: string): Promise<Pass> {
  const { familyId } = await ownFamily(tx, personId)
  const row = await selectPass(tx, id, familyId)
  if (!row) throw new ApiError('not_found')
  return passOf(row, churchName)
}

/** What the own family needs for events that are not over; without a family nothing. */
export async function listPasses(tx: Tx, { personId, churchName }: Holder, at: Date): Promise<Pass[]> {
  const family = await selectOwnFamily(tx, personId)
  return family ? (await selectPasses(tx, family.familyId, at)).map((row) => passOf(row, churchName)) : []
}

function passOf({ id, code, familyName, children, waiting, ...row }: PassRow, churchName: string): Pass {
  const { eventId, eventName: name, place, startsAt, endsAt, isCancelled: cancelled } = row
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  return {
    id,
    code,
    churchName,
    event: { id: eventId, name, ...times, place, cancelled },
    familyName,
    children,
    waiting,
  }
}
