import { sql } from 'kysely'
import type { EmailContent } from '#contract/messaging/email-content.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Days } from '../email-domain/index.ts'
import type { DrawnEmail } from '../email-design/index.ts'

export type EmailMessage = DrawnEmail & {
  content: EmailContent
  replyTo: string | null
  /** Whether it is counted who opens it. */
  countsOpens: boolean
  /** How it leaves over several days; null: all of it at once. */
  days: Days | null
}

type Kept = { tenantId: string; campaignId: string }

/** Keeps what was written and drawn, in the transaction of its campaign. */
export async function insertEmailMessage(tx: Tx, { tenantId, campaignId }: Kept, message: EmailMessage): Promise<void> {
  await sql`
    insert into email_message (tenant_id, campaign_id, content, html, text, reply_to, counts_opens,
      first_day, each_day)
    values (${tenantId}, ${campaignId}, ${JSON.stringify(message.content)}::jsonb, ${message.html}, ${message.text},
      ${message.replyTo}, ${message.countsOpens}, ${message.days?.firstDay ?? null}, ${message.days?.eachDay ?? null})`.execute(
    tx,
  )
}

export async function selectEmailMessage(tx: Tx, campaignId: string): Promise<EmailMessage | null> {
  const { rows } = await sql<EmailMessage>`
    select content, html, text, reply_to as "replyTo", counts_opens as "countsOpens",
      case when first_day is not null then jsonb_build_object('firstDay', first_day, 'eachDay', each_day) end as days
    from email_message where campaign_id = ${campaignId}`.execute(tx)
  return rows[0] ?? null
}

/** What was written of these. */
export async function selectContents(tx: Tx, campaignIds: string[]): Promise<Map<string, EmailContent>> {
  const { rows } = await sql<{ id: string; content: EmailContent }>`
    select campaign_id as id, content from email_message where campaign_id = any (${campaignIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, content }) => [id, content]))
}

export type SenderOfEmail = {
  /** Of the church, which recipients see. */
  church: string
  city: string | null
  /** Of whoever sends; answers go there. */
  replyTo: string | null
  firstName: string
}

/** In whose name an account's emails go. */
export async function selectSender(tx: Tx, accountId: string): Promise<SenderOfEmail> {
  const { rows } = await sql<SenderOfEmail>`
    select c.name as church, c.city, lower(a.email) as "replyTo", coalesce(p.first_name, '') as "firstName"
    from church c
    left join account a on a.tenant_id = c.tenant_id and a.id = ${accountId}
    left join person p on p.tenant_id = a.tenant_id and p.id = a.person_id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An email is sent for no church.')
  return row
}
