import { randomUUID } from 'node:crypto'
import { segmentsOf } from '#contract/messaging/segments.ts'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import { availableUnits, lockUnits } from '../../billing/index.ts'
import { permitted } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { takeOnOne, unitsFor, type NewCampaign } from '../campaigns/index.ts'
import { maskFor, selectApprovedMasks } from '../senders/index.ts'
import { routeFor } from './message-text.ts'
import type { Sender } from './send-sms.ts'

/** What one SMS of the staff to one person would cost, and in whose name it can go. Nothing written is nothing to pay. */
export async function quotePersonal(
  tx: Tx,
  { tenantId, isoCode }: Pick<Sender, 'tenantId' | 'isoCode'>,
  { phone, text }: Pick<PersonalSms, 'phone' | 'text'>,
): Promise<{ senders: string[]; pages: number; units: number; available: number }> {
  const route = await routeFor(tx, { isoCode, phone, wish: '' })
  const pages = text === '' ? 0 : segmentsOf(text).segments
  const units = pages === 0 ? 0 : unitsFor(pages, route.rate)
  return { senders: await selectApprovedMasks(tx), pages, units, available: await availableUnits(tx, tenantId) }
}

type PersonalSms = {
  /** E.164. */
  phone: string
  text: string
  /** The sender ID that it should leave under, where the church still has it; else the one it has had for the longest. */
  senderId?: string | undefined
}

/**
 * One SMS of the staff to one person, on the statement like every other. Refused where they told us to stop; asked again
 * when it is handed over. Throws `stopped`, `sender_not_approved`, `not_enough_units`.
 */
export async function sendPersonal(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, accountId, isoCode, at }: Sender & { at: Date },
  { phone, text, senderId }: PersonalSms,
): Promise<{ id: string; units: number }> {
  const permits = await permitted(tx, { channel: 'sms', addresses: [phone], purpose: 'personal', at })
  if (permits.length === 0) throw new ApiError('stopped')
  const sender = await maskFor(tx, senderId)
  if (sender === null) throw new ApiError('sender_not_approved')
  const route = await routeFor(tx, { isoCode, phone, wish: '' })
  const { segments } = segmentsOf(text)
  await lockUnits(tx, tenantId)
  if ((await availableUnits(tx, tenantId)) < unitsFor(segments, route.rate)) throw new ApiError('not_enough_units')
  const written = { tenantId, id: randomUUID(), channel: 'sms' as const, sender, message: text, createdBy: accountId }
  const plain = { neutralName: DEFAULT_NEUTRAL_NAME, footer: '', route, at }
  const campaign: NewCampaign = { ...written, ...plain, purpose: 'personal' }
  const { units } = await takeOnOne(tx, enqueue, campaign, { address: phone, segments })
  return { id: campaign.id, units }
}
