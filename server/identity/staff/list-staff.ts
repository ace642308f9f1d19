import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { listStaff as call, StaffRow } from '#contract/identity/staff.ts'
import { foldText } from '#server/platform/fold-text.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Caller } from '#server/platform/http/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { emailKey } from '../email-key.ts'
import { countStaff, findStaff, type StaffFilter, type StaffMember } from './staff-list-store.ts'

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
export function staffFilter(
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
