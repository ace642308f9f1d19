import { sql, type RawBuilder } from 'kysely'
import type { EmailContent } from '#contract/messaging/email-content.ts'
import type { Draft, DraftRow, DraftState } from '#contract/messaging/drafts.ts'
import type { Tx } from '../../platform/database/index.ts'
import { nameOf, type DraftChannel, type Written } from './draft-store.ts'

export type ListedDraft = Written &
  Pick<DraftRow, 'id' | 'state' | 'title' | 'isBirthday' | 'version'> &
  Pick<DraftRow, 'createdBy' | 'changedBy' | 'reason'> & {
    allContacts: boolean
    groups: string[]
    persons: number
    numbers: number
    failedOf: string | null
    file: string | null
    createdAt: Date
    changedAt: Date
    goesAt: Date | null
    campaignId: string
  }

export type DraftFilter = {
  list: 'drafts' | 'templates' | 'schedules' | undefined
  state: DraftState | undefined
  channel: string | undefined
  search: string
}

const columns = sql`
  d.id, d.campaign_id as "campaignId", d.channel, d.state, d.title, d.is_birthday as "isBirthday", d.content, d.version,
  d.goes_at as "goesAt", d.reason, d.created_at as "createdAt", d.changed_at as "changedAt",
  ${nameOf('d.created_by')} as "createdBy", ${nameOf('d.changed_by')} as "changedBy",
  coalesce((d.chosen ->> 'allContacts')::boolean, false) as "allContacts",
  coalesce((d.chosen ->> 'persons')::integer, 0) as persons, coalesce((d.chosen ->> 'numbers')::integer, 0) as numbers,
  (d.chosen ->> 'failedOf')::uuid as "failedOf",
  (select f.file_name from contact_file f where f.tenant_id = d.tenant_id and f.id = d.contact_file_id) as file,
  array(
    select g.name from people_group g
    where g.tenant_id = d.tenant_id and d.chosen -> 'groupIds' ? g.id::text order by lower(g.name)
  ) as groups`

const inList = {
  drafts: sql`d.state = 'draft'`,
  // The messages of other occasions have a page of their own.
  templates: sql`d.state = 'template' and (d.default_for is null or d.is_birthday)`,
  schedules: sql`d.state in ('scheduled', 'failed')`,
}

/** A push that was called back has no list of drafts to go to: it stays where it was. */
const listed = (list: keyof typeof inList, channel: string | undefined): RawBuilder<unknown> =>
  list === 'schedules' && channel === 'push' ? sql`d.state in ('scheduled', 'failed', 'draft')` : inList[list]

/** `%` and `_` of a search are letters like any other. */
const contains = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const matches = ({ list, state, channel, search }: DraftFilter): RawBuilder<unknown> => sql`
  ${list === undefined ? sql`true` : listed(list, channel)} and ${state === undefined ? sql`true` : sql`d.state = ${state}`}
  and d.channel = ${channel ?? 'sms'}
  and ${
    search === ''
      ? sql`true`
      : sql`(coalesce(d.content ->> 'message', d.content ->> 'subject') ilike ${contains(search)} or d.content ->> 'senderId' ilike ${contains(search)}
        or coalesce(d.title, '') ilike ${contains(search)})`
  }`

