import type { quoteDraft as quoteCall } from '#contract/messaging/drafts.ts'
import type { quoteSchedule as quoteScheduleCall } from '#contract/messaging/schedules.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { ApiError, clientGone, type Call } from '../../platform/http/index.ts'
import { audienceOf, longListsInTurn } from '../campaigns/index.ts'
import { footerOf } from '../opt-out-links/index.ts'
import { quoteSms } from '../sms/index.ts'
import { goingTime } from './going-time.ts'
import { messageOf, selectPresent } from './send-draft.ts'

/**
 * What it would cost to send a draft, a schedule or one that failed, if it went now. Throws `not_found`, `already_sent`,
 * `too_many_recipients`, and `invalid_input` while its text cannot be sent.
 */
export async function quoteDraft(
  { params: { id }, caller, reply, read, at }: Call<typeof quoteCall>,
  publicUrl: string,
): Promise<SmsQuote> {
  const draft = await read((tx) => selectPresent(tx, id))
  if (draft?.channel !== 'sms' || draft.state === 'template') throw new ApiError('not_found')
  if (draft.state === 'sent') throw new ApiError('already_sent')
  const { destination, content } = draft
  const message = messageOf(content)
  const church = { ...caller.church, tenantId: caller.tenantId }
  return longListsInTurn(destination, clientGone(reply), async () => {
    const audience = await audienceOf(destination, church.isoCode)
    return read(async (tx) => {
      const footer = await footerOf(tx, { publicUrl, wanted: content.optOutLink })
      return quoteSms(tx, church, { ...content, message, audience, footer, at })
    })
  })
}

/**
 * What a message would cost as of now, and when it would leave if it went at a time of the church’s clocks. Throws what
 * `goingTime` throws, and `too_many_recipients`.
 */
export async function quoteSchedule(
  { body, caller, reply, read, at }: Call<typeof quoteScheduleCall>,
  publicUrl: string,
): Promise<Answer<typeof quoteScheduleCall>> {
  const { destination, localTime, optOutLink, ...message } = body
  const church = { ...caller.church, tenantId: caller.tenantId }
  const { goesAt, which } = goingTime(church.timeZone, localTime, at)
  return longListsInTurn(destination, clientGone(reply), async () => {
    const audience = await audienceOf(destination, church.isoCode)
    return read(async (tx) => {
      const footer = await footerOf(tx, { publicUrl, wanted: optOutLink })
      const quote = await quoteSms(tx, church, { ...message, audience, footer, at: goesAt })
      return { goesAt: goesAt.toISOString(), which, quote }
    })
  })
}
