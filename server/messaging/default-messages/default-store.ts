import { sql, type RawBuilder } from 'kysely'
import type { DefaultKind, SentKind } from '#contract/messaging/default-messages.ts'
import type { FailedReason } from '#contract/messaging/drafts.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { daysKept, written, type Day } from './occasions.ts'

type Setting = {
  kind: SentKind
  isOn: boolean
  channel: 'sms' | 'email' | 'push'
  language: string
  senderId: string
  hour: number
}

type KeptSetting = Setting & {
  /** Who set it: in whose name it goes. */
  accountId: string
  problem: FailedReason | null
  problemAt: Date | null
  sent: number
}

const columns = sql`
  m.kind, m.is_on as "isOn", m.channel, m.language, m.sender as "senderId", m.hour, m.changed_by as "accountId", m.problem,
  m.problem_at as "problemAt",
  (select count(*) from default_message_sent s where s.tenant_id = m.tenant_id and s.kind = m.kind) as sent`

export async function selectSettings(tx: Tx): Promise<KeptSetting[]> {
  const { rows } = await sql<KeptSetting>`select ${columns} from default_message m order by m.kind`.execute(tx)
  return rows
}

/** One that is on, held until the transaction ends; null: it was switched off. */
export async function lockSetting(tx: Tx, kind: SentKind): Promise<KeptSetting | null> {
  await sql`select from default_message where kind = ${kind} for update`.execute(tx)
  const { rows } = await sql<KeptSetting>`
    select ${columns} from default_message m where m.kind = ${kind} and m.is_on`.execute(tx)
  return rows[0] ?? null
}

type Saving = Setting & { tenantId: TenantId; accountId: string; at: Date }

/** What went wrong before is said no more. */
export async function saveSetting(tx: Tx, setting: Saving): Promise<void> {
  const { tenantId, kind, isOn, channel, language, senderId, hour, accountId, at } = setting
  await sql`
    insert into default_message (tenant_id, kind, is_on, channel, language, sender, hour, changed_by, changed_at)
    values (${tenantId}, ${kind}, ${isOn}, ${channel}, ${language}, ${senderId}, ${hour}, ${accountId}, ${at})
    on conflict (tenant_id, kind) do update
    set is_on = excluded.is_on, channel = excluded.channel, language = excluded.language, sender = excluded.sender,
      hour = excluded.hour, changed_by = excluded.changed_by, changed_at = excluded.changed_at, problem = null,
      problem_at = null`.execute(tx)
}

export async function saveProblem(tx: Tx, kind: SentKind, problem: FailedReason | null, at: Date): Promise<void> {
  await sql`
    update default_message set problem = ${problem}, problem_at = ${problem && at}
    where kind = ${kind} and problem is distinct from ${problem}`.execute(tx)
}

type OccasionText = {
  id: string
  kind: DefaultKind
  language: string
  message: string
  subject: string
  version: number
}

/** The texts of the church; they are templates among its drafts. */
export async function selectTexts(tx: Tx): Promise<OccasionText[]> {
  const { rows } = await sql<OccasionText>`
    select d.id, d.default_for as kind, coalesce(d.language, '') as language, coalesce(d.content ->> 'message', '') as message,
      coalesce(d.content ->> 'subject', '') as subject,
      d.version
    from draft d where d.channel = 'sms' and d.state = 'template' and d.default_for is not null
    order by d.default_for, d.language`.execute(tx)
  return rows
}

type Due = {
  tenantId: TenantId
  kind: SentKind
  channel: Setting['channel']
  day: Day
  zone: string
  campaignId: string
}

/** Nobody gets one twice within a year, also where a birthday is corrected; a welcome once. */
const APART_DAYS = 300

/**
 * Writes down who is to get it on this day and has not got it yet, and answers them. Of two at the same moment the second
 * waits for the first and finds nobody left.
 */
export async function takeDue(tx: Tx, due: Due): Promise<string[]> {
  const { tenantId, kind, channel, day, campaignId } = due
  const date = written(day)
  const { rows } = await sql<{ id: string }>`
    insert into default_message_sent (tenant_id, kind, person_id, day, campaign_id)
    select ${tenantId}, ${kind}, p.id, ${date}::date, ${campaignId}
    from person p
    where p.archived_at is null and p.confirmed and ${isOn(due)} and ${canBeReached[channel]} and not exists (
      select from default_message_sent s
      where s.tenant_id = p.tenant_id and s.kind = ${kind} and s.person_id = p.id
        and ${kind === 'welcome' ? sql`true` : sql`s.day > ${date}::date - ${APART_DAYS}::int`}
    )
    order by p.id limit ${PEOPLE_MOST}
    on conflict do nothing returning person_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** As many as one message takes; who is left comes with the next look. */
const PEOPLE_MOST = 5_000

const canBeReached: Record<Setting['channel'], RawBuilder<boolean>> = {
  sms: sql`p.phone is not null`,
  email: sql`p.email is not null`,
  push: sql`exists (select from push_subscription b where b.tenant_id = p.tenant_id and b.person_id = p.id)`,
}

/** Whether a day is a person's. A welcome is for first-timers of the day whom somebody entered; lists of former ones are imported. */
function isOn({ kind, day, zone }: Pick<Due, 'kind' | 'day' | 'zone'>): RawBuilder<boolean> {
  const { year, month } = day
  const days = daysKept(day)
  if (kind === 'birthday')
    return sql`p.birth_month = ${month} and p.birth_day = any (${days}::int[]) and coalesce(p.birth_year <= ${year}, true)`
  if (kind === 'anniversary')
    return sql`extract(month from p.joined_on) = ${month} and extract(day from p.joined_on) = any (${days}::int[])
      and extract(year from p.joined_on) < ${year}`
  return sql`p.kind = 'first_timer' and p.joined_on = ${written(day)}::date
    and (p.created_at at time zone ${zone})::date = ${written(day)}::date
    and not exists (select from people_import_row r where r.tenant_id = p.tenant_id and r.person_id = p.id)`
}

/** Churches where something goes by itself. */
export async function selectChurches(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select tenant_id as id from find_default_messages()`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function selectChurch(tx: Tx): Promise<{ name: string; isoCode: string; timeZone: string } | null> {
  const { rows } = await sql<{ name: string; isoCode: string; timeZone: string }>`
    select name, iso_code as "isoCode", time_zone as "timeZone" from church`.execute(tx)
  return rows[0] ?? null
}
