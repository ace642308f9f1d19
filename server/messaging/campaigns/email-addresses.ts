import { domainToASCII } from 'node:url'
import { TYPED_NUMBERS_MAX } from '#contract/messaging/sms.ts'
import { ApiError } from '../../platform/http/index.ts'

/**
 * What can be an address, for PostgreSQL and for us: one @, a domain with a dot, and none of the signs by which one address
 * becomes two or a header ends.
 */
export const EMAIL_PATTERN = String.raw`^[^\s@,;:<>()\[\]"\\]{1,64}@[^\s@,;:<>()\[\]"\\]+[.][^\s@,;:<>()\[\]"\\.]{2,63}$`
const ADDRESS = new RegExp(EMAIL_PATTERN, 'u')
const ADDRESS_MAX_LENGTH = 254
/** `Ada Obi <ada@mail.example>`, as address books copy it. */
const NAMED = /^[^<>]*<([^<>]*)>$/u

/** One address as it is written to: in small letters; null: it can be none. Domains may be in any script. */
export function normaliseEmail(typed: string): string | null {
  const address = (NAMED.exec(typed.trim())?.[1] ?? typed).trim().normalize('NFC').toLowerCase()
  if (address.length > ADDRESS_MAX_LENGTH || /[\p{Cc}\p{Cf}]/u.test(address) || !ADDRESS.test(address)) return null
  return domainToASCII(address.slice(address.indexOf('@') + 1)) === '' ? null : address
}

/** What stands between commas, semicolons and new lines. */
export const splitAddresses = (typed: string): string[] =>
  typed
    .split(/[,;\r\n]+/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Addresses typed or pasted, split by commas, semicolons or new lines; each that is none is named. */
export function readAddresses(typed: string): {
  addresses: string[]
  invalid: { value: string; reason: string }[]
} {
  const parts = splitAddresses(typed)
  if (parts.length > TYPED_NUMBERS_MAX)
    throw new ApiError('invalid_input', { fields: { emailAddresses: 'Enter up to 100,000 addresses.' } })
  const addresses: string[] = []
  const invalid: { value: string; reason: string }[] = []
  for (const part of parts) {
    const address = normaliseEmail(part)
    if (address === null) invalid.push({ value: part.slice(0, 40), reason: 'not_an_address' })
    else addresses.push(address)
  }
  return { addresses, invalid }
}
