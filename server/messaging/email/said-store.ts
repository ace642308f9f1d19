import { sql } from 'kysely'
import type { EmailSaid } from '#contract/messaging/emails.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** What came back of the recipient `r` of an email `c`, the gravest first; null: nothing. */
const saidOf = sql<EmailSaid | null>`
  coalesce(
    (select b.kind from email_bounce b where b.tenant_id = r.tenant_id and b.campaign_id = r.campaign_id
      and b.position = r.position and b.kind = 'complaint'),
    (select 'unsubscribed' from opt_out o where o.tenant_id = r.tenant_id and o.address = r.address
      and o.channel in ('email', 'all') and o.source = 'link' and o.at >= c.created_at and r.state <> 'skipped' limit 1),
    (select min(b.kind) from email_bounce b where b.tenant_id = r.tenant_id and b.campaign_id = r.campaign_id
      and b.position = r.position))`

const recipients = sql`
  campaign_recipient r join campaign c on c.tenant_id = r.tenant_id and c.id = r.campaign_id`

/** The places of whoever this came back of. */
export async function selectPositions(tx: Tx, campaignId: string, said: EmailSaid): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select r.position from ${recipients} where r.campaign_id = ${campaignId} and ${saidOf} = ${said}`.execute(tx)
  return rows.map(({ position }) => position)
}

/** What came back of these recipients. */
export async function selectSaid(tx: Tx, campaignId: string, positions: number[]): Promise<Map<number, EmailSaid>> {
  const { rows } = await sql<{ position: number; said: EmailSaid | null }>`
    select r.position, ${saidOf} as said from ${recipients}
    where r.campaign_id = ${campaignId} and r.position = any (${positions}::int[])`.execute(tx)
  return new Map(rows.flatMap(({ position, said }) => (said ? [[position, said] as const] : [])))
}

type Said = { unsubscribed: number; markedAsSpam: number; bouncedForNow: number; opened: number }

/**
 * How many of the recipients of an email unsubscribed since, marked it as spam, refused it for now only, and opened it. Looked
 * at every two seconds while it leaves: it begins with the few who stopped, not with everybody it was for.
 */
export async function countSaid(tx: Tx, campaignId: string): Promise<Said> {
  const { rows } = await sql<Said>`
    with stopped as materialized (
      select distinct o.tenant_id, o.address from campaign c join opt_out o on o.tenant_id = c.tenant_id
      where c.id = ${campaignId} and o.channel in ('email', 'all') and o.source = 'link' and o.at >= c.created_at
    )
    select
      (select count(*) from stopped s cross join lateral (
        select from campaign_recipient r
        where r.tenant_id = s.tenant_id and r.campaign_id = ${campaignId} and r.address = s.address
          and r.state <> 'skipped' offset 0) r) as unsubscribed,
      (select count(*) from email_bounce b where b.campaign_id = ${campaignId} and b.kind = 'complaint') as "markedAsSpam",
      (select count(*) from email_bounce b where b.campaign_id = ${campaignId} and b.kind = 'soft' and not exists (
        select from email_bounce h where h.tenant_id = b.tenant_id and h.campaign_id = b.campaign_id
          and h.position = b.position and h.kind = 'hard')) as "bouncedForNow",
      (select count(*) from email_open e where e.campaign_id = ${campaignId}) as opened`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A count without an answer.')
  return row
}

type Opened = { campaignId: string; position: number; at: Date }

/** Keeps that a recipient opened an email, once, where that is counted. */
export async function insertOpen(tx: Tx, tenantId: TenantId, { campaignId, position, at }: Opened): Promise<void> {
  await sql`
    insert into email_open (tenant_id, campaign_id, position, at)
    select ${tenantId}, m.campaign_id, r.position, ${at}
    from email_message m join campaign_recipient r on r.tenant_id = m.tenant_id and r.campaign_id = m.campaign_id
    where m.campaign_id = ${campaignId} and m.counts_opens and r.position = ${position}
    on conflict do nothing`.execute(tx)
}
