import { randomUUID } from 'node:crypto'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import { takeAttempts } from '../../identity/index.ts'
import { normalisePhone, permitted } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { takeOnOne, type NewCampaign } from '../campaigns/index.ts'
import { selectApprovedMask } from '../senders/index.ts'
import { routeFor, segmentsIn, travelling, type Wish } from './message-text.ts'
import type { Sender } from './send-sms.ts'
import { selectKnownPhone } from './test-store.ts'

type TestInput = Wish & {
  senderId: string
  message: string
  neutralName?: string | undefined
  /** Made by `footerOf`; '' for a message without opt-out link. Whoever reads the test may press it, as with any message. */
  footer: string
  /** As it was typed. */
  phone: string
}

/** Who writes the message and wants to see it. */
type Tester = Sender & { personId: string; at: Date }

/**
 * Sends one message to see it on a phone: to the own number, or to one of somebody in the church who has not opted out. It
 * stands on no list, costs what it weighs, and there are only so many an hour, by an account and to a number.
 */
export async function testSms(tx: Tx, enqueue: Enqueue, tester: Tester, input: TestInput): Promise<{ units: number }> {
  const { tenantId, accountId, isoCode, at } = tester
  const { message, footer, neutralName = DEFAULT_NEUTRAL_NAME } = input
  const { phone, firstName } = await addresseeOf(tx, tester, input.phone)
  await takeAttempts(
    tx,
    [
      { kind: 'testMessage', who: accountId },
      { kind: 'testMessagePhone', who: `${tenantId} ${phone}` },
    ],
    at,
  )
  const mask = await selectApprovedMask(tx, input.senderId)
  if (mask === null) throw new ApiError('sender_not_approved')
  const route = await routeFor(tx, { ...travelling(isoCode, input), phone })
  const campaign: NewCampaign = {
    tenantId,
    id: randomUUID(),
    channel: 'sms',
    sender: mask,
    message,
    neutralName,
    footer,
    route,
    createdBy: accountId,
    purpose: 'test',
    at,
  }
  const segments = segmentsIn({ message, neutralName, footer })(firstName)
  return takeOnOne(tx, enqueue, campaign, { address: phone, firstName, segments })
}

async function addresseeOf(
  tx: Tx,
  { isoCode, personId, at }: Tester,
  typed: string,
): Promise<{ phone: string; firstName: string }> {
  const read = normalisePhone(typed, isoCode)
  if (!read.ok) throw new ApiError('invalid_input', { fields: { phone: 'This is not a phone number.' } })
  const phone = read.e164
  const known = await selectKnownPhone(tx, phone, personId)
  // Whoever writes may read it in any case; others may have refused.
  const mayRead =
    known?.isOwn ||
    (known && (await permitted(tx, { channel: 'sms', addresses: [phone], purpose: 'bulk', at })).length > 0)
  if (!mayRead)
    throw new ApiError('invalid_input', {
      fields: { phone: 'Enter your own number, or that of someone in your church who receives messages.' },
    })
  return { phone, firstName: known.firstName }
}
