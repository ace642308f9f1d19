import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type NewPicture = {
  /** As `reencode` made it. */
  bytes: Buffer
  contentType?: 'image/webp' | 'image/jpeg'
  addedBy: string
  at: Date
}

/** Keeps a picture; answers its id. */
export async function insertPicture(
  tx: Tx,
  tenantId: TenantId,
  { bytes, contentType = 'image/webp', addedBy, at }: NewPicture,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into picture (tenant_id, content_type, bytes, added_by, added_at)
    values (${tenantId}, ${contentType}, ${bytes}, ${addedBy}, ${at}) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A picture was not kept')
  return row.id
}

/** A picture of the church that was entered; null: there is none of this id. */
export async function findPicture(tx: Tx, id: string): Promise<{ contentType: string; bytes: Buffer } | null> {
  const { rows } = await sql<{ contentType: string; bytes: Buffer }>`
    select content_type as "contentType", bytes from picture where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** A copy under an id of its own: each can be removed without the other. Null: there is none of this id. */
export async function copyPicture(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into picture (tenant_id, content_type, bytes, added_by, added_at)
    select tenant_id, content_type, bytes, added_by, added_at from picture where id = ${id}
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export const deletePicture = (tx: Tx, id: string): Promise<void> => deletePictures(tx, [id])

export async function deletePictures(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from picture where id = any (${ids}::uuid[])`.execute(tx)
}
