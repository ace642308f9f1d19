import { familyRoles, type exportFamilies as call } from '#contract/people/families.ts'
import type { Received } from '#contract/endpoint.ts'
import { cursorPages, exportList, type ExportColumn } from '#server/platform/exports/index.ts'
import type { Download } from '#server/platform/http/index.ts'
import { noteExport, type Exporter } from '../persons/export-people.ts'
import { searchWordsOf } from '../search/search-words.ts'
import { allFamilies, type ListedFamily, type ListedMember } from './list-store.ts'

const roleNames = new Map<number, string>(Object.entries(familyRoles).map(([name, role]) => [role, name]))
const memberText = ({ firstName, lastName, role }: ListedMember): string =>
  `${`${firstName} ${lastName}`.trim()} (${roleNames.get(role) ?? role})`

const columns: ExportColumn<ListedFamily>[] = [
  { id: 'name', heading: 'Name', value: (family) => family.name },
  { id: 'members', heading: 'Members', value: (family) => family.members.map(memberText).join('; ') },
  { id: 'homePhone', heading: 'Home phone', value: (family) => family.homePhone },
  { id: 'email', heading: 'Email', value: (family) => family.email },
  { id: 'address', heading: 'Address', value: (family) => family.address },
]

/** The families that match as a file. */
export function exportFamilies(exporter: Exporter, query: Received<typeof call>['query']): Promise<Download> {
  return exportList({
    database: exporter.database,
    scope: { tenantId: exporter.tenantId },
    at: exporter.at,
    query,
    name: 'families',
    columns,
    pages: (tx) => cursorPages(tx, allFamilies(searchWordsOf(query.search), query.sort === '-name')),
    note: noteExport(exporter, { list: 'families', format: query.format }),
  })
}
