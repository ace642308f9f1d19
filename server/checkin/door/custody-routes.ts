import { exportChurchList } from '../../identity/index.ts'
import * as calls from '#contract/checkin/custody.ts'
import * as incidents from '#contract/checkin/incidents.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve, Actor, Caller, Download } from '../../platform/http/index.ts'
import { deskOf } from './desk.ts'
import { compareCustody, anchorOf } from './custody/anchors.ts'
import { listIncidents, settle } from './custody/incidents.ts'
import { listCustody, custodyFilterOf, presentEntry } from './custody/list-custody.ts'
import { verifyCustody } from './custody/verify-custody.ts'
import { custodyColumns, type CustodyRow, type exportCustody as call } from '#contract/checkin/custody.ts'
import type { Received } from '#contract/endpoint.ts'
import { cursorPages, localTime, type ExportColumn } from '../../platform/exports/index.ts'
import { chainKey } from './custody/chain.ts'
import { allEntries, type ListedEntry } from './custody/custody-list-store.ts'
import { logWords, type LogWords } from './custody/log-words.ts'

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
function exportCustody(
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  { caller, query, actor, at }: { caller: Caller; query: Query; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId, church } = caller
  const key = chainKey(config.secretKey)
  const values = valuesIn(church.timeZone, logWords[query.language ?? 'en'])
  return exportChurchList<ExportedRow>({
    database,
    tenantId,
    actor,
    query,
    list: 'custody',
    columns: custodyColumns.map((id) => ({ id, ...values[id] })),
    pages: async function* (tx) {
      const pages = cursorPages<ListedEntry>(tx, allEntries(custodyFilterOf(church.timeZone, query)))
      for await (const page of pages) yield page.map((entry) => exported(key, entry))
    },
    at,
  })
}

export function custodyRoutes(serve: Serve, context: AppContext): void {
  const { secretKey } = context.config
  serve(calls.listCustody, ({ query, caller, transact }) =>
    transact((tx) => listCustody(tx, { timeZone: caller.church.timeZone, secretKey }, query)),
  )
  serve(calls.exportCustody, ({ query, caller, actor, at }) => exportCustody(context, { caller, query, actor, at }))
  serve(calls.verifyCustody, ({ caller }) => verifyCustody(context, caller.tenantId))
  serve(calls.compareCustody, ({ caller, body }) => compareCustody(context, caller.tenantId, body.anchors))
  serve(incidents.listIncidents, ({ transact }) => transact((tx) => listIncidents(tx)))
  serve(incidents.settleIncident, ({ body, transact, ...call }) =>
    transact((tx) => settle(tx, deskOf(context, call), { ...body, accountId: call.caller.accountId })),
  )
}
