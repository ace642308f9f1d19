import type { DeskChurch } from '#contract/operator/churches.ts'
import { extendSubscription } from '#server/billing/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { readDeskChurch } from './list-churches.ts'

export type SubscriptionChange = {
  tenantId: string
  planId: string | null
  expiresOn: string
  reason: string
  actor: Actor
  at: Date
}

/**
 * Changes a church's plan or expiry by hand; the church reads act and reason in its log, and its next request knows. The
 * transaction is an operator's who entered the church. Throws `not_found`, and `invalid_input` for no plan or no day.
 */
export async function changeSubscription(
  tx: Tx,
  { tenantId, reason, actor, at, ...change }: SubscriptionChange,
): Promise<DeskChurch> {
  const before = await readDeskChurch(tx, tenantId, at)
  await extendSubscription(tx, tenantId, { ...change, reason, actor, at })
  const after = await readDeskChurch(tx, tenantId, at)
  const details = { church: after.name, before: termOf(before), after: termOf(after), reason }
  await noteAtDesk(tx, actor, { act: 'church.subscription_changed', tenantId, details, at })
  return after
}

const termOf = ({ planName, membershipSize, expiresOn }: DeskChurch) => ({ planName, membershipSize, expiresOn })
