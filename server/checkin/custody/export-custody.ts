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
  labels_reprinted: 'Labels printed again',
  collector_came: 'Somebody came for a child',
  parent_called: 'Parent was called',
  checked_out: 'Went home',
  release_refused: 'Not handed over',
  released_by_two: 'Handed over on the word of two',
  taken_over: 'Done without a network',
}

/** Why a child was not handed over, as far as it is a code; what was typed stands as it is. */
const reasonWords: Partial<Record<Verdict | ErrorCode, string>> = {
  no_grant: 'Nobody had allowed it',
  not_authorised: 'Not authorised',
  not_yet: 'Not allowed yet on that day',
  no_longer: 'No longer allowed',
  wrong_day: 'Not allowed on that weekday',
  used: 'The one-time pass was used already',
  wrong_code: 'The code was wrong',
  second_person: 'Nobody confirmed as the second one',
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
