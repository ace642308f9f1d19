import { sql, type RawBuilder } from 'kysely'

/** A phone or an address and the first word of the name that somebody has who is looked for by it. */
export type NamedKey = { key: string; word: string }

/** As a table `(key, word)`. */
export const named = (keys: readonly NamedKey[]): RawBuilder<unknown> => sql`
  unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ word }) => word)}::text[]) named (key, word)`
