import type { CallArgs } from '#contract/endpoint.ts'
import { listMovements, listStatement, type StatementLine, type UnitMovement } from '#contract/billing/statement.ts'
import { grantUnits, holdUnits, postUnits, releaseUnits, returnUnits, type Movement } from '#server/billing/index.ts'
import { revokeUnits } from '#server/billing/units/ledger-store.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Church } from './build-church.ts'
import type { TestApp } from './start-app.ts'

type Move = (tx: Tx, tenantId: string, movement: Movement) => Promise<void>
type Step = { kind: UnitMovement['kind']; units: number }
/** `of`: the message for which it is. */
type When = { at?: Date; of?: string }
export type MovementQuery = CallArgs<typeof listMovements>['query']
type LineQuery = CallArgs<typeof listStatement>['query']

type Meanwhile = (rows: number) => Promise<void>
type Page<Row> = { body: { items: Row[]; nextCursor: string | null } }

/** All pages; something may happen between them. */
async function allOf<Row>(
  read: (cursor: { cursor?: string }) => Promise<Page<Row>>,
  meanwhile: Meanwhile = async () => {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: { cursor?: string } = {}; ;) {
    const { body } = await read(cursor)
    rows.push(...body.items)
    if (body.nextCursor === null) return rows
    cursor = { cursor: body.nextCursor }
    await meanwhile(rows.length)
  }
}

export type UnitConsole = ReturnType<typeof unitConsole>

/** Moves units of churches, and reads their statement. */
export function unitConsole(app: TestApp) {
  const moves: Record<UnitMovement['kind'], Move> = {
    grant: grantUnits,
    hold: (tx, tenantId, movement) => holdUnits(tx, app.server.context.enqueue, { tenantId, ...movement }),
    post: postUnits,
    release: releaseUnits,
    return: returnUnits,
    revoke: (tx, tenantId, movement) => revokeUnits(tx, app.server.context.enqueue, { tenantId, ...movement }),
  }
  let references = 0
  const take = (
    { tenantId }: Church,
    { kind, units }: Step,
    { at = app.clock.now(), of }: When = {},
  ): Promise<void> => {
    const reference = `${of ? `${of}:` : 'step-'}${(references += 1)}`
    return app.server.context.database.withTenant(tenantId, (tx) => moves[kind](tx, tenantId, { units, reference, at }))
  }
  const movementsPage = (church: Church, query: MovementQuery = {}) =>
    app.call(listMovements, { query }, { token: church.admin.token })
  const page = (church: Church, query: LineQuery = {}) =>
    app.call(listStatement, { query }, { token: church.admin.token })
  /** Every movement, the newest first. */
  const movements = (church: Church, query: MovementQuery = {}, meanwhile?: Meanwhile): Promise<UnitMovement[]> =>
    allOf((cursor) => movementsPage(church, { limit: 100, ...query, ...cursor }), meanwhile)
  /** The whole statement, the newest first. */
  const statement = (church: Church, query: LineQuery = {}, meanwhile?: Meanwhile): Promise<StatementLine[]> =>
    allOf((cursor) => page(church, { limit: 100, ...query, ...cursor }), meanwhile)
  return { take, movementsPage, page, movements, statement }
}

/** What each kind does to the units that are set aside. */
export const asideBy = ({ kind, units }: UnitMovement): number =>
  kind === 'hold' ? units : kind === 'post' || kind === 'release' ? -units : 0
export const spentBy = ({ kind, units }: UnitMovement): number =>
  kind === 'post' ? units : kind === 'return' ? -units : 0
