import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { AuditRow, exportAudit, listAudit as call } from '#contract/identity/audit.ts'
import { foldText } from '#server/platform/fold-text.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Caller } from '#server/platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { emailKey } from '../email-key.ts'
import { deviceName } from '../sessions/device-name.ts'
import { countEntries, findEntries, type Entry, type EntryFilter } from './audit-list-store.ts'
import { actsNamed, actsOf } from './topics.ts'

type Query = Received<typeof call>['query']

// The year 0 is none to the database.
const instant = z.iso.datetime().check(z.refine((text) => text > '0001'))
const cursorSchema = z.object({ at: instant, id: z.uuid() })

/** A page of the church's log, the newest first. Throws `invalid_cursor`. */
export async function listAudit(tx: Tx, caller: Caller, query: Query): Promise<Answer<typeof call>> {
  const { cursor, limit = PAGE_SIZE } = query
  const after = readCursor(cursorSchema, cursor)
  const filter = auditFilterOf(caller, query)
  const total = await countEntries(tx, filter)
  const rows = await findEntries(tx, filter, { after, limit: limit + 1 })
  // What is written comes with the milliseconds of a request's instant and no more.
  const { items, nextCursor } = pageFrom(rows, limit, ({ at, id }) => ({ at: at.toISOString(), id }))
  return { items: items.map(presentEntry), total, nextCursor }
}

/** What of the log is meant; days are the church's. */
export function auditFilterOf(
  { tenantId, church }: Caller,
  query: Omit<Received<typeof exportAudit>['query'], 'format' | 'columns' | 'headings' | 'title'>,
): EntryFilter {
  const { topic, accountId = null, subjectId = null, from = null, until = null, search = '' } = query
  const address = emailKey(search)
  const words = foldText(search).split(' ').filter(Boolean)
  return {
    tenantId,
    timeZone: church.timeZone,
    acts: topic ? actsOf(topic) : null,
    accountId,
    subjectId,
    from,
    until,
    search: address === '' ? null : { acts: actsNamed(search), words, address, isOurs: 'narthex'.includes(address) },
  }
}

export const presentEntry = ({ at, device, ...entry }: Entry): AuditRow => ({
  ...entry,
  at: at.toISOString(),
  device: deviceName(device),
})
