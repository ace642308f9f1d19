import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

type NewBounce = {
  campaignId: string
  position: number
  kind: 'hard' | 'soft' | 'complaint'
  code: string | null
  words: string | null
  at: Date
}

/** Keeps what came back; the address of the recipient, or null where it is known already or there is no such recipient. */
export async function insertBounce(tx: Tx, tenantId: TenantId, bounce: NewBounce): Promise<string | null> {
  const { campaignId, position, kind, code, words, at } = bounce
  const { rows } = await sql<{ address: string }>`
    insert into email_bounce (tenant_id, campaign_id, position, kind, address, code, words, at)
    select ${tenantId}, r.campaign_id, r.position, ${kind}, lower(r.address), ${code}, ${words}, ${at}
    from campaign_recipient r where r.campaign_id = ${campaignId} and r.position = ${position}
    on conflict do nothing returning address`.execute(tx)
  return rows[0]?.address ?? null
}

/** How often an address refused emails for now since an instant, and since it was last released. */
export async function countSoft(tx: Tx, address: string, since: Date): Promise<number> {
  const { rows } = await sql<{ bounces: number }>`
    select count(*) as bounces from email_bounce b
    where b.address = ${address} and b.kind = 'soft' and b.at > ${since} and not exists (
      select from stopped_address s where s.address = b.address and s.released_at >= b.at
    )`.execute(tx)
  return rows[0]?.bounces ?? 0
}
