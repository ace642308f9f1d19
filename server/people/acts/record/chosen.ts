import type { z } from 'zod/mini'
import { ACT_MOST, type peopleSelection } from '#contract/people/acts.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { planFilter } from '../../search/plan-filter.ts'
import { selectMatching } from './people-store.ts'

export type Selection = z.output<typeof peopleSelection>

/**
 * The ids of the chosen people, each once. Those of other churches and of nobody are dropped by the lock. Throws
 * `too_many_people`.
 */
export async function chosen(tx: Tx, selection: Selection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids.map((id) => id.toLowerCase()))]
  const except = new Set(selection.except.map((id) => id.toLowerCase()))
  const limit = ACT_MOST + except.size + 1
  const ids = await selectMatching(tx, await planFilter(tx, selection.matching), limit)
  const wanted = ids.filter((id) => !except.has(id))
  if (wanted.length > ACT_MOST) throw new ApiError('too_many_people')
  return wanted
}
