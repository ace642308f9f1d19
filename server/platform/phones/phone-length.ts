import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CountryCode } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/examples.mobile.json'

const E164_MAX_DIGITS = 15
const SHORTEST = 7

type LengthReason = 'too_short' | 'too_long' | 'not_valid_here'

/** Digits of a mobile number in a country, without trunk zero and country code. */
export function mobileLength(country: CountryCode | undefined): number {
  return (country && examples[country]?.length) ?? SHORTEST
}

/** Why a number is refused: measured against the mobiles of the country it is meant for. */
export function rejectionOf(digits: string, country: CountryCode | undefined): LengthReason {
  const bare = digits.replace(/^\+/, '')
  if (bare.length < SHORTEST) return 'too_short'
  if (digits.startsWith('+') || digits.startsWith('00')) return abroad(bare.replace(/^00/, ''))
  if (!country) return bare.length > E164_MAX_DIGITS ? 'too_long' : 'not_valid_here'
  return compare(nationalPart(bare, country), country)
}

function abroad(bare: string): LengthReason {
  if (bare.length > E164_MAX_DIGITS) return 'too_long'
  const phone = parsePhoneNumberFromString(`+${bare}`, { extract: false })
  const country = phone?.country ?? phone?.getPossibleCountries()[0]
  return phone && country ? compare(phone.nationalNumber.replace(/^0/, ''), country) : 'not_valid_here'
}

function nationalPart(bare: string, country: CountryCode): string {
  const code = getCountryCallingCode(country)
  const withoutCode = bare.length > mobileLength(country) && bare.startsWith(code) ? bare.slice(code.length) : bare
  return withoutCode.replace(/^0/, '')
}

function compare(national: string, country: CountryCode): LengthReason {
  const expected = mobileLength(country)
  if (national.length === expected) return 'not_valid_here'
  return national.length < expected ? 'too_short' : 'too_long'
}
