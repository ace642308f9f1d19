import { sql } from 'kysely'
import type { EmailContent } from '#contract/messaging/email-content.ts'
import type { DraftState, FailedReason, SmsDraftContent } from '#contract/messaging/drafts.ts'
import type { DefaultKind } from '#contract/messaging/default-messages.ts'
import type { Destination } from '#contract/messaging/sms.ts'
import type { Tx } from '../../platform/database/index.ts'

export type DraftChannel = 'sms' | 'email' | 'push'
/** What is written: each channel's own. A push has a title and a category besides. */
type DraftContent = Written['content']

/** An occasion on which a text goes by itself. */
type Occasion = { kind: DefaultKind; language: string }

/** What lists tell of a destination without reading it. */
export type Chosen = {
  allContacts: boolean
  groupIds: string[]
  persons: number
  numbers: number
  failedOf: string | null
}

/** A message that is not sent yet, as it stands. */
export type DraftRecord = Kept & Written
/** What is written, by channel. */
export type Written =
  | {
      channel: 'sms'
      content: SmsDraftContent & { /** Of the text of an occasion, where it goes by email. */ subject?: string }
    }
  | { channel: 'push'; content: SmsDraftContent }
  | { channel: 'email'; content: EmailContent }

type Kept = {
  id: string
  campaignId: string
  state: DraftState
  title: string | null
  occasion: Occasion | null
  destination: Destination
  contactFileId: string | null
  goesAt: Date | null
  version: number
  /** Who saved it last, and sends it when its time comes. */
  changedById: string
  changedBy: string
  changedAt: Date
}

/** What of a draft is written at a save. */
export type DraftText = {
  state: 'draft' | 'template' | 'scheduled'
  title: string | null
  /** The church's message for this occasion. */
  occasion: Occasion | null
  content: DraftContent
  destination: Destination
  chosen: Chosen
  bytes: number
  goesAt: Date | null
}

export type Saver = { tenantId: string; accountId: string; at: Date }

/** Of a draft `d`. Whoever left the staff may be erased; what they wrote stays. */
export const nameOf = (account: string) => sql`
  coalesce((
    select trim(p.first_name || ' ' || p.last_name) from account a
    join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    where a.tenant_id = d.tenant_id and a.id = ${sql.ref(account)}), '')`

