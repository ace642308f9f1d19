import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../database/database.ts'

const ROWS_A_PAGE = 1_000
/** Always the same: connections keep every statement that has another text. */
const CURSOR = sql.id('export_rows')

/**
 * The rows of any query, page by page, through a cursor of the database: in any order, with what it finds sorted once
 * and neither side holding all of it. One at a time in a transaction, with which it ends at the latest.
 */
export async function* cursorPages<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<readonly Row[]> {
  // All rows are read: the plan that is soonest done, not the one whose first row is soonest there.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx)
  await sql`declare ${CURSOR} no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(ROWS_A_PAGE)} from ${CURSOR}`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_A_PAGE) break
  }
  await sql`close ${CURSOR}`.execute(tx)
}