export async function countDrafts(tx: Tx, filter: DraftFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from draft d where ${matches(filter)}`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

type DraftPage = { after: { at: string; id: string } | null; limit: number }

/** How many of a channel stand on each list. */
export async function countLists(tx: Tx, channel: DraftChannel): Promise<Record<keyof typeof inList, number>> {
  const { rows } = await sql<Record<keyof typeof inList, number>>`
    select count(*) filter (where ${inList.drafts}) as drafts, count(*) filter (where ${inList.templates}) as templates,
      count(*) filter (where ${inList.schedules}) as schedules
    from draft d where d.channel = ${channel}`.execute(tx)
  return rows[0] ?? { drafts: 0, templates: 0, schedules: 0 }
}

/** Schedules by the time at which they go, the next one first, and before them what has no time any more; the others by their last change, newest first. */
export async function selectDrafts(tx: Tx, filter: DraftFilter, { after, limit }: DraftPage): Promise<ListedDraft[]> {
  const isByGoing = filter.list === 'schedules'
  const time = isByGoing ? sql`coalesce(d.goes_at, d.changed_at)` : sql`d.changed_at`
  const follows = isByGoing ? sql`>` : sql`<`
  const way = isByGoing ? sql`asc` : sql`desc`
  const behind = after ? sql`(${time}, d.id) ${follows} (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<ListedDraft>`
    select ${columns} from draft d where ${matches(filter)} and ${behind}
    order by ${time} ${way}, d.id ${way} limit ${limit}`.execute(tx)
  return rows
}

export async function selectListed(tx: Tx, id: string): Promise<ListedDraft | null> {
  const { rows } = await sql<ListedDraft>`select ${columns} from draft d where d.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

export type WholeDraft = ListedDraft & Pick<Draft, 'destination'>

export async function selectWholeDraft(tx: Tx, id: string): Promise<WholeDraft | null> {
  const { rows } = await sql<WholeDraft>`
    select ${columns}, d.destination from draft d where d.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** In which language the text of an occasion is written; null: it is no such text. */
export async function selectLanguage(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ language: string | null }>`select language from draft where id = ${id}`.execute(tx)
  return rows[0]?.language ?? null
}

/** What existing clients are told of each; as many as a church can keep. */
export type BriefDraft = {
  id: string
  senderId: string
  message: string
  state: DraftState
  changedAt: Date
  goesAt: Date | null
}

const BRIEF_MOST = 1_000
const brief = sql`
  d.id, coalesce(d.content ->> 'senderId', '') as "senderId", coalesce(d.content ->> 'message', '') as message, d.state,
  d.changed_at as "changedAt", d.goes_at as "goesAt"`

/** Drafts and the birthday message. */
export async function selectBriefDrafts(tx: Tx): Promise<BriefDraft[]> {
  const { rows } = await sql<BriefDraft>`
    select ${brief} from draft d where d.channel = 'sms' and (d.state = 'draft' or d.is_birthday)
    order by d.changed_at desc, d.id limit ${BRIEF_MOST}`.execute(tx)
  return rows
}

export async function selectBriefSchedules(tx: Tx): Promise<BriefDraft[]> {
  const { rows } = await sql<BriefDraft>`
    select ${brief} from draft d
    -- One that was sent at once never waited for a time.
    where d.channel = 'sms' and (${inList.schedules} or d.state = 'sent') and d.goes_at is not null
    order by d.goes_at desc, d.id limit ${BRIEF_MOST}`.execute(tx)
  return rows
}

export async function selectBrief(tx: Tx, id: string): Promise<BriefDraft | null> {
  const { rows } = await sql<BriefDraft>`select ${brief} from draft d where d.channel = 'sms' and d.id = ${id}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** The same of emails, whose text is a document. */
export type BriefEmail = Omit<BriefDraft, 'senderId' | 'message'> & { content: EmailContent }

const briefEmail = sql`d.id, d.content, d.state, d.changed_at as "changedAt", d.goes_at as "goesAt"`

export async function selectBriefEmails(tx: Tx, list: 'drafts' | 'schedules'): Promise<BriefEmail[]> {
  const { rows } = await sql<BriefEmail>`
    select ${briefEmail} from draft d
    where d.channel = 'email' and ${
      list === 'drafts'
        ? sql`(d.state = 'draft' or d.is_birthday)`
        : sql`(${inList.schedules} or d.state = 'sent') and d.goes_at is not null`
    }
    order by coalesce(d.goes_at, d.changed_at) desc, d.id limit ${BRIEF_MOST}`.execute(tx)
  return rows
}

export async function selectBriefEmail(tx: Tx, id: string): Promise<BriefEmail | null> {
  const { rows } = await sql<BriefEmail>`
    select ${briefEmail} from draft d where d.channel = 'email' and d.id = ${id}`.execute(tx)
  return rows[0] ?? null
}
