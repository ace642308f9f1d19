import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { Search, SearchWord } from './search-words.ts'

type Walk = Extract<Search, { way: 'walk' }>

/** How many people each word finds, counted up to `most`; of the archived ones or of the others. */
export async function countHits(
  tx: Tx,
  words: SearchWord[],
  { most, archived }: { most: number; archived: boolean },
): Promise<number[]> {
  const counts = words.map(
    (word) =>
      sql`(select count(*)::integer from (select from person_term h where ${hit(word, archived)} limit ${most}) few)`,
  )
  const { rows } = await sql<{ hits: number[] }>`select array[${sql.join(counts)}] as hits`.execute(tx)
  return rows[0]?.hits ?? []
}

/** The people a search finds, each once, as a query of `id` and `sort_name`. */
export function found(search: Search, archived: boolean): RawBuilder<unknown> {
  const each = search.way === 'walk' ? [isFound(search, archived)] : search.words.map((word) => hit(word, archived))
  return sql.join(
    each.map((condition) => sql`select h.person_id as id, h.sort_name from person_term h where ${condition}`),
    sql` intersect `,
  )
}

/** Whether a row `h` of person_term is the one by which a search finds its person. */
export function isFound({ word, preFilter, others }: Walk, archived: boolean): RawBuilder<unknown> {
  const sifted = preFilter ? [passes(preFilter, archived)] : []
  return sql.join([hit(word, archived), ...sifted, ...others.map(hasToo)], sql` and `)
}

/** Each person once: a word that shares so many letters with an earlier one of the same person is left out. */
const hit = (word: SearchWord, archived: boolean): RawBuilder<unknown> =>
  sql`${begins('h', word, archived)} and h.shared < ${word.letters}`

/** The words of archived people stand apart in the index, so that they cost the others nothing. */
const begins = (table: 'h' | 'o', { from, to }: SearchWord, archived: boolean): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.archived`)} = ${archived ? sql`true` : sql`false`}
    and ${sql.ref(`${table}.term`)} >= ${from} and ${sql.ref(`${table}.term`)} < ${to}`

/** `is true` keeps the planner from making a join of it: then the hits are hashed once, whatever it believes of them. */
const passes = (preFilter: SearchWord, archived: boolean): RawBuilder<unknown> =>
  sql`(h.person_id in (select o.person_id from person_term o where ${begins('o', preFilter, archived)})) is true`

/** `offset 0` and the empty text keep the planner to one way: a look at the few words of this person. */
const hasToo = ({ from }: SearchWord): RawBuilder<unknown> =>
  sql`exists (select from person_term o where o.person_id = h.person_id and starts_with(o.term || '', ${from}) offset 0)`
