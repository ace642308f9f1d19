import { scheduler } from 'node:timers/promises'
import { TYPED_NUMBERS_MAX, type Destination } from '#contract/messaging/sms.ts'
import { normalisePhone, splitPhones } from '../../people/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { takingTurns } from '../../platform/turns.ts'

/** A destination with its typed numbers made whole: E.164, or named with the reason why not. */
export type Audience = {
  allContacts: boolean
  groupIds: string[]
  personIds: string[]
  numbers: string[]
  contactFileId: string | null
  invalid: { value: string; reason: string }[]
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

export async function audienceOf(destination: Destination, isoCode: string): Promise<Audience> {
  const numbers: string[] = []
  const invalid: Audience['invalid'] = []
  const typed = splitPhones(destination.phoneNumbers ?? '')
  if (typed.length > TYPED_NUMBERS_MAX)
    throw new ApiError('invalid_input', {
      fields: { phoneNumbers: 'Enter up to 100,000 numbers, or upload a file instead.' },
    })
  for (const [index, value] of typed.entries()) {
    if (index % NUMBERS_A_TURN === NUMBERS_A_TURN - 1) await scheduler.yield()
    const phone = normalisePhone(value, isoCode)
    if (phone.ok) numbers.push(phone.e164)
    else invalid.push({ value: value.slice(0, 40), reason: phone.reason })
  }
  return {
    allContacts: destination.allContacts ?? false,
    groupIds: destination.groupIds ?? [],
    personIds: destination.personIds ?? [],
    numbers,
    contactFileId: destination.contactFileId ?? null,
    invalid,
  }
}
