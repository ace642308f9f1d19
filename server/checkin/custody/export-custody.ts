import {
  custodyColumns,
  type CustodyAct,
  type CustodyRow,
  type exportCustody as call,
} from '#contract/checkin/custody.ts'
import type { Verdict } from '#contract/checkin/station.ts'
import type { Received } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { audit } from '#server/identity/index.ts'
import { cursorPages, exportList, localTime, type ExportColumn } from '#server/platform/exports/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Actor, Caller, Download } from '#server/platform/http/index.ts'
import { chainKey } from './chain.ts'
import { allEntries, type ListedEntry } from './custody-list-store.ts'
import { custodyFilterOf, presentEntry } from './list-custody.ts'

type Query = Received<typeof call>['query']
type Column = (typeof custodyColumns)[number]

const actWords: Record<CustodyAct, string> = {
  checked_in: 'Checked in',
  moved: 'Moved to another class',
  labels_reprinted: 'Labels reprinted',
  collector_came: 'Someone came to collect',
  parent_called: 'Parent called',
  checked_out: 'Checked out',
  release_refused: 'Release refused',
  released_by_two: 'Released, approved by two staff',
  taken_over: 'Recorded offline',
}

/** Why a child was not handed over, as far as it is a code; what was typed stands as it is. */
const reasonWords: Partial<Record<Verdict | ErrorCode, string>> = {
  no_grant: 'Not on the list of guardians',
  not_authorised: 'Not authorised',
  not_yet: 'Not allowed yet on that date',
  no_longer: 'No longer allowed',
  wrong_day: 'Not allowed on that weekday',
  used: 'The one-time pass had already been used',
  wrong_code: 'Wrong code',
  second_person: 'No second staff member confirmed',
}
const wordsFor = new Map(Object.entries(reasonWords))

const valuesIn = (timeZone: string): Record<Column, Omit<ExportColumn<CustodyRow>, 'id'>> => {
  const timeOf = localTime(timeZone)
  return {
    at: { heading: 'When', value: ({ at }) => timeOf(new Date(at)) },
    act: { heading: 'What', value: ({ act }) => actWords[act] },
    child: { heading: 'Child', value: ({ childName }) => childName },
    class: { heading: 'Class', value: ({ className }) => className },
    collector: { heading: 'Collected by', value: ({ collectorName }) => collectorName },
    reason: { heading: 'Reason', value: ({ reason }) => reason && (wordsFor.get(reason) ?? reason) },
    by: { heading: 'By', value: ({ actorName }) => actorName },
    second: { heading: 'With', value: ({ secondActorName }) => secondActorName },
    station: { heading: 'Station', value: ({ stationName }) => stationName },
    event: { heading: 'Event', value: ({ eventName }) => eventName },
    number: { heading: 'Entry', value: ({ number }) => number },
    intact: { heading: 'Intact', value: ({ intact }) => (intact ? 'Yes' : 'No: changed') },
  }
}

/** The custody log of the caller's church as a file, as much of it as matches; each row says whether it is as it was written. */
export function exportCustody(
  { database, config }: Pick<House, 'database' | 'config'>,
  { caller, query, actor, at }: { caller: Caller; query: Query; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId, church } = caller
  const key = chainKey(config.secretKey)
  const values = valuesIn(church.timeZone)
  return exportList<CustodyRow>({
    database,
    scope: { tenantId },
    query,
    name: 'custody',
    columns: custodyColumns.map((id) => ({ id, ...values[id] })),
    pages: async function* (tx) {
      const pages = cursorPages<ListedEntry>(tx, allEntries(custodyFilterOf(church.timeZone, query)))
      for await (const page of pages) yield page.map((entry) => presentEntry(key, entry))
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
