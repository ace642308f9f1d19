import { exportChurchList } from '../../identity/index.ts'
import * as calls from '#contract/billing/statement.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve, Actor, Caller, Download } from '../../platform/http/index.ts'
import { readUnitAlert, saveUnitAlert } from './unit-alert.ts'
import {
  type Messages,
  allMovements,
  type MovementRecord,
  countLines,
  countMovements,
  selectLatest,
  selectLines,
  selectMovements,
  sumLines,
  type LineSums,
  type MovementFilter,
} from './statement-store.ts'
import { firstWords } from './first-words.ts'
import {
  statementColumns,
  type exportStatement as call,
  type MovementKind,
  type listMovements as movementsCall,
  type listStatement as listStatementCall,
  type StatementLine,
  type UnitMovement,
} from '#contract/billing/statement.ts'
import type { Received, Answer } from '#contract/endpoint.ts'
import { cursorPages, localTime, type ExportColumn } from '../../platform/exports/index.ts'
import { z } from 'zod/mini'
import type { Tx } from '../../platform/database/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'

type ListStatementQuery = Received<typeof movementsCall>['query']

const movementNumber = z.int().check(z.gte(1))
/** Behind which line a page begins, and the latest movement when the first page was read: later ones are not in it. */
const place = z.strictObject({ after: movementNumber, until: movementNumber })

/**
 * A page of the statement, the newest first: movements of one message in one line. All pages tell of the time of the first
 * one, so that a message which goes on moving units in between is neither lost nor repeated. Throws `invalid_cursor`.
 */
async function listStatement(
  tx: Tx,
  messages: Messages,
  { caller, query }: { caller: Caller; query: Received<typeof listStatementCall>['query'] },
): Promise<Answer<typeof listStatementCall>> {
  const { cursor, limit = PAGE_SIZE } = query
  const filter = movementFilterOf(caller, query)
  const { after, until } = readCursor(place, cursor) ?? {
    after: null,
    until: await selectLatest(tx, caller.tenantId),
  }
  const rows = await selectLines(tx, messages, { ...filter, after, until, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ number }) => ({ after: number, until }))
  const ids = items.flatMap(({ lineOf }) => lineOf ?? [])
  const sums = new Map((await sumLines(tx, { ...filter, until, ids })).map((sum) => [sum.lineOf, sum]))
  return {
    items: items.map((row) => presentLine(row, sums.get(row.lineOf ?? ''))),
    ...(await countLines(tx, messages, { ...filter, until })),
    nextCursor,
  }
}

/** A page of the movements by themselves, the newest first. Throws `invalid_cursor`. */
async function listMovements(
  tx: Tx,
  messages: Messages,
  { caller, query }: { caller: Caller; query: ListStatementQuery },
): Promise<Answer<typeof movementsCall>> {
  const { cursor, limit = PAGE_SIZE } = query
  const filter = movementFilterOf(caller, query)
  const after = readCursor(movementNumber, cursor)
  const rows = await selectMovements(tx, messages, { ...filter, after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ number }) => number)
  return { items: items.map(presentMovement), total: await countMovements(tx, messages, filter), nextCursor }
}

/** Which movements are meant; days are the church's. */
const movementFilterOf = (
  { tenantId, church }: Caller,
  { search = '', kind, from, to, message }: Omit<ListStatementQuery, 'cursor' | 'limit'>,
): MovementFilter => ({
  tenantId,
  timeZone: church.timeZone,
  search: search.trim(),
  kind: kind ?? null,
  from: from ?? null,
  to: to ?? null,
  message: message ?? null,
})

function presentLine(row: MovementRecord, sums: LineSums | undefined): StatementLine {
  const { units: _units, ...movement } = presentMovement(row)
  if (!sums) return { ...movement, movements: 1, used: 0, reserved: 0 }
  const { lineOf: _lineOf, ...summed } = sums
  return { ...movement, ...summed }
}

