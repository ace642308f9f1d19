import { createHash, timingSafeEqual } from 'node:crypto'

/** A call of a gateway as it came. `address` is the whole of it, with what stands behind the question mark. */
export type SignedCall = { address: URL; rawBody: Buffer; headers: Record<string, unknown>; at: Date }

/** Whether two secrets are the same, in a time that tells nothing about them. */
export const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether the address carries the key that we gave the gateway for its calls. */
export const hasKey = ({ address }: SignedCall, key: string): boolean =>
  isSame(address.searchParams.get('key') ?? '', key)

/** A form's fields; of two of one name the last. */
export const formOf = ({ rawBody }: SignedCall): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(rawBody.toString('utf8')))

export function jsonOf({ rawBody }: SignedCall): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return null
  }
}

const CODE_MAX_LENGTH = 100

/** A gateway's own word for what happened; whatever it sends must be text that the database keeps. */
export const codeIn = (code: string | number | null | undefined): string | null =>
  cleaned(String(code ?? '')).slice(0, CODE_MAX_LENGTH) || null

/** Text that the database keeps, without what steers a screen. */
const cleaned = (text: string): string => text.toWellFormed().replaceAll(/\p{Cc}/gu, '')

/** When it was, as the gateway says; otherwise when it called. */
export function timeIn(said: string | undefined, { at }: SignedCall): Date {
  const time = Date.parse(said ?? '')
  return Number.isNaN(time) ? at : new Date(time)
}

const ID_MAX_LENGTH = 200

/** An id as we keep it; null: none, or nothing that we would find again. */
export const idIn = (id: string | undefined): string | null =>
  id !== undefined && id !== '' && id.length <= ID_MAX_LENGTH && cleaned(id) === id ? id : null

/** E.164, as gateways write numbers: with or without the plus. What is no number (a short code, a name) stays as it is. */
export const numberIn = (number: string): string => {
  const digits = cleaned(number).trim()
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : digits.slice(0, 40)
}
