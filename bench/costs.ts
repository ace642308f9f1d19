import { median } from './figures.ts'
import type { Loaded } from './load.ts'
import { processorSeconds } from './processes.ts'

/** Microseconds of processor that an answer took, in the server and in PostgreSQL. */
export type Costed = Loaded & { server: number; database: number }

/** Loads, and tells what it took of these two processes and of everything that they started. */
export async function costing(
  put: () => Promise<Loaded>,
  processes: { server: number; database: number[] },
): Promise<Costed> {
  const taken = (): number[] => [processorSeconds(processes.server), processorSeconds(...processes.database)]
  const before = taken()
  const loaded = await put()
  const [server = 0, database = 0] = taken().map(
    (seconds, nth) => ((seconds - (before[nth] ?? 0)) * 1_000_000) / loaded.answers,
  )
  return { ...loaded, server, database }
}

/** What an answer takes of the processor beside the floor's: also tells on a busy machine, where rates do not. */
export function comparedCosts(turns: readonly { ours: Costed; floor: Costed }[]): string {
  const [one, other] = [costOf(turns.map(({ ours }) => ours)), costOf(turns.map(({ floor }) => floor))]
  return `processor ${(one.whole / other.whole).toFixed(2)} × (${one.text} : ${other.text} µs)`
}

/** In the server + in PostgreSQL. */
function costOf(turns: readonly Costed[]): { whole: number; text: string } {
  const [server, database] = [median(turns.map((turn) => turn.server)), median(turns.map((turn) => turn.database))]
  return { whole: server + database, text: `${server.toFixed(0)} + ${database.toFixed(0)}` }
}
