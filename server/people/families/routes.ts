import { exportChurchList, audit } from '../../identity/index.ts'
import * as calls from '#contract/people/families.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Download } from '../../platform/http/index.ts'
import { writerOf, type Exporter, type Writer, searchWordsOf } from '../writing/index.ts'
import { addFamily } from './add-family.ts'
import { editFamily } from './edit-family.ts'
import { listFamilies, readFamily } from './list-families.ts'
import type { Tx } from '../../platform/database/index.ts'
import { deleteFamily, allFamilies, type ListedFamily, type ListedMember } from './family-store.ts'
import { announcement } from '../../platform/announcements.ts'
import { familyRoles, type exportFamilies as call } from '#contract/people/families.ts'
import type { Received } from '#contract/endpoint.ts'
import { cursorPages, type ExportColumn } from '../../platform/exports/index.ts'

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
function exportFamilies(exporter: Exporter, query: Received<typeof call>['query']): Promise<Download> {
  return exportChurchList({
    ...exporter,
    query,
    list: 'families',
    columns,
    pages: (tx) => cursorPages(tx, allFamilies(searchWordsOf(query.search), query.sort === '-name')),
  })
}

/** A family is about to be removed: what belongs to it is there still. Who may not let it go throws the refusal. */
export const familyRemoved = announcement<{ familyId: string; at: Date }>()

/** Removes a family; its people stay. Throws `not_found`, and what those who react to it throw: `in_class`. */
async function removeFamily(tx: Tx, { tenantId, actor, at }: Writer, id: string): Promise<{ removed: true }> {
  await familyRemoved.announce(tx, { familyId: id, at })
  if (!(await deleteFamily(tx, id))) throw new ApiError('not_found')
  await audit(tx, tenantId, actor, { act: 'family.removed', subjectId: id, at })
  return { removed: true }
}

export function routes(serve: Serve, { database }: AppContext): void {
  serve(calls.listFamilies, ({ query, transact }) => transact((tx) => listFamilies(tx, query)))
  serve(calls.exportFamilies, async ({ caller: { tenantId }, actor, at, query }) =>
    exportFamilies({ database, tenantId, actor, at }, query),
  )
  serve(calls.readFamily, ({ params, transact }) => transact((tx) => readFamily(tx, params.id)))
  serve(calls.addFamily, ({ body, transact, ...call }) => transact((tx) => addFamily(tx, writerOf(call), body)))
  serve(calls.editFamily, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => editFamily(tx, writerOf(call), { id, body })),
  )
  serve(calls.removeFamily, ({ params: { id }, transact, ...call }) =>
    transact((tx) => removeFamily(tx, writerOf(call), id)),
  )
}
