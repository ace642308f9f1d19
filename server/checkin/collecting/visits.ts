import type { Tx } from '#server/platform/database/index.ts'
import { selectInClassSince } from './collection-store.ts'
import type { Grant, Visit } from './may-collect.ts'

type Visiting = { eventId: string; childIds: readonly string[]; grants: readonly Grant[] }

/** The visit of each child at an event, as a pass is asked about it. Looked up only where a pass was used at this event. */
export async function visitsAt(
  tx: Tx,
  { eventId: asked, childIds, grants }: Visiting,
): Promise<(childId: string) => Visit> {
  const eventId = asked.toLowerCase()
  const isAsked = grants.some(({ usedEvent }) => usedEvent === eventId)
  const here = isAsked ? await selectInClassSince(tx, eventId, childIds) : []
  const since = new Map(here.map((child) => [child.childId, child.since]))
  return (childId) => ({ eventId, since: since.get(childId) ?? null })
}
