import { z } from 'zod/mini'

/** Query of a list: pages by keyset, `cursor` being the opaque `nextCursor` of the page before. */
export const pageQuery = {
  search: z.optional(z.string().check(z.maxLength(100))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
}

/** One page of a list. `total` counts everything that matches, `nextCursor` is null on the last page. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), nextCursor: z.nullable(z.string()) })

/** The envelope of the older lists: 50 rows a page, `page` counts from 1 (0 and 1 are both the first). */
export const numberedPage = <T extends z.ZodMiniType>(item: T) => z.object({ data: z.array(item), totalItems: z.int() })
export const numberedPageQuery = z.object({
  page: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
})

export const id = z.uuid()
export const idParams = z.object({ id })
