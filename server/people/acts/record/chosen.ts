import type { z } from 'zod/mini'
import type { peopleSelection } from '#contract/people/acts.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { planFilter } from '../../search/plan-filter.ts'
import { selectMatching } from './people-store.ts'

export type Selection = z.output<typeof peopleSelection>

/** The ids of the chosen people, each once. Those of other churches and of nobody are dropped by the lock. */
export async function chosen(tx: Tx, selection: Selection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids.map((id) => id.toLowerCase()))]
  const except = new Set(selection.except.map((id) => id.toLowerCase()))
  const ids = await selectMatching(tx, await planFilter(tx, selection.matching))
  return ids.filter((id) => !except.has(id))
}
