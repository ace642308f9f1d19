import type { Tx } from '#server/platform/database/index.ts'
import { searchWordsOf } from '../search/search-words.ts'
import { selectFamilies } from './list-store.ts'

/** Ids of families by the beginnings of words of their own name or of their people's, in the order of their names. */
export async function findFamilies(tx: Tx, text: string, limit: number): Promise<string[]> {
  const found = await selectFamilies(tx, searchWordsOf(text) ?? [], { backwards: false, after: null, limit })
  return found.map(({ id }) => id)
}
