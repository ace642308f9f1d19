import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

export type StoredContact = { name: string | null; phone: string }

export async function insertContactFile(
  tx: Tx,
  file: { tenantId: string; fileName: string; uploadedBy: string; at: Date },
  contacts: readonly StoredContact[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into contact_file (tenant_id, file_name, uploaded_by, uploaded_at)
    values (${file.tenantId}, ${file.fileName}, ${file.uploadedBy}, ${file.at}) returning id`.execute(tx)
  const id = rows[0]?.id as string
  await sql`
    insert into contact_file_entry (tenant_id, file_id, position, name, phone)
    select ${file.tenantId}, ${id}, position, name, phone
    from unnest(${contacts.map(({ name }) => name)}::text[], ${contacts.map(({ phone }) => phone)}::text[])
      with ordinality as entry (name, phone, position)`.execute(tx)
  return id
}

/** Forgets this church's contact files uploaded before an instant. */
export async function deleteOldContactFiles(tx: Tx, before: Date): Promise<void> {
  await sql`delete from contact_file where uploaded_at < ${before}`.execute(tx)
}

/** Churches that have contact files from before an instant. */
export async function selectChurchesWithOldFiles(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`select tenant_id from find_old_contact_files(${before})`.execute(tx)
  return rows.map((row) => row.tenant_id)
}
