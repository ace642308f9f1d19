import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type Channel = 'sms' | 'email' | 'push'

export type Refusal = {
  channel: Channel
  /** As messages are addressed: E.164, e-mail address or push endpoint. */
  address: string
  source: 'link' | 'desk' | 'reply'
  at: Date
}

/** False when the address had refused already. */
export async function insertOptOut(
  tx: Tx,
  tenantId: TenantId,
  { channel, address, source, at }: Refusal,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into opt_out (tenant_id, channel, address, source, at) values (${tenantId}, ${channel}, ${address}, ${source}, ${at})
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** False when the address had not refused. */
export async function deleteOptOut(tx: Tx, channel: Channel, address: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from opt_out where channel = ${channel} and address = ${address}`.execute(tx)
  return Number(numAffectedRows) > 0
}

export async function selectOptedOut(tx: Tx, channel: Channel, addresses: string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from opt_out where channel = ${channel} and address = any (${addresses})`.execute(tx)
  return rows.map((row) => row.address)
}
