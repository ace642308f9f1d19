import type { mergePeople as call } from '#contract/people/acts.ts'
import type { Received } from '#contract/endpoint.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Take } from './merged-fields.ts'

export type AskedMerge = Received<typeof call>['body']
export type Merge = { keepId: string; otherIds: string[]; take: Take }

/** What is asked, each person once. Throws `invalid_input` for a merge with oneself or a field of somebody else. */
export function checkMerge({ keepId: asked, mergeIds, take: wanted }: AskedMerge): Merge {
  const keepId = asked.toLowerCase()
  const otherIds = [...new Set(mergeIds.map((id) => id.toLowerCase()))]
  const take: Take = Object.fromEntries(Object.entries(wanted).map(([field, id]) => [field, id?.toLowerCase()]))
  const faults: Record<string, string> = {}
  if (otherIds.includes(keepId)) faults['mergeIds'] = 'Nobody can be merged into themselves.'
  for (const [field, id] of Object.entries(take))
    if (id !== keepId && !otherIds.includes(id ?? '')) faults[`take.${field}`] = 'Choose one of the people merged.'
  if (Object.keys(faults).length > 0) throw new ApiError('invalid_input', { fields: faults })
  return { keepId, otherIds, take }
}
