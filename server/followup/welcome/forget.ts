import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { forgetOld, selectOldChurches } from './entry-store.ts'

/** Names, phones and addresses of the form, where nobody needs them any more. */
export const forgetWelcomeEntriesJob = defineJob({ name: 'followup.forget-welcome-entries', payload: z.object({}) })

const DAY_MS = 24 * 3_600_000
/** Whoever was entered is a person by now; the entry keeps what they agreed to. */
const SETTLED_DAYS = 30
const WAITING_DAYS = 90

export async function forgetWelcomeEntries({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const [settled, waiting] = [before(SETTLED_DAYS), before(WAITING_DAYS)]
  for (const tenantId of await database.withoutTenant((tx) => selectOldChurches(tx, settled)))
    await database.withTenant(tenantId, (tx) => forgetOld(tx, { settled, waiting }))
}
