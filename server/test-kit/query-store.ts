import pg from 'pg'

type Row = Record<string, unknown>
/** Asks the database as its owner; rows come as node-postgres gives them. */
export type Look = ((text: string, values?: unknown[]) => Promise<Row[]>) & { close: () => Promise<void> }

export function openQuery(ownerUrl: string): Look {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  pool.on('error', () => {})
  const look = async (text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, values)).rows
  return Object.assign(look, { close: () => pool.end() })
}
