import type { ChurchDoor } from '#contract/checkin/door.ts'
import { findPicture, gateOf } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { ApiError, type Download } from '#server/platform/http/index.ts'
import { findTenantOf, selectChurch, type ChurchRecord } from './church-store.ts'

/** The church behind a slug that it has or had. Throws `not_found`. */
async function findChurch(database: Database, slug: string): Promise<ChurchRecord> {
  const tenantId = await database.withoutTenant((tx) => findTenantOf(tx, slug))
  const church = tenantId && (await database.withTenant(tenantId, selectChurch))
  if (!church) throw new ApiError('not_found')
  return church
}

/** What stands on a church's portal before anybody signs in, and whether it takes families now. Throws `not_found`. */
export async function readDoor(database: Database, slug: string, at: Date): Promise<ChurchDoor> {
  const church = await findChurch(database, slug)
  const { tenantId: id, name, slug: current, isoCode, timeZone, logoId } = church
  const logoUrl = logoId && `/api/checkin/door/${current ?? slug}/logo?v=${logoId}`
  return { id, name, slug: current ?? slug, logoUrl, isoCode, timeZone, gate: gateOf(church, at).gate }
}

/** The logo, for anybody. Throws `not_found`, also when the church has none. */
export async function readDoorLogo(database: Database, slug: string): Promise<Download> {
  const { tenantId, logoId } = await findChurch(database, slug)
  const picture = logoId && (await database.withTenant(tenantId, (tx) => findPicture(tx, logoId)))
  if (!picture) throw new ApiError('not_found')
  const { bytes: body, contentType } = picture
  return { fileName: `${slug}.webp`, contentType, body, inline: true }
}
