import { DEFAULT_NEUTRAL_NAME, RECIPIENTS_MAX, type Destination, type SmsQuote } from '#contract/messaging/sms.ts'
import { personalise, plainAlternative } from '#contract/messaging/segments.ts'
import { availableUnits } from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import {
  countAudience,
  countFirstNames,
  sampleAudience,
  type NameCount,
  type Audience,
  audienceOf,
  countSegments,
  readSentMessage,
  type SegmentCount,
} from '../campaigns/index.ts'
import { segmentsIn, type FooterFor, type MessageText, type Wish } from './message-text.ts'
import { selectNumberInstead } from '../senders/index.ts'
import { quoteRoutes } from './quote-routes.ts'

const INVALID_SHOWN = 50
const SAMPLES = 5

type QuoteInput = {
  audience: Audience
  message: string
  neutralName?: string | undefined
  /** Made by `footerOf`; '' for a message without opt-out link. */
  footer: string
  /** The sender ID, of which it is told who would see a number instead. */
  senderId?: string | undefined
  routeId?: Wish['routeId']
  at: Date
}

type Church = { tenantId: string; isoCode: string; currency: string; timeZone: string }

/** Which message is sent again, for whom of those that it failed to reach, and how; `footerFor` makes what stands behind it. */
export type Resending = {
  id: string
  reasons?: Destination['failedFor']
  footerFor: FooterFor
  routeId?: Wish['routeId']
}

export const failedOf = ({ id, reasons }: Pick<Resending, 'id' | 'reasons'>): Destination => ({
  failedOf: id,
  ...(reasons ? { failedFor: reasons } : {}),
})

/** What it would cost to send a message again to those whom it failed to reach; with its opt-out link or without, as it was. */
export async function quoteResend(
  tx: Tx,
  church: Church,
  { id, reasons, footerFor, routeId, at }: Resending & { at: Date },
): Promise<SmsQuote> {
  const { message, neutralName, optOutLink } = await readSentMessage(tx, id)
  const footer = await footerFor(optOutLink)
  const audience = await audienceOf(failedOf({ id, reasons }), church.isoCode)
  return quoteSms(tx, church, { audience, message, neutralName, footer, routeId, at })
}

/**
 * What a message would cost and who would receive it: the send that follows takes exactly these units. Throws
 * `too_many_recipients`.
 */
export async function quoteSms(tx: Tx, church: Church, input: QuoteInput): Promise<SmsQuote> {
  const { audience } = input
  const { message, footer, neutralName = DEFAULT_NEUTRAL_NAME } = input
  const text: MessageText = { message, neutralName, footer }
  const { prefixes, ...counts } = await countAudience(tx, audience)
  if (counts.recipients > RECIPIENTS_MAX) throw new ApiError('too_many_recipients')
  const names = await countFirstNames(tx, audience)
  const samples = await sampleAudience(tx, audience, SAMPLES)
  const balance = await availableUnits(tx, church.tenantId)
  const { segments, lines, byPrefix } = await countSegments(segmentsIn(text), names)
  const { unitsOf, ...travels } = await quoteRoutes(tx, church, { ...input, byPrefix, prefixes })
  return {
    ...counts,
    ...travels,
    chosen: counts.chosen + audience.invalid.length,
    invalid: audience.invalid.length,
    invalidNumbers: audience.invalid.slice(0, INVALID_SHOWN),
    lines,
    segments,
    balance,
    balanceAfter: balance - travels.units,
    samples: samples.map(({ name, firstName, address }) => ({
      name,
      phone: address,
      text: personalise(message, firstName, neutralName) + footer,
    })),
    footer,
    numberInstead: await selectNumberInstead(tx, { mask: input.senderId ?? '', of: counts.recipients, prefixes }),
    saving: await savingOf(text, names, { units: travels.units, unitsOf }),
  }
}

/** What replacing typographic signs would save, when it saves anything. */
async function savingOf(
  text: MessageText,
  names: NameCount[],
  now: { units: number; unitsOf: (byPrefix: SegmentCount['byPrefix']) => number },
): Promise<SmsQuote['saving']> {
  const plain = plainAlternative(text.message)
  if (!plain) return null
  const { byPrefix } = await countSegments(segmentsIn({ ...text, message: plain.message }), names)
  const cheaper = now.unitsOf(byPrefix)
  return cheaper < now.units ? { units: cheaper, message: plain.message } : null
}
