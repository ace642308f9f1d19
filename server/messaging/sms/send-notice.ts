import { randomUUID } from 'node:crypto'
import { segmentsOf } from '#contract/messaging/segments.ts'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import { availableUnits, lockUnits } from '../../billing/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { isTaken, type NewCampaign, unitsFor, takeOnOne } from '../campaigns/index.ts'
import { maskFor } from '../senders/index.ts'
import { routeFor } from './message-text.ts'

type Notice = {
  tenantId: TenantId
  /** The church's country: it decides the route of a number that tells none. */
  isoCode: string
  /** E.164. */
  phone: string
  text: string
  /** The sender ID that it should leave under, where the church still has it; else the one it has had for the longest. */
  senderId?: string
  /** A uuid of the caller's for this one message: with the same again nothing more is sent. */
  reference?: string
}

type NoticeSent = 'sent' | 'no_sender' | 'no_units'

/**
 * Takes on one SMS that a person asked for or that cannot wait. No refusal of bulk messages stops it, it stands on no list,
 * and its units are on the statement like those of any other. `sent` means that it is on its way. Where the church has no
 * approved sender ID or too few units nothing has happened, and the transaction goes on.
 */
export async function sendNotice(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, isoCode, phone, text, senderId, reference = randomUUID() }: Notice,
  at: Date,
): Promise<NoticeSent> {
  // Asked under the lock that the hold takes: a hold that is refused would end the transaction of whoever called.
  await lockUnits(tx, tenantId)
  if (await isTaken(tx, reference)) return 'sent'
  const sender = await maskFor(tx, senderId)
  if (sender === null) return 'no_sender'
  const route = await routeFor(tx, { isoCode, phone, wish: '' })
  const { segments } = segmentsOf(text)
  if ((await availableUnits(tx, tenantId)) < unitsFor(segments, route.rate)) return 'no_units'
  const made = {
    tenantId,
    id: reference,
    sender,
    message: text,
    neutralName: DEFAULT_NEUTRAL_NAME,
    footer: '',
    route,
    at,
  }
  const campaign: NewCampaign = { ...made, channel: 'sms', createdBy: null, purpose: 'notice' }
  await takeOnOne(tx, enqueue, campaign, { address: phone, segments })
  return 'sent'
}
