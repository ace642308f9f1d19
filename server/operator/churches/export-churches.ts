import type { Received } from '#contract/endpoint.ts'
import type { exportChurches as call } from '#contract/operator/churches.ts'
import type { House } from '#server/platform/house.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { cursorPages, exportList, type ExportColumn } from '#server/platform/exports/index.ts'
import type { Actor, Download } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import type { DeskChurch } from '#contract/operator/churches.ts'
import { everyChurch } from './church-store.ts'
import { churchFilter, presentChurch, USUAL_SORT } from './list-churches.ts'

type Wanted = { query: Received<typeof call>['query']; operatorId: string; actor: Actor; at: Date }

const gateWords: Record<DeskChurch['gate'], string> = {
  open: 'Open',
  expired: 'Expired',
  over_capacity: 'Over capacity',
}

const columns: readonly ExportColumn<DeskChurch>[] = [
  { id: 'name', heading: 'Name', value: ({ name }) => name },
  { id: 'city', heading: 'City', value: ({ city }) => city },
  { id: 'country', heading: 'Country', value: ({ isoCode }) => isoCode },
  { id: 'plan', heading: 'Plan', value: ({ planName }) => planName },
  { id: 'expires', heading: 'Expires', value: ({ expiresOn }) => expiresOn },
  { id: 'gate', heading: 'Status', value: ({ gate }) => gateWords[gate] },
  { id: 'people', heading: 'People', value: ({ people }) => people },
  { id: 'membershipSize', heading: 'Plan size', value: ({ membershipSize }) => membershipSize },
  { id: 'units', heading: 'SMS units', value: ({ units }) => units },
  { id: 'created', heading: 'Signed up', value: ({ createdAt }) => createdAt.slice(0, 10) },
  { id: 'lastActive', heading: 'Last active', value: ({ lastActiveAt }) => lastActiveAt },
]

/** The churches that match as a file. */
export function exportChurches(
  { database }: Pick<House, 'database'>,
  { query, operatorId, actor, at }: Wanted,
): Promise<Download> {
  return exportList({
    database,
    scope: { operatorId },
    query,
    name: 'churches',
    columns,
    pages: (tx) => pages(tx, query, at),
    note: (tx, rows) =>
      noteAtDesk(tx, actor, { act: 'churches.exported', details: { format: query.format, rows }, at }),
    at,
  })
}

async function* pages(tx: Tx, query: Wanted['query'], at: Date): AsyncGenerator<readonly DeskChurch[]> {
  const filter = await churchFilter(tx, query, at)
  for await (const page of cursorPages(tx, everyChurch(filter, query.sort ?? USUAL_SORT)))
    yield page.map((church) => presentChurch(church, at))
}
