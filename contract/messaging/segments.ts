/** GSM 03.38, the alphabet of a plain SMS. Signs of the second line take two places. */
const ONE_SEPTET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const TWO_SEPTETS = '\f^{}\\[~]|€'

const SEPTETS = new Uint8Array(0x20ad)
for (const sign of ONE_SEPTET) SEPTETS[sign.charCodeAt(0)] = 1
for (const sign of TWO_SEPTETS) SEPTETS[sign.charCodeAt(0)] = 2

const GSM_ALONE = 160
const GSM_JOINED = 153
const UCS2_ALONE = 70
const UCS2_JOINED = 67

export type Segments = { encoding: 'gsm' | 'ucs2'; characters: number; segments: number }

/**
 * How many SMS a text is sent as: 160 places alone and 153 when joined, or 70 and 67 as soon as one sign is outside
 * GSM 03.38. No sign is split between two. `characters` counts signs as a reader does: `€` and 🌸 are one each, and so is a letter
 * with its marks however a keyboard writes it: the text is sent composed.
 */
export function segmentsOf(written: string): Segments {
  const text = written.normalize('NFC')
  const gsm = gsmSegments(text)
  if (gsm !== null) return { encoding: 'gsm', characters: text.length, segments: gsm }
  return { encoding: 'ucs2', characters: countCharacters(text), segments: ucs2Segments(text) }
}

function gsmSegments(text: string): number | null {
  let total = 0
  let inLast = 0
  let segments = text === '' ? 0 : 1
  for (let index = 0; index < text.length; index += 1) {
    const places = SEPTETS[text.charCodeAt(index)] ?? 0
    if (places === 0) return null
    total += places
    if (inLast + places > GSM_JOINED) {
      segments += 1
      inLast = 0
    }
    inLast += places
  }
  return total <= GSM_ALONE ? Math.min(segments, 1) : segments
}

function ucs2Segments(text: string): number {
  if (text.length <= UCS2_ALONE) return 1
  let segments = 0
  for (let start = 0; start < text.length; segments += 1) {
    const end = start + UCS2_JOINED
    start = isPair(text, end - 1) ? end - 1 : end
  }
  return segments
}

function countCharacters(text: string): number {
  let pairs = 0
  for (let index = 0; index < text.length; index += 1) if (isPair(text, index)) pairs += 1
  return text.length - pairs
}

function isPair(text: string, index: number): boolean {
  return isBetween(text.charCodeAt(index), 0xd800, 0xdbff) && isBetween(text.charCodeAt(index + 1), 0xdc00, 0xdfff)
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last
}

/** A sign with the marks and joined signs that belong to it. */
const SIGN = /\p{RI}\p{RI}|\P{M}(?:\p{M}|\p{EMod}|\u200d\P{M})*|\p{M}/gu

/** The signs, each once, that make a message Unicode and so leave 70 places instead of 160. */
export function dearSigns(message: string): string[] {
  return [...new Set(message.match(SIGN))].filter((sign) => gsmSegments(sign) === null)
}

const NAME_MARK = /#name#/gi
/** Controls, halves of pairs, bidi embeddings, overrides and isolates: nothing that turns or breaks the message. */
const HARMFUL_IN_NAME = /[\p{Cc}\p{Cs}\u200b\ufeff\u202a-\u202e\u2066-\u2069]/gu

/** The first word of a name, or '' when there is none. */
export function firstNameOf(name: string | null): string {
  const words = (name ?? '').replace(/\s+/gu, ' ').replace(HARMFUL_IN_NAME, '').trim()
  // Files also hold "Chidi, Mr".
  const first = (words.split(' ')[0] ?? '').replace(/[,;:]+$/u, '')
  return /[\p{L}\p{N}\p{S}]/u.test(first) ? first : ''
}

/** The message as one person reads it: each `#name#` is the first name or, without one, the neutral word. */
export function personalise(message: string, name: string | null, neutral: string): string {
  if (!message.includes('#')) return message
  const word = firstNameOf(name) || neutral
  // A function, because `$&` in a name would otherwise be a command of replace().
  return message.replace(NAME_MARK, () => word)
}

/** Signs that word processors put in, and the plain ones they stand for. Letters with marks are not among them. */
const PLAIN_SIGNS: [signs: string, plain: string][] = [
  ['‘’‚‛ʼ′`´', "'"],
  ['“”„‟″«»', '"'],
  ['‐‑‒–—―−⁃', '-'],
  ['…', '...'],
  ['\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000', ' '],
  ['\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff', ''],
  ['\u0085\u2028\u2029', '\n'],
  ['•·‣●▪', '*'],
  ['₦', 'N'],
  ['₵', 'GHS'],
  ['×', 'x'],
  ['⁄', '/'],
  ['½', '1/2'],
  ['¼', '1/4'],
  ['¾', '3/4'],
  ['№', 'No.'],
  ['™', '(TM)'],
  ['©', '(C)'],
  ['®', '(R)'],
]
const PLAIN_SIGN = new Map(PLAIN_SIGNS.flatMap(([signs, plain]) => [...signs].map((sign) => [sign, plain] as const)))

/** The message in plain signs and what was replaced, or null when it is plain already or stays Unicode anyway. */
export function plainAlternative(message: string): { message: string; replaced: string[] } | null {
  if (gsmSegments(message) !== null) return null
  const replaced = new Set<string>()
  const plain = [...message.normalize('NFC')].map((sign) => {
    const substitute = PLAIN_SIGN.get(sign)
    if (substitute !== undefined) replaced.add(sign)
    return substitute ?? sign
  })
  const text = plain.join('')
  return gsmSegments(text) === null ? null : { message: text, replaced: [...replaced] }
}
