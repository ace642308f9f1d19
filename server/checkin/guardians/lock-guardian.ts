import { lockPerson } from '#server/people/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** Holds a guardian who is about to change. Throws `not_found`, for the archived too. */
export async function lockGuardian(tx: Tx, personId: string): Promise<void> {
  try {
    await lockPerson(tx, personId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'archived') throw new ApiError('not_found')
    throw error
  }
}
