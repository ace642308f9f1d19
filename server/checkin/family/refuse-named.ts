import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { likenessOf, type Likeness } from '../collecting/like-name.ts'
import { selectNamedByChurch } from './membership-store.ts'

type Named = {
  familyId: string
  firstName: string
  lastName: string
  /** Who is called so from now on, and how they were called; null: somebody new. */
  before: { id: string; firstName: string; lastName: string } | null
}

/**
 * Whom the church has barred or limited in a family does not stand in it a second time with nothing said of them: refuses that
 * name, and one that is like it, for whoever else looks after children there. Nobody here can see who stands before them: the
 * desk can, and adds whoever is somebody else. Throws `set_by_church`.
 */
export async function refuseNamedByChurch(tx: Tx, { familyId, before, ...name }: Named): Promise<void> {
  const called = nameOf(name)
  if (before && likenessOf(nameOf(before), called) === 'same') return
  const named = await selectNamedByChurch(tx, familyId)
  const isLike = (one: { id: string; firstName: string; lastName: string }): boolean =>
    one.id !== before?.id && isNotTheOther(likenessOf(called, nameOf(one)))
  if (named.some(isLike)) throw new ApiError('set_by_church')
}

const isNotTheOther = (likeness: Likeness): boolean => likeness !== 'other'

const nameOf = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`
