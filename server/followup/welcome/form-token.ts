import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A form says when it was opened, in a token that only this installation can make: a machine that sends at once, or keeps
 * one page for ever, is told from a visitor without asking anybody for anything.
 */
type Place = { tenantId: string; secretKey: string }

const TOKEN = /^([0-9a-z]{6,11})\.([\w-]{16})\.([\w-]{22})$/
const RANDOM_BYTES = 12
const SEAL_BYTES = 16

export function newFormToken(place: Place, at: Date): string {
  const opened = at.getTime().toString(36)
  const random = randomBytes(RANDOM_BYTES).toString('base64url')
  return `${opened}.${random}.${sealOf(place, `${opened}.${random}`)}`
}

/** When the form of a token was opened; null: it is none of ours, or another church's. */
export function openedAt(place: Place, token: string): Date | null {
  const [, opened = '', random = '', seal = ''] = TOKEN.exec(token) ?? []
  if (opened === '') return null
  const wanted = Buffer.from(sealOf(place, `${opened}.${random}`))
  return timingSafeEqual(wanted, Buffer.from(seal)) ? new Date(Number.parseInt(opened, 36)) : null
}

/** The id of a press: one page and the same words are one entry, however often the button is pressed. A UUID that nobody can guess. */
export function pressId(place: Place, said: readonly string[]): string {
  const hex = macOf(place, JSON.stringify(said)).toString('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const sealOf = (place: Place, text: string): string => macOf(place, text).subarray(0, SEAL_BYTES).toString('base64url')

const macOf = ({ tenantId, secretKey }: Place, text: string): Buffer =>
  createHmac('sha256', createHash('sha256').update(`welcome form\n${secretKey}`).digest())
    .update(`${tenantId}\n${text}`)
    .digest()
