import { sql } from 'kysely'
import type { Topic } from '#contract/messaging/topics.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Place } from './link.ts'

/** Campaigns whose links begin so, of every church. */
export async function selectLinked(tx: Tx, code: string): Promise<{ campaignId: string; tenantId: string }[]> {
  const { rows } = await sql<{ campaignId: string; tenantId: string }>`
    select campaign_id as "campaignId", tenant_id as "tenantId" from find_link_campaigns(${code})`.execute(tx)
  return rows
}

export type Addressed = {
  address: string
  church: string
  isStopped: boolean
  byLink: boolean
  /** Of an email: what of them is received; null: everything. */
  topics: Topic[] | null
}

/** Whom a link was sent to and whether bulk messages go there; null: to nobody. */
export async function selectAddressed(tx: Tx, { campaignId, position }: Place): Promise<Addressed | null> {
  const { rows } = await sql<Addressed>`
    select r.address, c.name as church, o.source is not null as "isStopped", coalesce(o.source = 'link', false) as "byLink",
      e.topics
    from campaign_recipient r join church c on c.tenant_id = r.tenant_id
    left join opt_out o on o.tenant_id = r.tenant_id and o.channel = 'all' and o.address = r.address
    left join email_choice e on e.tenant_id = r.tenant_id and e.address = r.address
    where r.campaign_id = ${campaignId} and r.position = ${position}`.execute(tx)
  return rows[0] ?? null
}

/** Whether bulk messages of the church get their link. */
export async function selectLinkSetting(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isOn: boolean }>`select opt_out_link as "isOn" from sms_setting`.execute(tx)
  return rows[0]?.isOn ?? true
}

export async function saveLinkSetting(
  tx: Tx,
  tenantId: TenantId,
  { isOn, at }: { isOn: boolean; at: Date },
): Promise<void> {
  await sql`
    insert into sms_setting (tenant_id, opt_out_link, changed_at) values (${tenantId}, ${isOn}, ${at})
    on conflict (tenant_id) do update set opt_out_link = excluded.opt_out_link, changed_at = excluded.changed_at`.execute(
    tx,
  )
}
