import { foldQuery } from '../names/fold.ts'

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
