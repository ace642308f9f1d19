import type { Received } from '#contract/endpoint.ts'
import { staffColumns, type exportStaff as call } from '#contract/identity/staff.ts'
import { cursorPages, exportList, type ExportColumn } from '../../platform/exports/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Actor, Caller, Download } from '../../platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { instantIn } from '../audit/instant-in.ts'
import { staffFilter } from './list-staff.ts'
import { staffQuery, type StaffMember } from './staff-list-store.ts'

type Query = Received<typeof call>['query']
type Column = (typeof staffColumns)[number]

/** The staff that match, as a file. */
export function exportStaff(
  { database }: Pick<AppContext, 'database'>,
  caller: Caller,
  { query, actor, at }: { query: Query; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId } = caller
  const values = valuesIn(caller.church.timeZone)
  return exportList<StaffMember>({
    database,
    scope: { tenantId },
    query,
    name: 'staff',
    columns: staffColumns.map((id): ExportColumn<StaffMember> => ({ id, ...values[id] })),
    pages: (tx) => cursorPages(tx, staffQuery(staffFilter(tenantId, query))),
    note: (tx, rows) => {
      const details = { list: 'staff', format: query.format, rows }
      return audit(tx, tenantId, actor, { act: 'list.exported', details, at })
    },
    at,
  })
}

const valuesIn = (timeZone: string): Record<Column, Omit<ExportColumn<StaffMember>, 'id'>> => ({
  name: { heading: 'Name', value: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  email: { heading: 'Email', value: ({ email }) => email },
  roles: { heading: 'Roles', value: ({ roles }) => roles.join(', ') },
  secondFactor: { heading: 'Two-step verification', value: ({ hasSecondFactor }) => (hasSecondFactor ? 'on' : 'off') },
  lastSeen: { heading: 'Last active', value: ({ lastSeenAt }) => lastSeenAt && instantIn(timeZone, lastSeenAt) },
})
