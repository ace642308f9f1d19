import type { getSearchedUsers } from '#contract/people/persons.ts'
import { SEARCH_MIN_LENGTH } from '#contract/people/persons.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { planSearch, RARE } from './plan-search.ts'
import { searchWordsOf, type Search } from './search-words.ts'
import { selectClosest, selectPeople, type FoundPerson } from './store.ts'

const MOST_FOUND = 20

/** People for a picker, the closest first. Nobody below three letters: so short a text would find half the church. */
export async function searchUsers(tx: Tx, searchText: string): Promise<Answer<typeof getSearchedUsers>> {
  const words = searchWordsOf(searchText) ?? []
  const letters = words.reduce((sum, word) => sum + word.letters, 0)
  const search = letters < SEARCH_MIN_LENGTH ? null : await planSearch(tx, words)
  const found = search ? await findClosest(tx, search) : []
  return found.map(({ id, first_name, last_name, phone, email }) => ({ id, name: `${first_name} ${last_name}`.trim(), phone, email }))
}

async function findClosest(tx: Tx, search: Search): Promise<FoundPerson[]> {
  if (search.way === 'probe') return selectClosest(tx, search, { among: RARE, limit: MOST_FOUND })
  // Common words mostly go together often enough for the first hits of one to hold enough people with the others.
  const [word, ...others] = search.words
  const early = word ? await selectClosest(tx, { word, others }, { among: RARE, limit: MOST_FOUND }) : []
  if (early.length === MOST_FOUND) return early
  return selectPeople(tx, { search, kind: null, groupId: null }, { after: null, limit: MOST_FOUND })
}
