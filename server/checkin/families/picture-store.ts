import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** Notes a picture as uploaded and not anybody's yet. */
export async function keepUploaded(
  tx: Tx,
  tenantId: TenantId,
  { pictureId, accountId, at }: { pictureId: string; accountId: string; at: Date },
): Promise<void> {
  await sql`
    insert into uploaded_picture (tenant_id, picture_id, account_id, at)
    values (${tenantId}, ${pictureId}, ${accountId}, ${at})`.execute(tx)
}

/** Takes a picture that this account uploaded, for somebody; `accountId` null: whichever account did. False when it is none of those, or was given already. */
export async function takeUploaded(
  tx: Tx,
  { pictureId, accountId }: { pictureId: string; accountId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    delete from uploaded_picture
    where picture_id = ${pictureId} and account_id = coalesce(${accountId}::uuid, account_id) returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * Whether a guardian may see a picture: of the own family (null: none) and their own, uploaded by themselves, of an event,
 * the church's logo.
 */
export async function mayBeSeen(
  tx: Tx,
  pictureId: string,
  guardian: { familyId: string | null; personId: string; accountId: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from church where logo_id = ${pictureId})
      or exists (select from event where banner_id = ${pictureId})
      or exists (
        select from uploaded_picture where picture_id = ${pictureId} and account_id = ${guardian.accountId}
      )
      or exists (select from person where picture_id = ${pictureId} and id = ${guardian.personId})
      or exists (
        select from person p join family_member m on m.person_id = p.id
        where p.picture_id = ${pictureId} and m.family_id = ${guardian.familyId}::uuid and p.archived_at is null
      ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Pictures of every church that were uploaded before then and given to nobody. */
export async function findUnusedPictures(tx: Tx, before: Date): Promise<{ tenantId: string; pictureId: string }[]> {
  const { rows } = await sql<{ tenantId: string; pictureId: string }>`
    select tenant_id as "tenantId", picture_id as "pictureId" from find_unused_pictures(${before})`.execute(tx)
  return rows
}
