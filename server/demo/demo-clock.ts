import { z } from 'zod/mini'
import type { MovableClock } from '../platform/runtime/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { defineJob, hastenJobs, scheduledQueues } from '../platform/jobs/index.ts'
import { readClockAhead, saveClockAhead } from '../operator/index.ts'
import { DEMO_OPERATOR } from './installation.ts'

const FOLLOW_MS = 1_000

/** Reads how far the demo's clock was moved, as a start does. */
export async function readDemoClock({ database }: Pick<AppContext, 'database'>, clock: MovableClock): Promise<void> {
  clock.setAhead(await database.withoutTenant(readClockAhead))
}

/**
 * Moves the demo's clock, for good: the next start goes on with it. Forward, whatever runs at certain times runs once for
 * the time that was left out, and jobs that wait become due as much sooner; backward nothing is undone.
 */
export async function moveDemoClock(
  { database, enqueue }: Pick<AppContext, 'database' | 'enqueue'>,
  clock: MovableClock,
  aheadMs: number,
): Promise<void> {
  const before = clock.aheadMs()
  try {
    await database.withOperator({ operatorId: DEMO_OPERATOR }, async (tx) => {
      await saveClockAhead(tx, aheadMs)
      // What the jobs below are woken for, they find.
      clock.setAhead(aheadMs)
      if (aheadMs <= before) return
      await hastenJobs(tx, aheadMs - before)
      for (const name of await scheduledQueues(tx)) await enqueue(tx, defineJob({ name, payload: z.object({}) }), {})
    })
  } catch (error) {
    clock.setAhead(before)
    throw error
  }
}

/** For a worker apart: keeps its clock where the server moved it. Answers how to end that. */
export function followDemoClock(
  context: Pick<AppContext, 'log'> & { database: Database },
  clock: MovableClock,
): () => void {
  let told = false
  const look = (): void =>
    void readDemoClock(context, clock).then(
      () => (told = false),
      (error: unknown) => {
        if (!told) context.log.warn({ err: error }, 'The demo’s clock could not be read.')
        told = true
      },
    )
  const timer = setInterval(look, FOLLOW_MS)
  return () => clearInterval(timer)
}
