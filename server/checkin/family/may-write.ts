import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { isSetByChurch, looksAfterOthers } from './membership-store.ts'

type About = { familyId: string; personId: string; callerId: string }

/**
 * Whether a guardian may write the name, picture and notes of one of the family. Of somebody who is known beyond it these
 * are not the family's to change. Throws `set_by_church` for somebody of whom the church has said what they may do: the
 * desk knows them by that name and face.
 */
export async function mayWrite(tx: Tx, { familyId, personId, callerId }: About): Promise<boolean> {
  if (personId === callerId) return true
  if (await isSetByChurch(tx, familyId, personId)) throw new ApiError('set_by_church')
  return !(await looksAfterOthers(tx, familyId, personId))
}
