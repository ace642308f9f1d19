import type { exportGroups as call, GroupRow } from '#contract/people/groups.ts'
import type { Received } from '#contract/endpoint.ts'
import { exportList, type ExportColumn } from '#server/platform/exports/index.ts'
import type { Download } from '#server/platform/http/index.ts'
import { foldText } from '../names/fold.ts'
import { noteExport, type Exporter } from '../persons/export-people.ts'
import { selectGroups } from './store.ts'

/** Headings are those that an import of ours knows again. */
const columns: ExportColumn<GroupRow>[] = [
  { id: 'name', heading: 'Name', value: (group) => group.name },
  { id: 'category', heading: 'Category', value: (group) => group.category },
  { id: 'description', heading: 'Description', value: (group) => group.description },
  { id: 'people', heading: 'People', value: (group) => group.people },
]

/** The groups as a file; `search` keeps those whose name or category has every word in it, marks and case aside. */
export function exportGroups(exporter: Exporter, query: Received<typeof call>['query']): Promise<Download> {
  const words = foldText(query.search ?? '').split(' ')
  const matches = ({ name, category }: GroupRow): boolean =>
    words.every((word) => foldText(`${name} ${category}`).includes(word))
  return exportList({
    database: exporter.database,
    scope: { tenantId: exporter.tenantId },
    at: exporter.at,
    query,
    name: 'groups',
    columns,
    pages: async function* (tx) {
      yield (await selectGroups(tx)).filter(matches)
    },
    note: noteExport(exporter, { list: 'groups', format: query.format }),
  })
}
