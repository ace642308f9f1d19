import { networkOf, takeAttempts, type Attempt } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Writer } from '#server/people/index.ts'
import type { Actor, GuardianCaller } from '#server/platform/http/index.ts'

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
