import type { Entrance } from '../database/church-read.ts'

/** As many tokens as are in use on a busy Sunday; their rows take a kilobyte each. */
const MOST = 4_000

/** `told`: the whole row as PostgreSQL writes it, by which two are compared without reading them. */
type Told = { told: string }

/** What the database answered about tokens lately: a guess, which the entrance of the next request holds to the truth. */
type Recollection<Row extends Told> = {
  note: (tokenHash: Buffer, row: Row | null) => void
  recall: (tokenHash: Buffer, at: Date) => { row: Row; entrance: Entrance } | null
}

/** `find`: the function of the database that finds out whose a token is. */
export function openRecollection<Row extends Told>(find: string): Recollection<Row> {
  const rows = new Map<string, Row>()
  const forget = (key: string): boolean => rows.delete(key)
  return {
    note: (tokenHash, row) => {
      const key = tokenHash.toString('hex')
      forget(key)
      if (!row) return
      rows.set(key, row)
      const [oldest] = rows.keys()
      if (rows.size > MOST && oldest !== undefined) forget(oldest)
    },
    recall: (tokenHash, at) => {
      const key = tokenHash.toString('hex')
      const row = rows.get(key)
      if (!row) return null
      const admits = (found: unknown): boolean => {
        const isSame = (found as Told).told === row.told
        if (!isSame) forget(key)
        return isSame
      }
      return { row, entrance: { find, values: [`\\x${key}`, at.toISOString()], admits } }
    },
  }
}
