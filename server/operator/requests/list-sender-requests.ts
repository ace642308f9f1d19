import type { Answer, Received } from '#contract/endpoint.ts'
import type { listSenderRequests as call, SenderRequest } from '#contract/operator/requests.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { place } from './place.ts'
import { countSenderRequests, selectSenderRequests, type SenderRecord } from './sender-request-store.ts'

type Query = Received<typeof call>['query']

/** What churches asked for: those that wait first, the oldest of them first; then the decided, the newest first. */
export async function listSenderRequests(
  tx: Tx,
  { search = '', state, churchId, cursor, limit = PAGE_SIZE }: Query,
): Promise<Answer<typeof call>> {
  const filter = { search: search.trim(), state: state ?? null, churchId: churchId ?? null }
  const rows = await selectSenderRequests(tx, filter, { after: readCursor(place, cursor), limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ rank, place: at, id }) => ({ rank, at, id }))
  return { items: items.map(presentSenderRequest), total: await countSenderRequests(tx, filter), nextCursor }
}

export const presentSenderRequest = (sender: SenderRecord): SenderRequest => ({
  ...sender,
  requestedAt: sender.requestedAt.toISOString(),
  decidedAt: sender.decidedAt?.toISOString() ?? null,
})
