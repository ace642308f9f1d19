import { exportChurchList } from '../../identity/index.ts'
import type { exportFigurePeople, Guest, GuestColumn } from '#contract/followup/analytics.ts'
import type { Database } from '../../platform/database/index.ts'
import type { ExportColumn } from '../../platform/exports/index.ts'
import type { Call, Download } from '../../platform/http/index.ts'
import { behind } from './people.ts'
import { peoplePages } from './people-store.ts'

const columns: (ExportColumn<Guest> & { id: GuestColumn })[] = [
  { id: 'firstName', heading: 'First name', value: ({ firstName }) => firstName },
  { id: 'lastName', heading: 'Last name', value: ({ lastName }) => lastName },
  { id: 'firstVisitOn', heading: 'First visit', value: ({ firstVisitOn }) => firstVisitOn },
  { id: 'secondVisitOn', heading: 'Second visit', value: ({ secondVisitOn }) => secondVisitOn },
  { id: 'memberOn', heading: 'Member since', value: ({ memberOn }) => memberOn },
  { id: 'activities', heading: 'Activities', value: ({ activities }) => activities },
]

/** The people behind a figure as a file: as many rows as the figure says. Throws `invalid_input`. */
export function exportPeopleBehind(
  database: Database,
  { query, caller: { tenantId }, actor, at }: Call<typeof exportFigurePeople>,
): Promise<Download> {
  return exportChurchList({
    database,
    tenantId,
    actor,
    query,
    list: 'first-timers',
    columns,
    pages: async function* (tx) {
      yield* peoplePages(tx, await behind(tx, query, at))
    },
    at,
  })
}
