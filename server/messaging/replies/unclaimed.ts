import { z } from 'zod/mini'
import { normalisePhone } from '../../people/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { takeReply } from './receive-replies.ts'
import { selectReplyChurch } from './reply-store.ts'
import { forgetUnclaimed, takeUnclaimed } from './unclaimed-store.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Since when replies of nobody are kept. */
export const unclaimedSince = (at: Date): Date => new Date(at.getTime() - KEPT_MS)

export const forgetUnclaimedJob = defineJob({ name: 'messaging.forget-unclaimed-replies', payload: z.object({}) })

/** They are in no church's hands, so nobody there can delete them. */
export async function forgetUnclaimedReplies({ database, clock }: AppContext): Promise<void> {
  await database.withoutTenant((tx) => forgetUnclaimed(tx, unclaimedSince(clock.now())))
}

/**
 * Gives a reply that nobody claimed to a church: it is taken in there like any other, so that a stop word stops; only that
 * it is done nobody tells days later. The transaction is of the operator and of that church. Throws `not_found`, and `invalid_input` where what wrote is no number
 * that somebody there could have. Answers the sender ID that was written to.
 */
export async function assignUnclaimed(
  tx: Tx,
  { id, tenantId, at }: { id: string; tenantId: TenantId; at: Date },
): Promise<{ sender: string; church: string }> {
  const reply = await takeUnclaimed(tx, id, unclaimedSince(at))
  const church = await selectReplyChurch(tx, tenantId)
  if (!reply || !church) throw new ApiError('not_found')
  const phone = normalisePhone(reply.from, church.isoCode)
  if (!phone.ok) throw unreadable()
  const found = { tenantId, church, phone: phone.e164, mask: reply.to }
  await takeReply(tx, { ...found, reply, at })
  return { sender: reply.to, church: church.name }
}

const unreadable = (): ApiError =>
  new ApiError('invalid_input', { fields: { churchId: 'This is no number of a person in that country.' } })

/** Removes one that is for no church. Throws `not_found`. Answers the sender ID that was written to. */
export async function removeUnclaimed(tx: Tx, id: string, at: Date): Promise<{ sender: string }> {
  const reply = await takeUnclaimed(tx, id, unclaimedSince(at))
  if (!reply) throw new ApiError('not_found')
  return { sender: reply.to }
}
