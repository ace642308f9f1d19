import { exportChurchList } from './export-church-list.ts'
import {
  exportAudit as exportCall,
  listAudit,
  type AuditRow,
  type listAudit as call,
  auditActs,
  type AuditAct,
  type AuditTopic,
  auditColumns,
} from '#contract/identity/audit.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve, Caller, Actor, Download } from '../../platform/http/index.ts'
import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import { foldText } from '../../platform/fold-text.ts'
import type { Tx } from '../../platform/database/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { emailKey } from '../credentials/index.ts'
import { deviceName } from './device-name.ts'
import { countEntries, findEntries, type Entry, type EntryFilter, entriesQuery } from './audit-store.ts'
import { cursorPages, type ExportColumn } from '../../platform/exports/index.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant as the clock on the church's wall shows it: `2026-03-31 18:04:09`. Sorts as text. */
export function instantIn(timeZone: string, at: Date): string {
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) formats.set(timeZone, format)
  return format.format(at)
}

/** The first half of an act's name tells what it is about; what is exported is people's data. */
const topicOf: Readonly<Record<string, AuditTopic>> = {
  account: 'access',
  church: 'access',
  staff: 'access',
  person: 'people',
  people: 'people',
  list: 'people',
  group: 'people',
  followup: 'people',
  family: 'people',
  event: 'checkin',
  station: 'checkin',
  child: 'checkin',
  payment: 'money',
  units: 'money',
  subscription: 'money',
  renewal: 'money',
  card: 'money',
  message: 'messages',
  sender: 'messages',
  email: 'messages',
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
async function list(tx: Tx, caller: Caller, query: Query): Promise<Answer<typeof call>> {
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
function auditFilterOf(
  { tenantId, church }: Caller,
  query: Omit<Received<typeof exportCall>['query'], 'format' | 'columns' | 'headings' | 'title'>,
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

/** The church's log. */
export function serveAudit(serve: Serve, context: AppContext): void {
  serve(listAudit, ({ caller, query, transact }) => transact((tx) => list(tx, caller, query)))
  serve(exportCall, ({ caller, query, actor, at }) => exportLog(context, caller, { query, actor, at }))
}

type ExportQuery = Received<typeof exportCall>['query']
type Column = (typeof auditColumns)[number]

/** The log, as much of it as matches, as a file. */
function exportLog(
  { database }: Pick<AppContext, 'database'>,
  caller: Caller,
  { query, actor, at }: { query: ExportQuery; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId, church } = caller
  const values = valuesIn(church.timeZone)
  return exportChurchList<Entry>({
    database,
    tenantId,
    actor,
    query,
    list: 'audit',
    name: 'log',
    columns: auditColumns.map((id): ExportColumn<Entry> => ({ id, ...values[id] })),
    pages: (tx) => cursorPages(tx, entriesQuery(auditFilterOf(caller, query))),
    at,
  })
}

const valuesIn = (timeZone: string): Record<Column, Omit<ExportColumn<Entry>, 'id'>> => ({
  at: { heading: 'When', value: ({ at }) => instantIn(timeZone, at) },
  actor: { heading: 'Who', value: ({ actorName }) => actorName },
  act: { heading: 'What', value: ({ act }) => act },
  subject: { heading: 'Affects', value: ({ subjectName }) => subjectName },
  details: { heading: 'Details', value: ({ details }) => textOf(details) },
  ip: { heading: 'IP address', value: ({ ip }) => ip },
  device: { heading: 'Device', value: ({ device }) => deviceName(device) },
})

const textOf = (details: AuditRow['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`)
    .join('; ')
