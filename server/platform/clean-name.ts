export const NAME_MAX_LENGTH = 100

/** More than a name may need before cleaning, so that a hostile cell costs nothing. */
const LONGEST_INPUT = 4_000
/** Controls, lone surrogates, zero-width space, byte order mark, bidi embeddings, overrides and isolates. */
const HARMFUL = /[\p{Cc}\p{Cs}\u200b\ufeff\u202a-\u202e\u2066-\u2069]/gu
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A name as it is kept: NFC, one space between words, at most 100 characters; nothing that breaks the database
 * or turns the text around it. Right-to-left marks and joiners stay: names need them. Empty when nothing is visible.
 */
export const cleanName = (text: string): string => cleanText(text, NAME_MAX_LENGTH)

/** The same for a text of any length, cut at `most` characters. */
export function cleanText(text: string, most: number): string {
  const oneLine = text.slice(0, LONGEST_INPUT).replace(/\s+/gu, ' ').replace(HARMFUL, '').normalize('NFC')
  const folded = oneLine.replace(/ +/g, ' ').trim()
  if (!VISIBLE.test(folded)) return ''
  return folded.length <= most ? folded : Array.from(folded).slice(0, most).join('').trim()
}
