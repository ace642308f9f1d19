import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { consoleChurchSort } from '#contract/operator/churches.ts'

export type ChurchSort = z.infer<typeof consoleChurchSort>

/**
 * Name and city without marks, case and punctuation, as nearly as the database can fold them: letters that Unicode does
 * not decompose are told one by one.
 */
const folded = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  regexp_replace(regexp_replace(
    translate(lower(normalize(${text}, nfkd)), 'ɓɗđðɛǝəɣħıɩƙłŋɲɔøʋƴ''’‘ʼ', 'bdddeeeghiiklnnoovy'),
    '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')`

const words = folded(sql`c.name || ' ' || coalesce(c.city, '')`)

/** Each word begins a word of name or city. */
export const foundBy = (searched: readonly string[]): RawBuilder<unknown> =>
  sql`(${searched.join(' ')} = '' or not exists (
    select from unnest(${searched}::text[]) w (word) where strpos(' ' || ${words}, ' ' || w.word) = 0))`

/** What each sort goes by: a text in the order of its bytes, or a whole number. */
const places: Record<'name' | 'expires' | 'people' | 'units' | 'active', RawBuilder<unknown>> = {
  name: sql`left(${folded(sql`c.name`)}, 60) collate "C"`,
  expires: sql`s.expires_on - date '2000-01-01'`,
  people: sql`z.confirmed`,
  units: sql`u.balance`,
  // Microseconds, as the database keeps them; never active comes first.
  active: sql`(extract(epoch from coalesce(c.last_active_at, 'epoch')) * 1000000)::bigint`,
}

type By = keyof typeof places
const isBy = (text: string): text is By => text in places

/** Which way a sort goes, and by what. */
export function placeOf(sort: ChurchSort): { by: By; place: RawBuilder<unknown>; way: 'up' | 'down' } {
  const by = sort.replace('-', '')
  if (!isBy(by)) throw new Error('There is no such sort')
  return { by, place: places[by], way: sort.startsWith('-') ? 'down' : 'up' }
}
