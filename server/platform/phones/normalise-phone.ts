import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
  getCountryCallingCode,
} from 'libphonenumber-js/max'
import type { RejectedReason } from '#contract/messaging/contact-files.ts'
import { asciiDigits } from './ascii-digits.ts'
import { ownMobile } from './own-mobile.ts'
import examples from 'libphonenumber-js/examples.mobile.json'

const E164_MAX_DIGITS = 15
const SHORTEST = 7

type LengthReason = 'too_short' | 'too_long' | 'not_valid_here'

/** Digits of a mobile number in a country, without trunk zero and country code. */
function mobileLength(country: CountryCode | undefined): number {
  return (country && examples[country]?.length) ?? SHORTEST
}

/** Why a number is refused: measured against the mobiles of the country it is meant for. */
function rejectionOf(digits: string, country: CountryCode | undefined): LengthReason {
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

const LONGEST_TEXT = 100
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i
const SPREADSHEET_FLOAT = /^(\d{7,15})\.0+$/
/** A slash is a separator only before a whole part: "0803 123 4567/8" means two numbers. */
const PHONE_SHAPE = /^[\d\s+()[\].·_\p{Pd}]*(?:\/(?:[\s()[\].·_\p{Pd}]*\d){4}[\d\s()[\].·_\p{Pd}]*)*$/u

type PhoneText = { digits: string } | { reason: 'empty' | 'too_long' | 'not_a_number' | 'scientific_notation' }

/** What was typed for a number as `digits`, led by one plus when it is international. Says nothing about validity. */
function readPhoneText(raw: string): PhoneText {
  const text = plainText(raw)
  if (text.length > LONGEST_TEXT) return { reason: /[^\d\s+()-]/.test(text) ? 'not_a_number' : 'too_long' }
  if (SCIENTIFIC.test(text)) return { reason: 'scientific_notation' }
  if (!PHONE_SHAPE.test(text)) return { reason: 'not_a_number' }
  // A spreadsheet's export of a number cell; as a separator the dot would add a digit.
  const digits = (SPREADSHEET_FLOAT.exec(text)?.[1] ?? text).replace(/[^\d+]/g, '').replace(/^\++(?:00)?/, '+')
  if (!/\d/.test(digits)) return { reason: 'empty' }
  return digits.lastIndexOf('+') > 0 ? { reason: 'not_a_number' } : { digits }
}

/** Without what cannot be seen, quotes, and the marks by which programs say "this is a phone number". */
function plainText(raw: string): string {
  const visible = /^[\x20-\x7e]*$/.test(raw)
    ? raw
    : asciiDigits(raw)
        .replace(/\s/g, ' ')
        .replace(/＋/g, '+')
        .replace(/[\p{Cc}\p{Cf}\p{Mn}\p{Me}]/gu, '')
  return visible
    .trim()
    .replace(/^=(?=["'])/, '')
    .replace(/["'`´‘’‚‛“”„«»]/g, '')
    .trim()
    .replace(/^(?:tel|callto|sms|whatsapp):(?:\/\/)?/i, '')
    .trim()
}

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
  const own = country && ownMobile(text.digits, country)
  if (own) return { ok: true, e164: own }
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
