import { z } from 'zod/mini'
import { id } from './pages.ts'

export const SELECTED_MOST = 1_000

/**
 * Which rows of a list an act is for: those ticked one by one, or everything that matches the list's filter but for
 * those unticked again.
 */
export const selectionOf = <Filter extends z.ZodMiniType>(filter: Filter) =>
  z.union([
    z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(SELECTED_MOST)) }),
    z.strictObject({ matching: filter, except: z._default(z.array(id).check(z.maxLength(SELECTED_MOST)), []) }),
  ])
