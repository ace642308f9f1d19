import { z } from 'zod/mini'
import { deletePictures } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { deleteEmailPictures, selectChurchesWithPictures, selectUnusedPictures } from './picture-store.ts'

/** Removes pictures that were uploaded for emails and stand in none. */
export const forgetPicturesJob = defineJob({ name: 'messaging.forget-email-pictures', payload: z.object({}) })

/** Long enough for an email that is still being written, in a browser that was left open. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000

/** Emails that were sent are opened years later, and drafts are sent months later: their pictures stay. */
export async function forgetPictures({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - UNUSED_MS)
  const churches = await database.withoutTenant((tx) => selectChurchesWithPictures(tx, before))
  for (const tenantId of churches)
    await database.withTenant(tenantId, async (tx) => {
      const unused = await selectUnusedPictures(tx, before)
      await deleteEmailPictures(tx, unused)
      await deletePictures(tx, unused)
    })
}
