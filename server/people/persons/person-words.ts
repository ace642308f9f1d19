import { foldText, searchTerms } from '../names/fold.ts'
import { sharedLetters } from './shared-letters.ts'
import type { TermRecord } from './store.ts'

type Named = { firstName: string; lastName: string }
type Sorted = Named & { id: string; email: string | null; phone: string | null; sortName: string }

/** Letters of the name that order a list: more would make a page cursor longer than the contract allows. */
const SORT_NAME_MAX_LENGTH = 60

/** A cleaned name as lists are ordered by it. */
export const sortNameOf = ({ firstName, lastName }: Named): string => cutForOrder(foldText(`${firstName} ${lastName}`))

/** Cut between characters. */
export const cutForOrder = (folded: string): string =>
  folded.length <= SORT_NAME_MAX_LENGTH ? folded : Array.from(folded).slice(0, SORT_NAME_MAX_LENGTH).join('')

/** The words that a person is found by, as they stand in the index. */
export function termsOf(person: Sorted): TermRecord[] {
  const { id: personId, sortName } = person
  return sharedLetters(searchTerms(person)).map(({ term, shared }) => ({ personId, term, shared, sortName }))
}
