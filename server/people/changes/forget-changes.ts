import { z } from 'zod/mini'
import { UNDO_DAYS } from '#contract/people/changes.ts'
import { IMPORT_DAYS } from '#contract/people/imports.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { churchesWithOldActs, forgetRows, replacedPictures } from './change-store.ts'
import { deleteUnusedPictures } from './erase-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const forgetActsJob = defineJob({ name: 'people.forget-acts', payload: z.object({}) })

/** What people were before an act is kept for its undoing only: it goes when that is over. The act itself stays. */
export async function forgetActs({ database, clock }: AppContext): Promise<void> {
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS)
  const before = { acts: daysAgo(UNDO_DAYS), imports: daysAgo(IMPORT_DAYS) }
  const churches = await database.withoutTenant((tx) => churchesWithOldActs(tx, before))
  for (const tenantId of churches) {
    await database.withTenant(tenantId, async (tx) => {
      const pictures = await replacedPictures(tx, before)
      await forgetRows(tx, before)
      await deleteUnusedPictures(tx, pictures)
    })
  }
}
