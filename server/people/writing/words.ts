import { foldText } from '../../platform/fold-text.ts'
import { asciiDigits, nationalDigits, normalisePhone } from '../../platform/phones/index.ts'
import { cleanText } from '../../platform/clean-name.ts'

// What is typed of people as it is kept, and the words that they are found by.

type SearchedPerson = {
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

const ADDRESS_MAX_LENGTH = 300

/**
 * A text of several lines as it is kept, each cleaned as names are, empty ones left out, `most` characters in all (an address, when not said):
 * composing letters can make a text longer than the one that was typed. Null when nothing is visible.
 */
export function cleanLines(text: string | null, most = ADDRESS_MAX_LENGTH): string | null {
  const lines = (text ?? '').split(/[\r\n\u2028\u2029]+/).map((line) => cleanText(line, most))
  const kept = lines.filter(Boolean).join('\n')
  return Array.from(kept).slice(0, most).join('').trim() || null
}

/** E.164; null when nothing was typed, undefined when it is no number. */
export function phoneOf(typed: string | null, isoCode: string): string | null | undefined {
  if (!typed?.trim()) return null
  const phone = normalisePhone(typed, isoCode)
  return phone.ok ? phone.e164 : undefined
}

/** The words of the index that begin with a searched word are those from `from` up to, not including, `to`. */
export type SearchWord = { from: string; to: string; letters: number }

/**
 * How the people who have all the words are found.
 * - `walk`: go through the hits of `word`; keep who is among the hits of `pre-filter`, which are read once beforehand; look
 *   for the words `others` on each person who is left.
 * - `intersect`: read the hits of every word and keep who is among all of them.
 */
export type Search =
  | { way: 'walk'; word: SearchWord; preFilter: SearchWord | null; others: SearchWord[] }
  | { way: 'intersect'; words: SearchWord[] }

/** More words cost more than they narrow; the longest are kept. */
const MOST_WORDS = 6
const LAST_CHARACTER = '\u{10ffff}'

/**
 * What a search text looks for, longest word first. Null when nothing was typed; an empty list when the text holds
 * nothing that anybody could be found by.
 */
export function searchWordsOf(text: string | undefined): SearchWord[] | null {
  if (text === undefined || text.trim() === '') return null
  const words = foldQuery(text).toSorted((one, other) => other.length - one.length)
  // Who has a word that begins with "ade" has one that begins with "a".
  const needed = words.filter((word, index) => !words.slice(0, index).some((longer) => longer.startsWith(word)))
  return needed.slice(0, MOST_WORDS).map((word) => ({ from: word, to: word + LAST_CHARACTER, letters: word.length }))
}

/**
 * Each word with the number of letters that an earlier one begins with too. Of a person's words that begin with a
 * searched text, exactly one shares fewer letters than the text has: the hit to count.
 */
export function sharedLetters(terms: string[]): { term: string; shared: number }[] {
  const sorted = terms.toSorted(byCodeUnit)
  return sorted.map((term, index) => ({ term, shared: commonBeginning(sorted[index - 1] ?? '', term) }))
}

const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function commonBeginning(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

type Named = { firstName: string; lastName: string }
type Sorted = Named & { id: string; email: string | null; phone: string | null; sortName: string }

/** Letters of the name that order a list: more would make a page cursor longer than the contract allows. */
const SORT_NAME_MAX_LENGTH = 60

/** A cleaned name as lists are ordered by it. */
export const sortNameOf = ({ firstName, lastName }: Named): string => cutForOrder(foldText(`${firstName} ${lastName}`))

/** Cut between characters. */
export const cutForOrder = (folded: string): string =>
  folded.length <= SORT_NAME_MAX_LENGTH ? folded : Array.from(folded).slice(0, SORT_NAME_MAX_LENGTH).join('')

/** One word of a person; `shared` letters of it begin an earlier one too. */
export type TermRecord = { personId: string; term: string; shared: number; sortName: string }

/** The words that a person is found by, as they stand in the index. */
export function termsOf(person: Sorted): TermRecord[] {
  const { id: personId, sortName } = person
  return sharedLetters(searchTerms(person)).map(({ term, shared }) => ({ personId, term, shared, sortName }))
}
