import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { ownFamily } from '../family/own-family.ts'
import { answerClass } from './home-store.ts'

/** Tells a class that the parent is on the way. Again is the same answer. Throws `not_found`. */
export async function answerCall(
  tx: Tx,
  { personId, id, at }: { personId: string; id: string; at: Date },
): Promise<{ answered: true }> {
  const { familyId } = await ownFamily(tx, personId)
  if (!(await answerClass(tx, { id, familyId, at }))) throw new ApiError('not_found')
  return { answered: true }
}
