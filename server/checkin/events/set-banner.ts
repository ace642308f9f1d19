import type { EventRow } from '#contract/checkin/events.ts'
import { audit, deletePicture, insertPicture } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Planner } from './add-event.ts'
import { lockEvent, lockFollowing, saveBanner, selectUnusedBanners } from './event-store.ts'
import { readEvent } from './read-events.ts'

type Banner = { id: string; accountId: string; bytes: Buffer | null }

/** Gives an event, and all that follow in its series, a prepared picture, or none. Throws `not_found`. */
export async function setBanner(
  tx: Tx,
  { tenantId, actor, at }: Planner,
  { id, accountId, bytes }: Banner,
): Promise<EventRow> {
  const event = await lockEvent(tx, id)
  if (!event) throw new ApiError('not_found')
  const all = [event, ...(event.seriesId ? await lockFollowing(tx, event.seriesId, event.day) : [])]
  const former = [...new Set(all.flatMap(({ bannerId }) => bannerId ?? []))]
  if (!bytes && former.length === 0) return readEvent(tx, id, at)
  const bannerId = bytes && (await insertPicture(tx, tenantId, { bytes, addedBy: accountId, at }))
  await saveBanner(
    tx,
    all.map((one) => one.id),
    bannerId,
  )
  for (const unused of await selectUnusedBanners(tx, former)) await deletePicture(tx, unused)
  const details = { name: event.name, fields: ['banner'], events: all.length }
  await audit(tx, tenantId, actor, { act: 'event.changed', details, at })
  return readEvent(tx, id, at)
}
