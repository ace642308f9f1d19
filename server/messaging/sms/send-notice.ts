import { randomUUID } from 'node:crypto'
import { segmentsOf } from '#contract/messaging/segments.ts'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import { availableUnits, lockUnits } from '../../billing/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { isTaken, selectRoute, type NewCampaign, unitsFor, takeOnNotice } from '../campaigns/index.ts'
import { selectFirstMask } from '../senders/index.ts'

export type Notice = {
  tenantId: TenantId
  /** The church's country: it decides the route. */
  isoCode: string
  /** E.164. */
  phone: string
  text: string
  /** A uuid of the caller's for this one message: with the same again nothing more is sent. */
  reference?: string
}

export type NoticeSent = 'sent' | 'no_sender' | 'no_units'

/**
 * Takes on one SMS that a person asked for or that cannot wait. No refusal of bulk messages stops it, it stands on no list,
 * and its units are on the statement like those of any other. `sent` means that it is on its way. Where the church has no
 * approved sender ID or too few units nothing has happened, and the transaction goes on.
 */
export async function sendNotice(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, isoCode, phone, text, reference = randomUUID() }: Notice,
  at: Date,
): Promise<NoticeSent> {
  // Asked under the lock that the hold takes: a hold that is refused would end the transaction of whoever called.
  await lockUnits(tx, tenantId)
  if (await isTaken(tx, reference)) return 'sent'
  const senderMask = await selectFirstMask(tx)
  if (senderMask === null) return 'no_sender'
  const route = await selectRoute(tx, isoCode)
  const { segments } = segmentsOf(text)
  const units = unitsFor(segments, route.rate)
  if ((await availableUnits(tx, tenantId)) < units) return 'no_units'
  const made = { tenantId, id: reference, senderMask, message: text, neutralName: DEFAULT_NEUTRAL_NAME, route, at }
  const campaign: NewCampaign = { ...made, createdBy: null, purpose: 'notice' }
  await takeOnNotice(tx, enqueue, campaign, { address: phone, segments, units })
  return 'sent'
}
