import { exportChurchList, instantIn } from '../audit/index.ts'
import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import {
  type listStaff as call,
  type StaffRow,
  staffColumns,
  type exportStaff as exportStaffCall,
} from '#contract/identity/staff.ts'
import { foldText } from '../../platform/fold-text.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Caller, Actor, Download } from '../../platform/http/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { emailKey } from '../credentials/index.ts'
import { countStaff, findStaff, type StaffFilter, type StaffMember, staffQuery } from './staff-store.ts'
import { cursorPages, type ExportColumn } from '../../platform/exports/index.ts'
import type { AppContext } from '../../platform/app-context.ts'

type Query = Received<typeof call>['query']

const cursorSchema = z.object({ sortName: cursorText, id: z.uuid() })

/** A page of the staff by name. Throws `invalid_cursor`. */
export async function listStaff(tx: Tx, caller: Caller, query: Query): Promise<Answer<typeof call>> {
  const { cursor, limit = PAGE_SIZE } = query
  const after = readCursor(cursorSchema, cursor)
  const filter = staffFilter(caller.tenantId, query)
  const total = await countStaff(tx, filter)
  const rows = await findStaff(tx, filter, { after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ sortName, id }) => ({ sortName, id }))
  return { items: items.map((member) => presentMember(member, caller)), total, nextCursor }
}

/** What of the staff is meant by a search and a role. */
function staffFilter(
  tenantId: string,
  { search = '', role }: { search?: string | undefined; role?: string | undefined },
): StaffFilter {
  const address = emailKey(search)
  const words = foldText(search).split(' ').filter(Boolean)
  return { tenantId, words, address: address === '' ? null : address, role: role ?? null }
}

export function presentMember(member: StaffMember, { accountId }: Caller): StaffRow {
  const { id, personId, firstName, lastName, email, roles, hasSecondFactor, lastSeenAt } = member
  const shown = { id, personId, firstName, lastName, email, roles, hasSecondFactor }
  return { ...shown, lastSeenAt: lastSeenAt?.toISOString() ?? null, isYou: id === accountId }
}

type ExportStaffQuery = Received<typeof exportStaffCall>['query']
type Column = (typeof staffColumns)[number]

/** The staff that match, as a file. */
export function exportStaff(
  { database }: Pick<AppContext, 'database'>,
  caller: Caller,
  { query, actor, at }: { query: ExportStaffQuery; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId } = caller
  const values = valuesIn(caller.church.timeZone)
  return exportChurchList<StaffMember>({
    database,
    tenantId,
    actor,
    query,
    list: 'staff',
    columns: staffColumns.map((id): ExportColumn<StaffMember> => ({ id, ...values[id] })),
    pages: (tx) => cursorPages(tx, staffQuery(staffFilter(tenantId, query))),
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
