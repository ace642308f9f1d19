import { foldText } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectNamedByChurch } from './membership-store.ts'

type Named = {
  familyId: string
  firstName: string
  lastName: string
  /** Who is called so from now on, and how they were called; null: somebody new. */
  before: { id: string; firstName: string; lastName: string } | null
}

/**
 * Whom the church has barred or limited in a family does not stand in it a second time with nothing said of them: refuses
 * that name, its words in any order, for whoever else looks after children there. Throws `set_by_church`.
 */
export async function refuseNamedByChurch(tx: Tx, { familyId, before, ...name }: Named): Promise<void> {
  const words = wordsOf(name)
  if (before && wordsOf(before) === words) return
  const named = await selectNamedByChurch(tx, familyId)
  if (named.some((one) => one.id !== before?.id && wordsOf(one) === words)) throw new ApiError('set_by_church')
}

const wordsOf = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string =>
  foldText(`${firstName} ${lastName}`).split(' ').filter(Boolean).toSorted().join(' ')
