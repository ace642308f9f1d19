import { scheduler } from 'node:timers/promises'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { TYPED_NUMBERS_MAX, type Destination } from '#contract/messaging/sms.ts'
import { normalisePhone, splitPhones, type Bulk } from '../../people/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { takingTurns } from '../../platform/runtime/index.ts'
import { readAddresses } from './email-addresses.ts'

/** A destination with its typed addresses made whole (E.164, email in small letters), or named with the reason why not; for a channel. */
export type Audience = Bulk & {
  allContacts: boolean
  groupIds: string[]
  personIds: string[]
  /** Typed ones. */
  addresses: string[]
  contactFileId: string | null
  /** A campaign whose failed recipients are meant. */
  failedOf: string | null
  /** Only those of them whom it failed for these reasons; null: all. */
  failedFor: DeliveryReason[] | null
  invalid: { value: string; reason: string }[]
  /** What it was made of. */
  destination: Destination
}

/** Numbers made whole before other requests get a turn: some 2 ms. */
const NUMBERS_A_TURN = 200
/** Letters of a list that is thousands of numbers. */
const LONG_LIST = 20_000
/** Each takes a processor for a second, and the database for another. */
const inTurn = takingTurns({ atOnce: 1, waitingMost: 20, retryAfter: 10 })

/** Works with long lists of typed numbers one at a time, churches by turns; nobody waits for a list that nobody wants any more. */
export function longListsInTurn<T>(
  { phoneNumbers = '' }: Destination,
  gone: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (phoneNumbers.length < LONG_LIST) return work()
  return inTurn(() => (gone.aborted ? Promise.reject(new ApiError('malformed_request')) : work()))
}

const SMS: Bulk = { channel: 'sms', topic: null }

/** The same destination on a channel: what was typed is read as the addresses of that channel. */
export async function audienceOf(destination: Destination, isoCode: string, bulk = SMS): Promise<Audience> {
  const typed =
    bulk.channel === 'email'
      ? readAddresses(destination.emailAddresses ?? '')
      : await typedNumbers(destination, isoCode)
  return {
    ...bulk,
    ...typed,
    allContacts: destination.allContacts ?? false,
    groupIds: destination.groupIds ?? [],
    personIds: destination.personIds ?? [],
    contactFileId: destination.contactFileId ?? null,
    failedOf: destination.failedOf ?? null,
    failedFor: destination.failedFor ?? null,
    destination,
  }
}

async function typedNumbers(
  destination: Destination,
  isoCode: string,
): Promise<Pick<Audience, 'addresses' | 'invalid'>> {
  const addresses: string[] = []
  const invalid: Audience['invalid'] = []
  const typed = splitPhones(destination.phoneNumbers ?? '')
  if (typed.length > TYPED_NUMBERS_MAX)
    throw new ApiError('invalid_input', {
      fields: { phoneNumbers: 'Enter up to 100,000 numbers, or upload a file instead.' },
    })
  for (const [index, value] of typed.entries()) {
    if (index % NUMBERS_A_TURN === NUMBERS_A_TURN - 1) await scheduler.yield()
    const phone = normalisePhone(value, isoCode)
    if (phone.ok) addresses.push(phone.e164)
    else invalid.push({ value: value.slice(0, 40), reason: phone.reason })
  }
  return { addresses, invalid }
}
