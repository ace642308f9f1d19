import { emailKey } from '../../../identity/index.ts'
import { cleanEmail, normalisePhone } from '../../../people/index.ts'

/** What a guardian signs in by: an e-mail address, or a phone in E.164. */
export type Address = { email: string; emailKey: string; phone: null } | { email: null; emailKey: null; phone: string }

/** An address as it is kept. `isoCode`: the church's country, in whose ways phones are typed. Null: it is neither. */
export function readAddress(typed: string, isoCode: string): Address | null {
  if (!typed.includes('@')) {
    const phone = normalisePhone(typed, isoCode)
    return phone.ok ? { email: null, emailKey: null, phone: phone.e164 } : null
  }
  const email = cleanEmail(typed)
  return email ? { email, emailKey: emailKey(email), phone: null } : null
}

/** What accounts are looked for by. Several phones: the number is dialled like this in several countries. */
export type Lookup = { emailKey: string | null; phones: string[] }

/**
 * What an address may stand for when nobody has said which church is meant: a number as it is dialled at home is read as
 * one of each of these countries. Neither an address nor a phone finds nobody.
 */
export function lookupOf(typed: string, isoCodes: readonly string[]): Lookup {
  if (typed.includes('@')) return { emailKey: emailKey(cleanEmail(typed) ?? typed), phones: [] }
  // Without a country only numbers with their country code are read.
  const read = ['', ...isoCodes].map((isoCode) => normalisePhone(typed, isoCode))
  const phones = new Set(read.flatMap((phone) => (phone.ok ? [phone.e164] : [])))
  return { emailKey: null, phones: [...phones].toSorted() }
}

/** How an address is counted where tries are limited; the same however it was typed. */
export const namesOf = ({ emailKey: key, phones }: Lookup, typed: string): string[] => {
  if (key !== null) return [key]
  return phones.length > 0 ? phones : [typed.replaceAll(/\s/g, '')]
}
