import { z } from 'zod/mini'

/** A place in a list that has what waits first, as a page's cursor has it. */
export const place = z.object({ rank: z.int().check(z.gte(0), z.lte(1)), at: z.int(), id: z.uuid() })
