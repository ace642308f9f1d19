import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

type StoredContact = { name: string | null; phone: string }

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
    with written as (
    insert into contact_file_entry (tenant_id, file_id, position, name, phone)
    select ${file.tenantId}, ${id}, position, name, phone
    from unnest(${contacts.map(({ name }) => name)}::text[], ${contacts.map(({ phone }) => phone)}::text[])
      with ordinality as entry (name, phone, position) returning 1)
    select count(*) from written`.execute(tx)
  return id
}

/** This church's contact files uploaded before an instant. */
export async function selectOldContactFiles(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from contact_file where uploaded_at < ${before}`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function deleteContactFiles(tx: Tx, ids: string[]): Promise<void> {
  await sql`delete from contact_file where id = any (${ids}::uuid[])`.execute(tx)
}

/** Whether the church has this file. */
export async function hasContactFile(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from contact_file where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Churches that have contact files from before an instant. */
export async function selectChurchesWithOldFiles(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`select tenant_id from find_old_contact_files(${before})`.execute(tx)
  return rows.map((row) => row.tenant_id)
}
