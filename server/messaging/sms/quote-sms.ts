import { DEFAULT_NEUTRAL_NAME, type SmsQuote } from '#contract/messaging/sms.ts'
import { personalise, plainAlternative } from '#contract/messaging/segments.ts'
import { availableUnits } from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import {
  countAudience,
  countFirstNames,
  sampleAudience,
  type NameCount,
  type Audience,
  countSegments,
  type MessageText,
  unitsFor,
  type Rate,
  selectRoute,
} from '../campaigns/index.ts'

const INVALID_SHOWN = 50
const SAMPLES = 5

export type QuoteInput = { audience: Audience; message: string; neutralName?: string | undefined }

/** What a message would cost and who would receive it: the send that follows takes exactly these units. */
export async function quoteSms(
  tx: Tx,
  church: { tenantId: string; isoCode: string },
  input: QuoteInput,
): Promise<SmsQuote> {
  const { audience } = input
  const text: MessageText = { message: input.message, neutralName: input.neutralName ?? DEFAULT_NEUTRAL_NAME }
  const { rate } = await selectRoute(tx, church.isoCode)
  const counts = await countAudience(tx, audience)
  const names = await countFirstNames(tx, audience)
  const samples = await sampleAudience(tx, audience, SAMPLES)
  const balance = await availableUnits(tx, church.tenantId)
  const { segments, lines } = await countSegments(text, names)
  const units = unitsFor(segments, rate)
  return {
    ...counts,
    chosen: counts.chosen + audience.invalid.length,
    invalid: audience.invalid.length,
    invalidNumbers: audience.invalid.slice(0, INVALID_SHOWN),
    lines,
    segments,
    units,
    balance,
    balanceAfter: balance - units,
    samples: samples.map(({ name, firstName, phone }) => ({
      name,
      phone,
      text: personalise(text.message, firstName, text.neutralName),
    })),
    saving: await savingOf(text, names, { units, rate }),
  }
}

/** What replacing typographic signs would save, when it saves anything. */
async function savingOf(
  text: MessageText,
  names: NameCount[],
  now: { units: number; rate: Rate },
): Promise<SmsQuote['saving']> {
  const plain = plainAlternative(text.message)
  if (!plain) return null
  const cheaper = unitsFor((await countSegments({ ...text, message: plain.message }, names)).segments, now.rate)
  return cheaper < now.units ? { units: cheaper, message: plain.message } : null
}
