import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { selectDueActs } from './act-store.ts'
import { carryOut, noteRefusal } from './carry-out.ts'
import { decideRun } from './decide.ts'
import { selectChurchesDue } from './event-store.ts'
import { readPlace } from './facts-store.ts'
import { MOST_DEPTH, meetDays, meetEvents } from './meet.ts'
import { selectDueRuns } from './run-store.ts'

/** Lets the rules of all churches look at what happened, and do what is due. */
export const runAutomationJob = defineJob({ name: 'followup.automation', payload: z.object({}) })

type Doors = Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'config' | 'log'>

/** What is left comes with the next look. */
const AT_ONCE = 500

/** Every church for itself: one that fails keeps no other waiting. */
export async function runAutomation(context: Doors): Promise<void> {
  const { database, clock, log } = context
  for (const tenantId of await database.withoutTenant((tx) => selectChurchesDue(tx, clock.now())))
    await runChurch(context, tenantId).catch((error: unknown) =>
      log.error({ err: error, tenantId }, 'the rules of a church could not do what was due; the next one’s do'),
    )
}

/** What rules do is shown to the rules again, as far as they may lead to one another. */
async function runChurch(context: Doors, tenantId: string): Promise<void> {
  for (let round = 0; round <= MOST_DEPTH + 1; round += 1) {
    const place = await context.database.withTenant(tenantId, (tx) => readPlace(tx, context.clock.now()))
    const church = { tenantId, at: context.clock.now(), place }
    await context.database.withTenant(tenantId, (tx) => meetDays(tx, church))
    while (await context.database.withTenant(tenantId, (tx) => meetEvents(tx, church)));
    const did = (await decideAll(context, church)) + (await doAll(context, church))
    if (did === 0) return
  }
}

type Church = Parameters<typeof decideRun>[1]

async function decideAll({ database }: Doors, church: Church): Promise<number> {
  const ids = await database.withTenant(church.tenantId, (tx) => selectDueRuns(tx, church.at, AT_ONCE))
  for (const id of ids) await database.withTenant(church.tenantId, (tx) => decideRun(tx, church, id))
  return ids.length
}

/** Each in a transaction of its own: one that is refused hinders no other. */
async function doAll(context: Doors, church: Church): Promise<number> {
  const { database, log } = context
  const { tenantId } = church
  const ids = await database.withTenant(tenantId, (tx) => selectDueActs(tx, church.at, AT_ONCE))
  for (const id of ids) {
    const carrying = { ...church, context }
    await database
      .withTenant(tenantId, (tx) => carryOut(tx, carrying, id))
      .catch(async (error: unknown) => {
        const isRefusal = await database.withTenant(tenantId, (tx) => noteRefusal(tx, church, id, error))
        if (!isRefusal) log.error({ err: error, tenantId }, 'something that a rule was to do failed and is tried again')
      })
  }
  return ids.length
}
