import { custodyColumns, type CustodyRow, type exportCustody as call } from '#contract/checkin/custody.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import { cursorPages, exportList, localTime, type ExportColumn } from '#server/platform/exports/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Actor, Caller, Download } from '#server/platform/http/index.ts'
import { anchorOf } from './anchors.ts'
import { chainKey } from './chain.ts'
import { allEntries, type ListedEntry } from './custody-list-store.ts'
import { custodyFilterOf, presentEntry } from './list-custody.ts'
import { logWords, type LogWords } from './log-words.ts'

type Query = Received<typeof call>['query']
type Column = (typeof custodyColumns)[number]

const valuesIn = (timeZone: string, words: LogWords): Record<Column, Omit<ExportColumn<ExportedRow>, 'id'>> => {
  const timeOf = localTime(timeZone)
  return {
    at: { heading: 'When', value: ({ at }) => timeOf(new Date(at)) },
    act: { heading: 'What', value: ({ act }) => words.acts[act] },
    child: { heading: 'Child', value: ({ childName }) => childName },
    class: { heading: 'Class', value: ({ className }) => className },
    collector: { heading: 'Collected by', value: ({ collectorName }) => collectorName },
    reason: { heading: 'Reason', value: (row) => words.reasonOf(row, timeOf) },
    by: { heading: 'By', value: ({ actorName }) => actorName ?? words.unknown },
    second: { heading: 'With', value: ({ secondActorName }) => secondActorName },
    brought: { heading: 'Sent by', value: ({ broughtByName }) => broughtByName },
    station: { heading: 'Station', value: ({ stationName }) => stationName },
    event: { heading: 'Event', value: ({ eventName }) => eventName },
    number: { heading: 'Entry', value: ({ number }) => number },
    intact: { heading: 'Intact', value: ({ intact }) => (intact ? words.intact : words.changed) },
    anchor: { heading: 'Anchor', value: ({ anchor }) => anchor },
  }
}

type ExportedRow = CustodyRow & { anchor: string }

const exported = (key: Buffer, entry: ListedEntry): ExportedRow => ({
  ...presentEntry(key, entry),
  anchor: anchorOf({ ...entry, hash: entry.hash.toString('hex') }),
})

/** The custody log of the caller's church as a file, as much of it as matches; each row says whether it is as it was written. */
export function exportCustody(
  { database, config }: Pick<House, 'database' | 'config'>,
  { caller, query, actor, at }: { caller: Caller; query: Query; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId, church } = caller
  const key = chainKey(config.secretKey)
  const values = valuesIn(church.timeZone, logWords[query.language ?? 'en'])
  return exportList<ExportedRow>({
    database,
    scope: { tenantId },
    query,
    name: 'custody',
    columns: custodyColumns.map((id) => ({ id, ...values[id] })),
    pages: async function* (tx) {
      const pages = cursorPages<ListedEntry>(tx, allEntries(custodyFilterOf(church.timeZone, query)))
      for await (const page of pages) yield page.map((entry) => exported(key, entry))
    },
    note: (tx, rows) =>
      audit(tx, tenantId, actor, {
        act: 'list.exported',
        details: { list: 'custody', format: query.format, rows },
        at,
      }),
    at,
  })
}
