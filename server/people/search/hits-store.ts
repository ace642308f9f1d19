import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { Search, SearchWord } from './search-words.ts'

/** How many people each word finds, counted up to `most`. */
export async function countHits(tx: Tx, words: SearchWord[], most: number): Promise<number[]> {
  const counts = words.map((word) => sql`(select count(*)::integer from (select from person_term h where ${hit(word)} limit ${most}) few)`)
  const { rows } = await sql<{ hits: number[] }>`select array[${sql.join(counts)}] as hits`.execute(tx)
  return rows[0]?.hits ?? []
}

/** The people a search finds, each once, as a query of `id` and `sort_name`. */
export function found(search: Search): RawBuilder<unknown> {
  if (search.way === 'probe') {
    const { word, others } = search
    return sql`select h.person_id as id, h.sort_name from person_term h where ${hit(word)} ${andAlso(others)}`
  }
  const each = search.words.map((word) => sql`select h.person_id as id, h.sort_name from person_term h where ${hit(word)}`)
  return sql.join(each, sql` intersect `)
}

/** Finds each person once: a word that shares so many letters with an earlier one of the same person is left out. */
export const hit = (word: SearchWord): RawBuilder<unknown> =>
  sql`h.term >= ${word.from} and h.term < ${word.to} and h.shared < ${word.letters}`

/**
 * Whether the person of a hit has the other words too. `offset 0` and the empty text keep the planner to one way: a look
 * at the few words of this person.
 */
export const andAlso = (words: SearchWord[]): RawBuilder<unknown> =>
  sql.join(
    words.map(
      ({ from }) => sql`
        and exists (select from person_term o where o.person_id = h.person_id and starts_with(o.term || '', ${from}) offset 0)`,
    ),
    sql` `,
  )
