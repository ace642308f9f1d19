import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod/mini'

/** Place of a row in a list that has what waits first, the oldest of it first, then the rest, the newest first. */
export type Place = { rank: number; at: number; id: string }

const microseconds = (instant: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${instant}) * 1000000)::bigint`

/** The numbers that such a list is ordered by. */
export const placeOf = (
  isWaiting: RawBuilder<unknown>,
  { since, decided }: { since: RawBuilder<unknown>; decided: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`
  case when ${isWaiting} then 0 else 1 end as rank,
  case when ${isWaiting} then ${microseconds(since)} else -${microseconds(decided)} end as place`

/** Only what comes behind a place; for a query whose columns are rank, place and id. */
export const isBehind = (after: Place | null): RawBuilder<unknown> =>
  after ? sql`(rank, place, id) > (${after.rank}::integer, ${after.at}::bigint, ${after.id}::uuid)` : sql`true`

/** `%` and `_` of a search are letters like any other. */
export const contains = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** A place in a list that has what waits first, as a page's cursor has it. */
export const place = z.object({ rank: z.int().check(z.gte(0), z.lte(1)), at: z.int(), id: z.uuid() })
