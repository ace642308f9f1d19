import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { deleteOldContactFiles, selectChurchesWithOldFiles } from './store.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export const forgetContactsJob = defineJob({ name: 'messaging.forget-contact-files', payload: z.object({}) })

/** Contact files hold numbers of people who are in no record of ours: they go after 30 days. */
export async function forgetContacts({ database, clock }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  const churches = await database.withoutTenant((tx) => selectChurchesWithOldFiles(tx, before))
  for (const tenantId of churches) await database.withTenant(tenantId, (tx) => deleteOldContactFiles(tx, before))
}
