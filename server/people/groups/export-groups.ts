import type { exportGroups as call, GroupRow } from '#contract/people/groups.ts'
import { matchingGroups } from '#contract/people/matching-groups.ts'
import type { Received } from '#contract/endpoint.ts'
import { exportList, type ExportColumn } from '#server/platform/exports/index.ts'
import type { Download } from '#server/platform/http/index.ts'
import { noteExport, type Exporter } from '../persons/export-people.ts'
import { selectGroups } from './store.ts'

/** Of the order; English and French have the same but for rare marks. */
const LANGUAGE = 'en'

/** Headings are those that an import of ours knows again. */
const columns: ExportColumn<GroupRow>[] = [
  { id: 'name', heading: 'Name', value: (group) => group.name },
  { id: 'category', heading: 'Category', value: (group) => group.category },
  { id: 'description', heading: 'Description', value: (group) => group.description },
  { id: 'people', heading: 'People', value: (group) => group.people },
]

/** The groups as a file: those that the screen shows for the same search, in the same order. */
export function exportGroups(exporter: Exporter, query: Received<typeof call>['query']): Promise<Download> {
  const { search, sort } = query
  return exportList({
    database: exporter.database,
    scope: { tenantId: exporter.tenantId },
    at: exporter.at,
    query,
    name: 'groups',
    columns,
    pages: async function* (tx) {
      yield matchingGroups(await selectGroups(tx), { search, sort, language: LANGUAGE })
    },
    note: noteExport(exporter, { list: 'groups', format: query.format }),
  })
}
