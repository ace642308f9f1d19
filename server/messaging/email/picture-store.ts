import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

type EmailPicture = { id: string; width: number; height: number; at: Date }

export async function insertEmailPicture(
  tx: Tx,
  tenantId: string,
  { id, width, height, at }: EmailPicture,
): Promise<void> {
  await sql`
    insert into email_picture (tenant_id, picture_id, width, height, added_at)
    values (${tenantId}, ${id}, ${width}, ${height}, ${at})`.execute(tx)
}

/** Which of these pictures were uploaded for emails of the church. */
export async function selectEmailPictures(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select picture_id as id from email_picture where picture_id = any (${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Churches with pictures that were uploaded before an instant. */
export async function selectChurchesWithPictures(tx: Tx, before: Date): Promise<TenantId[]> {
  const { rows } = await sql<{ tenantId: TenantId }>`
    select tenant_id as "tenantId" from find_churches_with_email_pictures(${before})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** Those of them that stand in no email: none that was sent, and none that is kept. */
export async function selectUnusedPictures(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.picture_id as id from email_picture e
    where e.added_at < ${before} and e.picture_id::text not in (
      select block ->> 'pictureId' from (
        select content from email_message union all select content from draft where channel = 'email'
      ) written, jsonb_path_query(written.content, '$.blocks[*] ? (@.type == "picture")') block
      where block ->> 'pictureId' is not null
    )`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function deleteEmailPictures(tx: Tx, ids: string[]): Promise<void> {
  await sql`delete from email_picture where picture_id = any (${ids}::uuid[])`.execute(tx)
}
