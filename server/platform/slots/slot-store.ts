import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

type Held = { key: Buffer; most: number; holder: string; seconds: number }

/** Holds one of so many slots for so many seconds; false when all are held. */
export async function insertSlot(outside: Tx, { key, most, holder, seconds }: Held): Promise<boolean> {
  const { rows } = await sql<{ held: boolean | null }>`
    select hold_slot(${key}, ${most}, ${holder}, ${seconds}) as held`.execute(outside)
  return rows[0]?.held === true
}

export async function extendSlot(outside: Tx, holder: string, seconds: number): Promise<void> {
  await sql`select keep_slot(${holder}, ${seconds})`.execute(outside)
}

export async function deleteSlot(outside: Tx, holder: string): Promise<void> {
  await sql`select leave_slot(${holder})`.execute(outside)
}
