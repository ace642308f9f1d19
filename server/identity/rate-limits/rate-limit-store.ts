import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

type Counted = { tries: number; endsAt: Date }

export async function countAttempt(
  tx: Tx,
  { key, at, minutes }: { key: Buffer; at: Date; minutes: number },
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select tries, ends_at as "endsAt" from take_attempt(${key}, ${at}, make_interval(mins => ${minutes}))`.execute(tx)
  const [counted] = rows
  if (!counted) throw new Error('take_attempt answered no row')
  return counted
}

export async function forgetAttempts(tx: Tx, key: Buffer): Promise<void> {
  await sql`select forget_attempts(${key})`.execute(tx)
}

export async function returnAttempt(tx: Tx, key: Buffer): Promise<void> {
  await sql`select return_attempt(${key})`.execute(tx)
}
