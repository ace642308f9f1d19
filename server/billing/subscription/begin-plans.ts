import { z } from 'zod/mini'
import { setFullSince } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { addDays, dayIn, instantOf } from '../../platform/runtime/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { keepRow, lockBook, planOn } from './book.ts'
import { periodOn } from './periods.ts'
import { selectSubscription, selectUpcoming } from './subscription-store.ts'

/** Brings plans that were paid for earlier into the rows that gates and lists read, on the day on which they begin. */
export const beginPlansJob = defineJob({ name: 'billing.begin-plans', payload: z.object({}) })

/**
 * A plan begins with its day in the church's zone, whenever this runs: it only writes down what the entries say already. A
 * church that has too many people for it has had them since that day began.
 */
export async function beginPlans({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const at = clock.now()
  // Nowhere on earth is it more than a day later.
  const due = await database.withoutTenant((tx) => selectUpcoming(tx, addDays(dayIn('UTC', at), 1)))
  for (const tenantId of due)
    await database.withTenant(tenantId, async (tx) => {
      const book = await lockBook(tx, tenantId, at)
      if (!book || planOn(book.record, book.today).id === book.record.planId) return
      const isFullBefore = book.record.overSince !== null
      await keepRow(tx, book, book.record.renewalPlanId)
      const { from } = periodOn(book.term, book.today)
      const after = await selectSubscription(tx, tenantId)
      const since = instantOf(book.record.timeZone, `${from}T00:00`)
      if (!isFullBefore && after?.overSince && since) await setFullSince(tx, tenantId, since)
    })
}
