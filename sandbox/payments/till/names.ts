import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const MIXED = `${LETTERS}${LETTERS.toLowerCase()}0123456789`
const CAPITALS = `${LETTERS}0123456789`

const drawn = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A name as Stripe gives them: `pi_3K…`. */
export const mixedName = (prefix: string, length = 24): string => prefix + drawn(MIXED, length)

/** A name as PayPal gives them: seventeen capitals and digits. */
export const capitalName = (length = 17): string => drawn(CAPITALS, length)

let last = 4_099_000_000 + randomInt(1_000_000)

/** A number as Paystack and Flutterwave give them, one after the other. */
export const nextNumber = (): number => ++last

/** An address that a browser can be led to. */
export function isWebAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.host !== ''
}

/** The address with these added to its query. */
export function withQuery(address: string, added: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value)
  return url.href
}
