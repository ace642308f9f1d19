import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../database/database.ts'

const ROWS_A_PAGE = 1_000

/**
 * The rows of any query, page by page, through a cursor of the database: in any order, with what it finds sorted once
 * and neither side holding all of it. The cursor ends with the transaction.
 */
export async function* cursorPages<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<readonly Row[]> {
  const cursor = sql.id(`export_${randomUUID()}`)
  // All rows are read: the plan that is soonest done, not the one whose first row is soonest there.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(ROWS_A_PAGE)} from ${cursor}`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_A_PAGE) return
  }
}
