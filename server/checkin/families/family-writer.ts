import { networkOf, takeAttempts, type Attempt } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Writer } from '../../people/index.ts'
import { type Actor, type GuardianCaller, ApiError } from '../../platform/http/index.ts'
import { looksAfterOthers } from './family-store.ts'
import { likenessOf, type Likeness } from './like-name.ts'
import { isSetByChurch, selectNamedByChurch } from './grant-store.ts'

/** A guardian who writes into their church. */
export const writerOf = ({ guardian, actor, at }: { guardian: GuardianCaller; actor: Actor; at: Date }): Writer => ({
  tenantId: guardian.tenantId,
  isoCode: guardian.church.isoCode,
  timeZone: guardian.church.timeZone,
  actor,
  at,
})

/** How many people a guardian, and all of one network at one church, may add in a day. Throws `too_many_tries`. */
export async function limitMembers(
  tx: Tx,
  { guardian: { tenantId, accountId }, actor: { ip }, at }: Writing,
): Promise<void> {
  const network: Attempt[] = ip === null ? [] : [{ kind: 'guardianMemberNetwork', who: `${tenantId} ${networkOf(ip)}` }]
  await takeAttempts(tx, [{ kind: 'guardianMember', who: accountId }, ...network], at)
}

/** A guardian's request that changes something. */
export type Writing = { guardian: GuardianCaller; actor: Actor; at: Date }

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
