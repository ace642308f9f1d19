import { sql } from 'kysely'
import { selectOwnSlug } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

const LOCAL_PART = 'news'

export type SenderSettings = {
  fromName: string | null
  localPart: string
  replyTo: string | null
  countsOpens: boolean
}
/** As it stands for one email: what the church is called, and what it set. */
type SenderRecord = SenderSettings & { tenantId: TenantId; churchName: string; slug: string }

export async function selectSenderSettings(tx: Tx): Promise<SenderRecord> {
  const { rows } = await sql<Omit<SenderRecord, 'slug'>>`
    select c.tenant_id as "tenantId", c.name as "churchName", s.from_name as "fromName",
      coalesce(s.local_part, ${LOCAL_PART}) as "localPart", s.reply_to as "replyTo",
      coalesce(s.counts_opens, false) as "countsOpens"
    from church c left join email_sender s on s.tenant_id = c.tenant_id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Emails are sent for no church.')
  return { ...row, slug: (await selectOwnSlug(tx)) ?? 'church' }
}

export async function saveSender(tx: Tx, tenantId: TenantId, sender: SenderSettings): Promise<void> {
  await sql`
    insert into email_sender (tenant_id, from_name, local_part, reply_to, counts_opens)
    values (${tenantId}, ${sender.fromName}, ${sender.localPart}, ${sender.replyTo}, ${sender.countsOpens})
    on conflict (tenant_id) do update
    set from_name = excluded.from_name, local_part = excluded.local_part, reply_to = excluded.reply_to,
      counts_opens = excluded.counts_opens`.execute(tx)
}

/** Makes the sends of a church wait for each other until the transaction ends, so that each counts those before it. */
export async function lockSender(tx: Tx, tenantId: TenantId): Promise<void> {
  await sql`
    insert into email_sender as s (tenant_id, local_part) values (${tenantId}, ${LOCAL_PART})
    on conflict (tenant_id) do update set local_part = s.local_part`.execute(tx)
}

/** Longer than an email to as many as there can be is on its way where it leaves over several days. */
const DAYS_MOST = 30

/**
 * Emails that left in the 24 hours before an instant, and that leave in those after it, by people: of one that leaves over
 * several days each day's share. Of one that was cancelled nothing leaves from then on.
 */
export async function countAround(tx: Tx, at: Date): Promise<{ before: number; after: number }> {
  const { rows } = await sql<{ before: number; after: number }>`
    select coalesce(sum(s.emails) filter (where s.leaves_at <= ${at}), 0)::bigint as before,
      coalesce(sum(s.emails) filter (where s.leaves_at > ${at}), 0)::bigint as after
    from (
      select c.created_at + make_interval(hours => 24 * d.day) as leaves_at, c.cancelled_at,
        case when m.first_day is null then c.recipients - c.skipped when d.day = 0 then least(m.first_day, k.people)
          else least(m.each_day, k.people - m.first_day - (d.day - 1) * m.each_day) end as emails
      from campaign c left join email_message m on m.tenant_id = c.tenant_id and m.campaign_id = c.id,
        lateral (select c.recipients - c.cancelled as people) k,
        generate_series(0, coalesce(ceil(greatest(k.people - m.first_day, 0)::numeric / m.each_day), 0)::int) d (day)
      where c.channel = 'email' and c.purpose = 'bulk' and c.created_at > ${at}::timestamptz - make_interval(days => ${DAYS_MOST})
    ) s where s.leaves_at > ${at}::timestamptz - make_interval(hours => 24)
      and s.leaves_at <= ${at}::timestamptz + make_interval(hours => 24)
      and (s.cancelled_at is null or s.leaves_at <= s.cancelled_at)`.execute(tx)
  return rows[0] ?? { before: 0, after: 0 }
}
