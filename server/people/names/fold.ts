import { foldText } from '#server/platform/fold-text.ts'
import { asciiDigits, nationalDigits } from '#server/platform/phones/index.ts'

export { foldText } from '#server/platform/fold-text.ts'
export { cleanName } from '#server/platform/clean-name.ts'

export type SearchedPerson = {
  firstName: string
  lastName: string
  email?: string | null | undefined
  /** E.164. */
  phone?: string | null | undefined
}

/** A compatibility letter may unfold to eighteen; an index entry holds 2,700 bytes. */
const TERM_MAX_LENGTH = 254
const PHONE_QUERY = /^[\d\s+().\-/_]+$/
const SHORTEST_PHONE_QUERY = 3

/** The words a person is found by: names, whole e-mail, phone with country code (no plus) and as dialled at home. */
export function searchTerms({ firstName, lastName, email, phone }: SearchedPerson): string[] {
  const terms = [...wordsOf(`${firstName} ${lastName}`), foldEmail(email ?? ''), ...phoneTerms(phone)]
  return distinct(terms)
}

/** The beginnings that all have to be found. A query of at least three digits is one number: "+234 803" is `234803`. */
export function foldQuery(text: string): string[] {
  const digits = phoneQuery(asciiDigits(text))
  if (digits) return [digits]
  const parts = text.split(/\s+/).flatMap((part) => (part.includes('@') ? [foldEmail(part)] : wordsOf(part)))
  return distinct(parts)
}

function phoneQuery(text: string): string | null {
  const visible = text.replace(/\p{Cf}/gu, '')
  const digits = visible.replace(/\D/g, '')
  if (!PHONE_QUERY.test(visible) || digits.length < SHORTEST_PHONE_QUERY) return null
  return digits.replace(/^00(?=\d)/, '')
}

function phoneTerms(phone: string | null | undefined): string[] {
  return phone ? [phone.replace(/\D/g, ''), nationalDigits(phone) ?? ''] : []
}

function foldEmail(email: string): string {
  return email
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]/gu, '')
}

/** Cut between characters: half a surrogate pair is no text to the database. */
function distinct(terms: string[]): string[] {
  const short = terms.map((term) => term.slice(0, TERM_MAX_LENGTH).replace(/[\ud800-\udbff]$/, ''))
  return [...new Set(short)].filter((term) => term !== '')
}

function wordsOf(text: string): string[] {
  const folded = foldText(text)
  return folded === '' ? [] : folded.split(' ')
}
