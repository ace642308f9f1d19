import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, pageOf, pageQuery } from '../pages.ts'

/**
 * What moves units: bought or given (`grant`), set aside for a send (`hold`), spent by it (`post`), not needed after all
 * (`release`), given back for a message that never arrived (`return`), taken back for a refund (`revoke`).
 */
export const movementKinds = ['grant', 'hold', 'post', 'release', 'return', 'revoke'] as const
export const movementKind = z.enum(movementKinds)
export type MovementKind = z.infer<typeof movementKind>

const afterwards = {
  /** Instant, ISO 8601. */
  at: z.string(),
  /** What free units gained (or gave); 0 for `post`, which spends units that were set aside before. */
  change: z.int(),
  /** Free units after it. */
  balance: z.int(),
  /** Units set aside after it. */
  held: z.int(),
  /**
   * What it was for: a payment by its reference, a message by its first words (empty when it was deleted from the list),
   * a notice to one person, such as a code, without its words; null: something of the installation.
   */
  subject: z.nullable(z.object({ kind: z.enum(['payment', 'message', 'notice']), id, text: z.string() })),
}

export const movement = z.object({
  id,
  kind: movementKind,
  /** How many units moved; always positive. */
  units: z.int(),
  ...afterwards,
})
export type UnitMovement = z.infer<typeof movement>

/**
 * A line of the statement: all movements of one message that match, at the time of the latest of them and with what was left
 * after that one; of anything else one movement. The changes of all lines sum up to that of all movements.
 */
export const statementLine = z.object({
  /** Of its latest movement. */
  id,
  /** What happened; null: several things, for one message. */
  kind: z.nullable(movementKind),
  /** How many movements it sums up. */
  movements: z.int(),
  ...afterwards,
  /** What was spent of it, less what came back. */
  used: z.int(),
  /** What is still set aside for it. */
  reserved: z.int(),
})
export type StatementLine = z.infer<typeof statementLine>

/** `search` looks in references, messages and sender IDs. Days are those of the church's zone, both included. */
const statementFilter = {
  search: pageQuery.search,
  kind: z.optional(movementKind),
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
}

export const listStatement = endpoint({
  method: 'GET',
  path: '/api/billing/units/statement',
  access: { ability: 'billing.read', whileGated: true },
  summary:
    'What moved the church’s SMS units with the balance after it, a message in one line, the newest first. Pages tell of the time of the first one; `movements` counts what a file of it holds',
  query: z.object({ ...pageQuery, ...statementFilter }),
  response: z.extend(pageOf(statementLine), { movements: z.int() }),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const listMovements = endpoint({
  method: 'GET',
  path: '/api/billing/units/movements',
  access: { ability: 'billing.read', whileGated: true },
  summary:
    'Every movement of the church’s SMS units, or those of one message, with the balance after it, the newest first',
  query: z.object({ ...pageQuery, ...statementFilter, message: z.optional(id) }),
  response: pageOf(movement),
  errors: ['invalid_input', 'invalid_cursor'],
})

/** In the file `units` is the `change`, with its sign: each balance is the one below plus the change. */
export const statementColumns = ['date', 'what', 'subject', 'units', 'held', 'balance'] as const
export const exportStatement = endpoint({
  method: 'GET',
  path: '/api/billing/units/statement/export',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'The statement as a file',
  query: z.object({ ...statementFilter, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

/** Units below which the church is told once, until it has more again; null: never told. */
export const THRESHOLD_MOST = 10_000_000
export const unitAlert = z.object({ threshold: z.nullable(z.int()), isLow: z.boolean() })
export type UnitAlert = z.infer<typeof unitAlert>

export const readUnitAlert = endpoint({
  method: 'GET',
  path: '/api/billing/units/alert',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'When the church is told that its units run low',
  response: unitAlert,
  errors: [],
})

export const saveUnitAlert = endpoint({
  method: 'PUT',
  path: '/api/billing/units/alert',
  access: { ability: 'billing.manage', whileGated: true },
  summary: 'Be told once when the free units fall below a number',
  body: z.strictObject({ threshold: z.nullable(z.int().check(z.gte(1), z.lte(THRESHOLD_MOST))) }),
  response: unitAlert,
  errors: ['invalid_input'],
})
