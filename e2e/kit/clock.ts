import { openQuery } from '#server/test-kit/query-store.ts'

/**
 * Each file of browser tests begins at this instant, on whatever day it runs: 10:00 on a Wednesday in Lagos. `TEST_NOW` names
 * another one (`2026-12-31T22:55:00Z`), or `real` for the clock of this machine.
 */
const BEGINS_AT = '2030-05-15T09:00:00Z'
/** The prepared demo is older than the files that begin with a copy of it. */
const PREPARED_BEFORE_MS = 20 * 60_000

const beginsAt = process.env['TEST_NOW'] ?? BEGINS_AT
if (beginsAt !== 'real' && Number.isNaN(Date.parse(beginsAt))) throw new Error(`TEST_NOW is no instant: ${beginsAt}`)

let aheadMs = 0

/** The present time of the running demo, of its server and its pages. */
export const demoNow = (): Date => new Date(Date.now() + aheadMs)

/** Sets the demo's clock in a database whose server does not run yet. */
async function setDemoClock(databaseUrl: string, startMs: number): Promise<void> {
  aheadMs = beginsAt === 'real' ? 0 : startMs - Date.now()
  const query = openQuery(databaseUrl)
  await query('update installation set demo_clock_ahead_ms = $1', [Math.round(aheadMs)])
  await query.close()
}

export const setClockOfPreparedDemo = (databaseUrl: string): Promise<void> =>
  setDemoClock(databaseUrl, Date.parse(beginsAt) - PREPARED_BEFORE_MS)

export const setClockOfCopy = (databaseUrl: string): Promise<void> => setDemoClock(databaseUrl, Date.parse(beginsAt))
