import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { Verdict } from '#contract/checkin/station.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

/** What became of an act, without any name: labels are made again when they are asked for. */
export type KeptOutcome = {
  outcome: 'done' | 'refused'
  registrationId: string | null
  reason: ErrorCode | null
  /** Children for whom it was not done; ids as in the act. */
  notDone: string[]
  verdicts: Record<string, Verdict> | null
  /** Of a family that came for the first time: who they are under the ids that the station made up. */
  ids: Record<string, string> | null
}

export type TakenAct = { number: number; kind: string; outcome: KeptOutcome }

export async function selectActs(tx: Tx, stationId: string, numbers: number[]): Promise<TakenAct[]> {
  const { rows } = await sql<TakenAct>`
    select number, kind, outcome from station_act
    where station_id = ${stationId} and number = any (${numbers}::integer[]) order by number`.execute(tx)
  return rows
}

/** When the act before this one was done; null: there is none. */
export async function selectPreviousAt(tx: Tx, stationId: string, number: number): Promise<Date | null> {
  const { rows } = await sql<{ doneAt: Date }>`
    select done_at as "doneAt" from station_act where station_id = ${stationId} and number = ${number - 1}`.execute(tx)
  return rows[0]?.doneAt ?? null
}

export type NewAct = TakenAct & { stationId: string; doneAt: Date; takenAt: Date }

export async function insertAct(tx: Tx, tenantId: TenantId, act: NewAct): Promise<void> {
  await sql`
    insert into station_act (tenant_id, station_id, number, kind, done_at, taken_at, outcome)
    values (${tenantId}, ${act.stationId}, ${act.number}, ${act.kind}, ${act.doneAt}, ${act.takenAt},
      ${JSON.stringify(act.outcome)}::jsonb)`.execute(tx)
}

/** Who those are to whom a station gave ids of its own; the others are not in the answer. */
export async function selectMadeUpIds(tx: Tx, stationId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ made: string; real: string }>`
    select i.key as made, i.value as real
    from station_act a, jsonb_each_text(a.outcome -> 'ids') i
    where a.station_id = ${stationId} and a.kind = 'walk_in' and jsonb_typeof(a.outcome -> 'ids') = 'object'
      and i.key = any (${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map(({ made, real }) => [made, real]))
}

/**
 * Does work that may be given up as a whole, while the transaction around it goes on. What it throws is thrown on, and
 * nothing of it is left.
 */
export async function inPart<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    throw error
  }
}