function presentMovement({ id, kind, at, units, change, balance, held, ...row }: MovementRecord): UnitMovement {
  return { id, kind, at: at.toISOString(), units, change, balance, held, subject: subjectOf(row) }
}

/** What a movement was for, as far as the church knows it. */
function subjectOf(
  row: Pick<MovementRecord, 'paymentId' | 'paymentReference' | 'messageId' | 'messageText' | 'isNotice'>,
): UnitMovement['subject'] {
  if (row.paymentId !== null) return { kind: 'payment', id: row.paymentId, text: row.paymentReference ?? '' }
  if (row.messageId !== null && row.isNotice) return { kind: 'notice', id: row.messageId, text: '' }
  if (row.messageId !== null) return { kind: 'message', id: row.messageId, text: firstWords(row.messageText ?? '') }
  return null
}

type Query = Received<typeof call>['query']
type Column = (typeof statementColumns)[number]

const kindTexts: Record<Exclude<MovementKind, 'grant' | 'post'>, string> = {
  hold: 'Reserved for a message',
  release: 'Released',
  return: 'Returned: not delivered',
  revoke: 'Removed: payment refunded',
}

/** What happened. What is spent was set aside before: how much it was stands here, for free units stay as they are. */
function whatOf({ kind, units, paymentId }: MovementRecord): string {
  if (kind === 'grant') return paymentId === null ? 'Free units' : 'Bought'
  return kind === 'post' ? `Used from reserved: ${units.toLocaleString('en-US')}` : kindTexts[kind]
}

/** A notice is told by what it is: its text is for whoever got it. */
function wordsOf(movement: MovementRecord): string | null {
  const subject = subjectOf(movement)
  return subject?.kind === 'notice' ? 'Message to one person' : (subject?.text ?? null)
}

const valuesIn = (timeZone: string): Record<Column, Omit<ExportColumn<MovementRecord>, 'id'>> => {
  const timeOf = localTime(timeZone)
  return {
    date: { heading: 'Date', value: ({ at }) => timeOf(at) },
    what: { heading: 'What', value: whatOf },
    subject: { heading: 'For', value: (movement) => wordsOf(movement) },
    units: { heading: 'Units', value: ({ change }) => change },
    held: { heading: 'Reserved', value: ({ held }) => held },
    balance: { heading: 'Balance', value: ({ balance }) => balance },
  }
}

/** The statement of the caller's church as a file, as much of it as matches, the newest first. */
function exportStatement(
  { database }: Pick<AppContext, 'database'>,
  messages: Messages,
  { caller, query, actor, at }: { caller: Caller; query: Query; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId, church } = caller
  const values = valuesIn(church.timeZone)
  return exportChurchList<MovementRecord>({
    database,
    tenantId,
    actor,
    query,
    list: 'statement',
    name: 'units',
    columns: statementColumns.map((id) => ({ id, ...values[id] })),
    pages: (tx) => cursorPages(tx, allMovements(messages, movementFilterOf(caller, query))),
    at,
  })
}

export function statementRoutes(serve: Serve, context: AppContext, messages: Messages): void {
  serve(calls.listStatement, ({ query, caller, transact }) =>
    transact((tx) => listStatement(tx, messages, { caller, query })),
  )
  serve(calls.listMovements, ({ query, caller, transact }) =>
    transact((tx) => listMovements(tx, messages, { caller, query })),
  )
  serve(calls.exportStatement, ({ query, caller, actor, at }) =>
    exportStatement(context, messages, { caller, query, actor, at }),
  )
  serve(calls.readUnitAlert, ({ caller, transact }) => transact((tx) => readUnitAlert(tx, caller.tenantId)))
  serve(calls.saveUnitAlert, ({ body: { threshold }, caller, actor, at, transact }) =>
    transact((tx) => saveUnitAlert(tx, caller.tenantId, { threshold, actor, at })),
  )
}
