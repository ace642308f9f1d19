import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const TEST = 'server/checkin/sync/three-stations.test.ts'

/**
 * Many Sundays of three stations whose network comes and goes, each of other steps (the same again: docs/operations.md). Answers
 * what went wrong.
 */
export async function stationFaults(sundays: number): Promise<string[]> {
  const vitest = path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const others = [`STATION_RUNS=${sundays}`, `FC_SEED=${Date.now() % 1_000_000_000}`]
  const running = spawn('env', [...others, process.execPath, vitest, 'run', TEST], { stdio: 'inherit' })
  const [code] = (await once(running, 'exit')) as [number | null]
  return code === 0 ? [] : [`three stations (${TEST} says after which steps, and the seed)`]
}
