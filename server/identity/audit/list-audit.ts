import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import {
  type AuditRow,
  type exportAudit,
  type listAudit as call,
  auditActs,
  type AuditAct,
  type AuditTopic,
} from '#contract/identity/audit.ts'
import { foldText } from '../../platform/fold-text.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { emailKey } from '../email-key.ts'
import { deviceName } from '../sessions/device-name.ts'
import { countEntries, findEntries, type Entry, type EntryFilter } from './audit-list-store.ts'

/** The first half of an act's name tells what it is about; what is exported is people's data. */
const topicOf: Readonly<Record<string, AuditTopic>> = {
  account: 'access',
  church: 'access',
  staff: 'access',
  person: 'people',
  people: 'people',
  list: 'people',
  group: 'people',
  family: 'people',
  event: 'checkin',
  station: 'checkin',
  child: 'checkin',
  payment: 'money',
  units: 'money',
  subscription: 'money',
  message: 'messages',
  sender: 'messages',
}

/** The acts of a topic. */
export const actsOf = (topic: AuditTopic): AuditAct[] =>
  auditActs.filter((act) => topicOf[act.split('.')[0] ?? ''] === topic)

/** The acts in whose name a text stands, as people would type it: `roles changed`. */
function actsNamed(text: string): AuditAct[] {
  const wanted = wordsOf(text)
  return wanted === '' ? [] : auditActs.filter((act) => wordsOf(act).includes(wanted))
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[._\s]+/g, ' ')
    .trim()

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

const presentEntry = ({ at, device, ...entry }: Entry): AuditRow => ({
  ...entry,
  at: at.toISOString(),
  device: deviceName(device),
})
