import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max'
import type { RejectedReason } from '#contract/messaging/contact-files.ts'
import { readPhoneText } from './phone-text.ts'
import { mobileLength, rejectionOf } from './phone-length.ts'

export type NormalisedPhone = { ok: true; e164: string } | { ok: false; reason: RejectedReason }

/** Without a plus, fewer digits are rather a slip in a local number than a number abroad. */
const SHORTEST_FOREIGN_WITHOUT_PLUS = 11
const SHORTEST_NATIONAL = 7

/**
 * A phone number as people write it, as E.164 (`+2348031234567`). `isoCode` is the country of the church.
 * Nothing is guessed: what is not certainly one valid number is refused with the reason.
 */
export function normalisePhone(raw: string, isoCode: string): NormalisedPhone {
  const text = readPhoneText(raw)
  if ('reason' in text) return { ok: false, reason: text.reason }
  const country = isSupportedCountry(isoCode) ? isoCode : undefined
  const phone = validNumber(text.digits, country)
  return phone ? { ok: true, e164: phone.number } : { ok: false, reason: rejectionOf(text.digits, country) }
}

function validNumber(digits: string, country: CountryCode | undefined): PhoneNumber | undefined {
  if (digits.startsWith('+')) return parseValid(digits)
  if (digits.startsWith('00')) return parseValid(`+${digits.slice(2)}`) ?? parseValid(digits, country)
  return parseValid(digits, country) ?? foreignWithoutPlus(digits)
}

/** Only mobiles: an own number with a digit too many often reads as a land line somewhere else. */
function foreignWithoutPlus(digits: string): PhoneNumber | undefined {
  if (digits.length < SHORTEST_FOREIGN_WITHOUT_PLUS || digits.startsWith('0')) return undefined
  const phone = parseValid(`+${digits}`)
  const type = phone?.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? phone : undefined
}

function parseValid(digits: string, country?: CountryCode): PhoneNumber | undefined {
  const phone = parsePhoneNumberFromString(digits, { ...(country && { defaultCountry: country }), extract: false })
  if (!phone?.isValid()) return undefined
  // The library also knows internal short numbers, which nobody can be reached by from outside.
  return phone.nationalNumber.length >= shortestIn(phone.country) ? phone : undefined
}

function shortestIn(country: CountryCode | undefined): number {
  // South African mobiles have nine digits; the library lets cut ones of five pass.
  return country === 'ZA' ? mobileLength('ZA') : Math.min(SHORTEST_NATIONAL, mobileLength(country))
}
