import { statementColumns, type exportStatement as call, type MovementKind } from '#contract/billing/statement.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import { cursorPages, exportList, localTime, type ExportColumn } from '#server/platform/exports/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Actor, Caller, Download } from '#server/platform/http/index.ts'
import { movementFilterOf, subjectOf } from './list-statement.ts'
import { allMovements, type Messages, type MovementRecord } from './statement-store.ts'

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
export function exportStatement(
  { database }: Pick<House, 'database'>,
  messages: Messages,
  { caller, query, actor, at }: { caller: Caller; query: Query; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId, church } = caller
  const values = valuesIn(church.timeZone)
  return exportList<MovementRecord>({
    database,
    scope: { tenantId },
    query,
    name: 'units',
    columns: statementColumns.map((id) => ({ id, ...values[id] })),
    pages: (tx) => cursorPages(tx, allMovements(messages, movementFilterOf(caller, query))),
    note: (tx, rows) =>
      audit(tx, tenantId, actor, {
        act: 'list.exported',
        details: { list: 'statement', format: query.format, rows },
        at,
      }),
    at,
  })
}
