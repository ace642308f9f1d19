import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

type Counted = { tries: number; endsAt: Date }

export async function countGuess(
  tx: Tx,
  { key, at, minutes }: { key: Buffer; at: Date; minutes: number },
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select tries, ends_at as "endsAt" from take_guess(${key}, ${at}, make_interval(mins => ${minutes}))`.execute(tx)
  const [counted] = rows
  if (!counted) throw new Error('take_guess answered no row')
  return counted
}

export async function forgetGuesses(tx: Tx, key: Buffer): Promise<void> {
  await sql`select forget_guesses(${key})`.execute(tx)
}

export async function returnGuess(tx: Tx, key: Buffer): Promise<void> {
  await sql`select return_guess(${key})`.execute(tx)
}
