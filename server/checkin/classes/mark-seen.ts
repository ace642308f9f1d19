import type { Roster } from '#contract/checkin/classes.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { classOf, readRoster } from './read-roster.ts'
import { saveAdults, saveSeen } from './roster-store.ts'

type Ticking = { classId: string; personId: string; seen: boolean; accountId: string; at: Date }

/** A teacher says that the notes about a child were read, or takes it back. Throws `not_found`. */
export async function markSeen(tx: Tx, { classId, personId, seen, accountId, at }: Ticking): Promise<Roster> {
  await classOf(tx, classId)
  const ticked = { classId, personId, accountId: seen ? accountId : null, at: seen ? at : null }
  if (!(await saveSeen(tx, ticked))) throw new ApiError('not_found')
  return readRoster(tx, classId)
}

/** How many adults are with the class now. Throws `not_found`. */
export async function countAdults(tx: Tx, classId: string, adults: number): Promise<Roster> {
  await classOf(tx, classId)
  await saveAdults(tx, classId, adults)
  return readRoster(tx, classId)
}
