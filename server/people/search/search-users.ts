import type { getSearchedUsers } from '#contract/people/persons.ts'
import { SEARCH_MIN_LENGTH } from '#contract/people/persons.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { planSearch } from './plan-search.ts'
import { searchWordsOf } from './search-words.ts'
import { selectClosest } from './store.ts'

const MOST_FOUND = 20

/** People for a picker, the closest first; nobody archived. Nobody below three letters: so short a text would find half the church. */
export async function searchUsers(tx: Tx, searchText: string): Promise<Answer<typeof getSearchedUsers>> {
  const words = searchWordsOf(searchText) ?? []
  const letters = words.reduce((sum, word) => sum + word.letters, 0)
  const search = letters < SEARCH_MIN_LENGTH ? null : await planSearch(tx, words, { archived: false })
  const found = search ? await selectClosest(tx, search, MOST_FOUND) : []
  return found.map(({ id, first_name, last_name, phone, email }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    phone,
    email,
  }))
}
