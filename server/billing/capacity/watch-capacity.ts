import { gateOf } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { selectKeepers } from '../notices/payee-store.ts'
import { sendCapacityMailJob } from './capacity-jobs.ts'
import { claimNotice, selectFullChurches, selectStanding } from './capacity-store.ts'

/** A church is told when the days of grace begin, and when so many of them are left; the last time on the last day. */
const TOLD_AT = [0, 2, 7, 14]

/** Tells each church over its capacity what it is to be told by now: once, however many look and however often. */
export async function watchCapacity(
  context: Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'log'>,
): Promise<void> {
  const { database, clock, log } = context
  const failures: Error[] = []
  for (const tenantId of await database.withoutTenant(selectFullChurches))
    try {
      await database.withTenant(tenantId, (tx) => tell(tx, context, { tenantId, at: clock.now() }))
    } catch (error) {
      log.error({ err: error }, 'a church could not be told that it is over its capacity; the next one is')
      failures.push(new Error('A church could not be told', { cause: error }))
    }
  if (failures[0]) throw failures[0]
}

async function tell(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { tenantId, at }: { tenantId: string; at: Date },
): Promise<void> {
  const church = await selectStanding(tx)
  if (!church?.overSince) return
  const { gate, grace } = gateOf(church, at)
  // An expired church has more urgent mails.
  if (gate === 'expired') return
  const { overSince } = church
  const daysLeft = TOLD_AT.find((days) => (grace?.daysLeft ?? 0) <= days) ?? 0
  if (!(await claimNotice(tx, { tenantId, overSince, daysLeft, at }))) return
  for (const accountId of await selectKeepers(tx, tenantId))
    await enqueue(tx, sendCapacityMailJob, { tenantId, accountId, overSince: overSince.toISOString() })
}
