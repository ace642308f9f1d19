import { z } from 'zod/mini'
import { UNDO_DAYS } from '#contract/people/changes.ts'
import { deletePictures } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { selectUnusedPictures } from '../persons/index.ts'
import { churchesWithOldChanges, forgetRows } from './change-store.ts'

const UNDO_MS = UNDO_DAYS * 24 * 60 * 60 * 1000

export const forgetChangesJob = defineJob({ name: 'people.forget-changes', payload: z.object({}) })

/** What people were before a change is kept for its undoing only: it goes when that is over. The change itself stays. */
export async function forgetChanges({ database, clock }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - UNDO_MS)
  const churches = await database.withoutTenant((tx) => churchesWithOldChanges(tx, before))
  for (const tenantId of churches)
    await database.withTenant(tenantId, async (tx) => {
      const replaced = await forgetRows(tx, before)
      await deletePictures(tx, await selectUnusedPictures(tx, replaced))
    })
}
