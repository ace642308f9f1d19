import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/**
 * An opt-out link is `<host>/o/<token>`: five characters for the campaign, made by chance, three for the recipient's place
 * in it, and a seal of six that only this installation can make. It holds no number and is the same length for everybody,
 * so that pages are counted before anybody's link is made, and 100,000 links need not be written down.
 */
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = LETTERS.length
const CODE_LENGTH = 5
const PLACE_LENGTH = 3
/** 35 bits: whoever tries a thousand a second needs a year for one chance of three thousand. */
const SEAL_LENGTH = 6
const OWN_LENGTH = PLACE_LENGTH + SEAL_LENGTH
const TOKEN = /^[0-9A-Za-z]{14}$/

/** The last place that three characters can name: more than a campaign has recipients. */
export const LAST_PLACE = BASE ** PLACE_LENGTH - 1

/** One recipient of one campaign. */
export type Place = { campaignId: string; position: number }

/** The line of a new campaign, in its full length: each recipient's own characters take the place of the last nine. */
export function newFooter(publicUrl: string): string {
  const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(BASE)]).join('')
  return `\nStop: ${new URL(publicUrl).host}/o/${code}${'0'.repeat(OWN_LENGTH)}`
}

/** As long as any line of this installation: for a quote, which is of no campaign yet. */
export const sampleFooter = (publicUrl: string): string =>
  `\nStop: ${new URL(publicUrl).host}/o/${'0'.repeat(CODE_LENGTH + OWN_LENGTH)}`

/** The line as one recipient gets it; none for a campaign without. */
export function footerFor(footer: string, place: Place, secretKey: string): string {
  if (footer === '') return ''
  return footer.slice(0, -OWN_LENGTH) + written(place.position, PLACE_LENGTH) + sealOf(place, secretKey)
}

/** The whole address in such a line; '' for a message without. */
export const stopLinkIn = (footer: string, publicUrl: string): string =>
  footer === '' ? '' : `${publicUrl}/o/${footer.slice(-CODE_LENGTH - OWN_LENGTH)}`

/** What a token says, before anybody knows whether it is one of ours; null: it cannot be. */
export function readToken(token: string): { code: string; position: number } | null {
  if (!TOKEN.test(token)) return null
  const place = token.slice(CODE_LENGTH, CODE_LENGTH + PLACE_LENGTH)
  const position = [...place].reduce((sum, letter) => sum * BASE + LETTERS.indexOf(letter), 0)
  return { code: token.slice(0, CODE_LENGTH), position }
}

/** Whether a token was made for this recipient. */
export const isSealed = (token: string, place: Place, secretKey: string): boolean =>
  timingSafeEqual(Buffer.from(token.slice(-SEAL_LENGTH)), Buffer.from(sealOf(place, secretKey)))

function sealOf({ campaignId, position }: Place, secretKey: string): string {
  const mac = createHmac('sha256', keyOf(secretKey)).update(`${campaignId}.${position}`).digest()
  return written(mac.readUIntBE(0, 6) % BASE ** SEAL_LENGTH, SEAL_LENGTH)
}

const keyOf = (secretKey: string): Buffer => createHash('sha256').update(`opt-out link\n${secretKey}`).digest()

function written(number: number, length: number): string {
  let rest = number
  let text = ''
  for (let at = 0; at < length; at += 1) {
    text = `${LETTERS[rest % BASE]}${text}`
    rest = Math.floor(rest / BASE)
  }
  return text
}
