import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Origin } from '#contract/followup/people.ts'
import type { Track } from '../lists/index.ts'

export type Profile = {
  kind: Track
  firstVisitOn: string | null
  ownerId: string | null
  ownerName: string | null
  ownerLeft: boolean
  ownedAt: Date | null
  leadStatus: number
  stageId: number
  sourceId: number | null
  interest: number | null
  wantsVisit: number | null
  means: number | null
  eventId: string | null
  origin: Origin
  clockFrom: Date | null
  contactedAt: Date | null
  snoozedUntil: Date | null
}

/** What is kept of a newcomer beside the person; null: they are not followed up. */
export async function selectProfile(tx: Tx, personId: string): Promise<Profile | null> {
  const { rows } = await sql<Profile>`
    select n.kind, n.first_visit_on::text as "firstVisitOn", n.owner_id as "ownerId",
      (select trim(p.first_name || ' ' || p.last_name) from account a join person p on p.id = a.person_id where a.id = n.owner_id) as "ownerName",
      exists (select from account a where a.id = n.owner_id and a.removed_at is not null) as "ownerLeft",
      n.owned_at as "ownedAt", n.lead_status as "leadStatus", n.stage_id as "stageId", n.source_id as "sourceId", n.interest,
      n.wants_visit as "wantsVisit", n.means, n.event_id as "eventId", n.origin, n.clock_from as "clockFrom",
      n.contacted_at as "contactedAt", n.snoozed_until as "snoozedUntil"
    from newcomer n where n.person_id = ${personId}`.execute(tx)
  return rows[0] ?? null
}

/** When each stage was entered last. */
export async function selectStageDays(tx: Tx, personId: string): Promise<{ stageId: number; at: Date }[]> {
  const { rows } = await sql<{ stageId: number; at: Date }>`
    select s.id as "stageId", max(l.at) as at from followup_log l join followup_stage s on s.id::text = l.after
    where l.person_id = ${personId} and l.kind in ('stage', 'member') group by s.id`.execute(tx)
  return rows
}

export type ListedNewcomer = {
  id: string
  firstName: string
  lastName: string
  email: string | null
  mobilePhone: string | null
  memberType: number
  pictureId: string | null
  ownerName: string | null
  ownerLeft: boolean
  origin: Origin
  stage: string
  firstVisitOn: string | null
  joinedOn: string
  place: string
  source: string | null
  interest: number | null
  movement: string | null
  interactions: number
}

const row = sql`
  p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone as "mobilePhone",
  case when n.kind = 'first_timer' then 0 else 1 end as "memberType", p.picture_id as "pictureId",
  (select trim(o.first_name || ' ' || o.last_name) from account a join person o on o.id = a.person_id where a.id = n.owner_id) as "ownerName",
  exists (select from account a where a.id = n.owner_id and a.removed_at is not null) as "ownerLeft", n.origin,
  s.name as stage, n.first_visit_on::text as "firstVisitOn", p.joined_on::text as "joinedOn", n.entered_at::text as place,
  (select c.name from followup_source c where c.id = n.source_id) as source, n.interest, n.activities as interactions,
  (select f.name from followup_log l join followup_stage f on f.id::text = l.before
   where l.person_id = n.person_id and l.kind = 'stage' order by l.at desc, l.id desc limit 1) as movement`

const from = sql`
  from newcomer n join person p on p.id = n.person_id
  join followup_stage s on s.tenant_id = n.tenant_id and s.id = n.stage_id`

/** `owner`: whoever looks after them, `none` for nobody; undefined: whoever it is. */
type Wanted = { words: readonly string[]; owner: string | undefined }

const ownedBy = (owner: string | undefined) => {
  if (owner === undefined) return sql`true`
  return owner === 'none' ? sql`n.owner_id is null` : sql`n.owner_id = ${owner}::uuid`
}

/** Nobody archived and no members. Each word begins a name, an email or a number of theirs. */
const found = ({ words, owner }: Wanted) => sql`
  not n.archived and n.member_on is null and ${sql.join(
    [
      ownedBy(owner),
      ...words.map(
        (word) => sql`n.person_id in (
      select t.person_id from person_term t where not t.archived and t.term >= ${word} and t.term < ${`${word}\uffff`})`,
      ),
    ],
    sql` and `,
  )}`

export async function selectNewcomers(
  tx: Tx,
  wanted: Wanted,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<ListedNewcomer[]> {
  const behind = after ? sql`and (n.entered_at, n.person_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<ListedNewcomer>`
    select ${row} ${from} where ${found(wanted)} ${behind}
    order by n.entered_at desc, n.person_id desc limit ${limit}`.execute(tx)
  return rows
}

export async function countNewcomers(tx: Tx, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::integer as total ${from} where ${found(wanted)}`.execute(tx)
  return rows[0]?.total ?? 0
}

type Numbered = { offset: number; limit: number; name?: string; digits?: string; stage?: string }

/** First-timers by page number, the latest visit first. `name` is folded, `digits` are of a phone, `stage` a name. */
export async function selectFirstTimers(
  tx: Tx,
  { offset, limit, name = '', digits = '', stage = '' }: Numbered,
): Promise<ListedNewcomer[]> {
  const { rows } = await sql<ListedNewcomer>`
    select ${row} ${from}
    where not n.archived and p.kind = 'first_timer'
      and (${name} = '' or position(${name} in p.sort_name) > 0) and (${digits} = '' or position(${digits} in p.phone) > 0)
      and (${stage} = '' or lower(s.name) = lower(${stage}))
    order by p.joined_on desc, p.id offset ${offset} limit ${limit}`.execute(tx)
  return rows
}

export async function countFirstTimers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from person where archived_at is null and kind = 'first_timer'`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Whether there are members among these people. */
export async function hasMembers(tx: Tx, personIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from person where id = any (${personIds}::uuid[]) and kind = 'member' limit 1`.execute(tx)
  return rows.length > 0
}

export async function hasEvent(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from event where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Who has this number and is not archived; who is followed up first. Null: nobody. */
export async function selectByPhone(tx: Tx, phone: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p left join newcomer n on n.person_id = p.id
    where p.phone = ${phone} and p.archived_at is null order by n.person_id is null, p.joined_on desc, p.id limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** One entry of a number at a time: of two at once the second finds the first. */
export async function lockPhone(tx: Tx, tenantId: string, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`newcomer ${tenantId} ${phone}`}, 0))`.execute(tx)
}

/** How many of the team's cards each has, and how many are in the pool. */
export async function countCards(tx: Tx): Promise<{ ownerId: string | null; people: number }[]> {
  const { rows } = await sql<{ ownerId: string | null; people: number }>`
    select owner_id as "ownerId", count(*)::integer as people from newcomer
    where not archived and followed and lead_status = 0 and member_on is null group by owner_id`.execute(tx)
  return rows
}
