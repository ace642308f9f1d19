import type { AppContext } from '../../platform/app-context.ts'
import { oneByOne } from '../one-by-one.ts'
import { deleteUnused, findUnusedPictures } from './picture-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes portraits that were uploaded a day ago and that nobody was given. */
export async function forgetPictures(context: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const { database, clock } = context
  const before = new Date(clock.now().getTime() - DAY_MS)
  const unused = await database.withoutTenant((tx) => findUnusedPictures(tx, before))
  await oneByOne(context, unused, ({ tenantId, pictureId }) =>
    database.withTenant(tenantId, (tx) => deleteUnused(tx, pictureId)),
  )
}
