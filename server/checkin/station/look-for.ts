import { codeIn, ownCodeIn } from '#contract/checkin/codes.ts'
import { findFamilies, normalisePhone } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import {
  selectFamiliesByEnd,
  selectFamiliesByOwnCode,
  selectFamiliesByPhone,
  selectFamilyByCode,
  selectRegistered,
} from './station-family-store.ts'

export const MOST_FOUND = 10
/** Of one name in a church, before those who are at an event are chosen. */
const MOST_OF_A_NAME = 1_000
const SHORTEST_SEARCH = 3
const SHORTEST_PHONE_END = 4

/** What was typed at a station: a code, or else a phone or a name. */
export type Typed = { code?: string | undefined; search?: string | undefined }

/** Throws `invalid_input` for neither, both, or too short a search. */
export function checkTyped({ code, search }: Typed): void {
  if (code !== undefined && search === undefined) return
  if (code !== undefined || (search ?? '').length < SHORTEST_SEARCH)
    throw new ApiError('invalid_input', { fields: { search: 'Enter at least three letters or digits.' } })
}

/** The family of a code of the event's day; nobody: none. */
export async function familyOfCode(tx: Tx, { day, typed }: { day: string; typed: string }): Promise<string[]> {
  const code = codeIn(typed)
  const familyId = code && (await selectFamilyByCode(tx, { day, code }))
  return familyId ? [familyId] : []
}

/** The family whose own code this is. It is longer than a code of a day: none is both. */
export async function familiesOfOwnCode(tx: Tx, typed: string): Promise<string[]> {
  const ownCode = ownCodeIn(typed)
  return ownCode ? selectFamiliesByOwnCode(tx, ownCode, MOST_FOUND) : []
}

/** Families by a phone, whole or its last digits, or by names; up to ten, at an event of those registered for it. */
export async function familiesOf(tx: Tx, search: string, isoCode: string, eventId?: string): Promise<string[]> {
  const whole = await familiesOfPhone(tx, search, isoCode, eventId)
  if (whole.length > 0) return whole
  const own = await familiesOfOwnCode(tx, search)
  if (own.length > 0) return own
  const digits = search.replaceAll(/[\s+().\-/]/g, '')
  const isEnd = /^\d+$/.test(digits) && digits.length >= SHORTEST_PHONE_END
  const ending = isEnd ? await selectFamiliesByEnd(tx, digits, { limit: MOST_FOUND, eventId }) : []
  if (ending.length > 0) return ending
  if (eventId === undefined) return findFamilies(tx, search, MOST_FOUND)
  const named = await findFamilies(tx, search, MOST_OF_A_NAME)
  return selectRegistered(tx, named, { eventId, limit: MOST_FOUND })
}

/** Families by a whole phone number only. */
export async function familiesOfPhone(tx: Tx, search: string, isoCode: string, eventId?: string): Promise<string[]> {
  const phone = normalisePhone(search, isoCode)
  return phone.ok ? selectFamiliesByPhone(tx, phone.e164, { limit: MOST_FOUND, eventId }) : []
}
