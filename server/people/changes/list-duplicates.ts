import type { listDuplicates as call } from '#contract/people/changes.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { clustersOf, type Cluster } from './similar-names.ts'
import { MOST_SHARERS, selectNamesakes, selectSharers, selectDuplicates, type Duplicate } from './duplicate-store.ts'

type Duplicates = Answer<typeof call>
type Found = { why: 'phone' | 'email' | 'name'; ids: string[] }

const USUAL = 20
/** As many as one merge takes. */
const MOST_TWINS = 5

/** People who may be there twice, the surest first. */
export async function listDuplicates(tx: Tx, { limit = USUAL }: Received<typeof call>['query']): Promise<Duplicates> {
  const byPhone = await selectSharers(tx, 'phone')
  const byEmail = await selectSharers(tx, 'email')
  const sure = surestFirst(clustersOf(byPhone), clustersOf(byEmail))
  const isCut = byPhone.length > MOST_SHARERS || byEmail.length > MOST_SHARERS
  const missing = limit + 1 - sure.length
  // Of the names, at most as many are known already as were found before.
  const names = missing > 0 ? await selectNamesakes(tx, { limit: limit + 1 + sure.length, most: MOST_TWINS }) : []
  const found = withoutRepetition([...sure, ...names.map((ids): Found => ({ why: 'name', ids }))])
  const shown = found.slice(0, limit)
  const duplicates = await duplicatesOf(tx, shown)
  return {
    items: shown.map(({ why, ids }) => ({ why, people: ids.flatMap((id) => duplicates.get(id) ?? []) })),
    more: isCut || found.length > limit,
  }
}

/** The very same name before a similar one, a phone before an address. */
function surestFirst(byPhone: Cluster[], byEmail: Cluster[]): Found[] {
  const all = [
    ...byPhone.map((cluster) => ({ why: 'phone' as const, ...cluster })),
    ...byEmail.map((cluster) => ({ why: 'email' as const, ...cluster })),
  ]
  const ordered = [...all.filter(({ isSameName }) => isSameName), ...all.filter(({ isSameName }) => !isSameName)]
  return withoutRepetition(ordered.map(({ why, ids }) => ({ why, ids: ids.slice(0, MOST_TWINS) })))
}

/** Leaves out who was found together before. */
function withoutRepetition(found: Found[]): Found[] {
  const seen = new Map<string, Set<string>>()
  return found.filter(({ ids }) => {
    const [first = '', ...others] = ids
    if (others.every((id) => seen.get(first)?.has(id))) return false
    for (const id of ids) seen.set(id, new Set([...(seen.get(id) ?? []), ...ids]))
    return true
  })
}

async function duplicatesOf(tx: Tx, shown: Found[]): Promise<Map<string, Duplicate>> {
  const duplicates = await selectDuplicates(
    tx,
    shown.flatMap(({ ids }) => ids),
  )
  return new Map(duplicates.map((duplicate) => [duplicate.id, duplicate]))
}