/** One draft, whole. */
export async function selectDraft(tx: Tx, id: string): Promise<DraftRecord | null> {
  const { rows } = await sql<DraftRecord>`
    select d.id, d.campaign_id as "campaignId", d.channel, d.state, d.title, 
      case when d.default_for is not null then jsonb_build_object('kind', d.default_for, 'language', d.language) end as occasion,
      d.content,
      d.destination, d.contact_file_id as "contactFileId", d.goes_at as "goesAt", d.version,
      d.changed_by as "changedById", ${nameOf('d.changed_by')} as "changedBy", d.changed_at as "changedAt"
    from draft d where d.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The same, held until the transaction ends. */
export async function lockDraft(tx: Tx, id: string): Promise<DraftRecord | null> {
  // First the row alone: what is read together with waiting for it would be of the time before the wait.
  await sql`select from draft where id = ${id} for update`.execute(tx)
  return selectDraft(tx, id)
}

/** Makes what is new in a church wait for each other. */
export async function lockChurch(tx: Tx, tenantId: string): Promise<void> {
  await sql`select from church where tenant_id = ${tenantId} for no key update`.execute(tx)
}

type NewDraft = { id: string; campaignId: string; channel: DraftChannel }

export async function insertDraft(
  tx: Tx,
  { tenantId, accountId, at }: Saver,
  { id, campaignId, channel }: NewDraft,
  text: DraftText,
): Promise<void> {
  await sql`
    insert into draft (tenant_id, id, campaign_id, channel, state, title, default_for, language, content,
      destination, chosen, bytes, contact_file_id, goes_at, created_by, created_at, changed_by, changed_at)
    values (${tenantId}, ${id}, ${campaignId}, ${channel}, ${text.state}, ${text.title}, ${text.occasion?.kind ?? null}, ${text.occasion?.language ?? null},
      ${JSON.stringify(text.content)}::jsonb, ${JSON.stringify(text.destination)}::jsonb,
      ${JSON.stringify(text.chosen)}::jsonb, ${text.bytes}, ${text.destination.contactFileId ?? null}, ${text.goesAt},
      ${accountId}, ${at}, ${accountId}, ${at})`.execute(tx)
}

export async function updateDraft(tx: Tx, { accountId, at }: Saver, id: string, text: DraftText): Promise<void> {
  await sql`
    update draft set state = ${text.state}, title = ${text.title}, default_for = ${text.occasion?.kind ?? null},
      language = ${text.occasion?.language ?? null}, reason = null,
      content = ${JSON.stringify(text.content)}::jsonb, destination = ${JSON.stringify(text.destination)}::jsonb,
      chosen = ${JSON.stringify(text.chosen)}::jsonb, bytes = ${text.bytes},
      contact_file_id = ${text.destination.contactFileId ?? null}, goes_at = ${text.goesAt}, version = version + 1,
      changed_by = ${accountId}, changed_at = ${at}
    where id = ${id}`.execute(tx)
}

/** Another message takes the place of the one for an occasion, which stays: under its name, or as a draft without one. */
export async function unmarkOccasion(tx: Tx, { channel, occasion, exceptId }: Unmarking): Promise<void> {
  await sql`
    update draft set default_for = null, language = null, state = case when title is null then 'draft' else state end, version = version + 1
    where channel = ${channel} and default_for = ${occasion.kind} and language = ${occasion.language} and id <> ${exceptId}`.execute(
    tx,
  )
}

/** In which language the church congratulates. */
export async function selectBirthdayLanguage(tx: Tx): Promise<string> {
  const { rows } = await sql<{ language: string }>`
    select language from default_message where kind = 'birthday'`.execute(tx)
  return rows[0]?.language ?? 'en'
}

type Unmarking = { channel: DraftChannel; occasion: Occasion; exceptId: string }

/** Whether a template other than this one bears the name, whatever the case. */
export async function isTitleTaken(tx: Tx, { id, channel, title }: TitleWanted): Promise<boolean> {
  const { rows } = await sql`
    select from draft where channel = ${channel} and state = 'template' and lower(title) = lower(${title}) and id <> ${id}`.execute(
    tx,
  )
  return rows.length > 0
}

type TitleWanted = { id: string; channel: DraftChannel; title: string }

/** What a church keeps beside this one; what was sent is not counted, for it goes by itself. */
export async function countKept(tx: Tx, exceptId: string): Promise<{ drafts: number; bytes: number }> {
  const { rows } = await sql<{ drafts: number; bytes: number }>`
    select count(*) as drafts, coalesce(sum(bytes), 0)::bigint as bytes from draft
    where state <> 'sent' and id <> ${exceptId}`.execute(tx)
  return rows[0] ?? { drafts: 0, bytes: 0 }
}

/** It waits for its time no more. */
export async function saveUnscheduled(tx: Tx, { accountId, at }: Saver, id: string): Promise<void> {
  await sql`
    update draft set state = 'draft', goes_at = null, reason = null, version = version + 1, changed_by = ${accountId},
      changed_at = ${at} where id = ${id}`.execute(tx)
}

/** The campaign has its destination, and the file is nobody’s to keep any more. */
export async function saveSent(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update draft set state = 'sent', reason = null, destination = '{}', bytes = 0, contact_file_id = null,
      version = version + 1, changed_at = ${at} where id = ${id}`.execute(tx)
}

export async function saveFailed(tx: Tx, id: string, reason: FailedReason, at: Date): Promise<void> {
  await sql`
    update draft set state = 'failed', reason = ${reason}, version = version + 1, changed_at = ${at} where id = ${id}`.execute(
    tx,
  )
}

/** The states that they were in. */
export async function deleteDrafts(tx: Tx, ids: string[]): Promise<{ id: string; state: DraftState }[]> {
  const { rows } = await sql<{ id: string; state: DraftState }>`
    delete from draft where id = any (${ids}::uuid[]) returning id, state`.execute(tx)
  return rows
}

/** Which of these files a message that is not sent yet needs. */
export async function selectFilesInUse(tx: Tx, fileIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct contact_file_id as id from draft
    where contact_file_id is not null and contact_file_id = any (${fileIds}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Forgets what was sent before an instant; the list of sent messages has it. */
export async function deleteSentDrafts(tx: Tx, before: Date): Promise<void> {
  await sql`delete from draft where state = 'sent' and changed_at < ${before}`.execute(tx)
}

/** Everything that waits for its time, held until the transaction ends. */
export async function lockScheduled(tx: Tx): Promise<{ id: string; goesAt: Date }[]> {
  const { rows } = await sql<{ id: string; goesAt: Date | null }>`
    select id, goes_at as "goesAt" from draft where state = 'scheduled' order by id for update`.execute(tx)
  return rows.flatMap(({ id, goesAt }) => (goesAt ? [{ id, goesAt }] : []))
}

export async function saveGoesAt(tx: Tx, id: string, goesAt: Date): Promise<void> {
  await sql`update draft set goes_at = ${goesAt}, version = version + 1 where id = ${id}`.execute(tx)
}
