import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Audience } from './audience.ts'

export type AudienceCounts = {
  chosen: number
  withoutNumber: number
  optedOut: number
  duplicates: number
  recipients: number
}
/** How many recipients have this first name. */
export type NameCount = { firstName: string; people: number }
export type AudienceSample = { name: string; firstName: string; phone: string }

/**
 * Everybody a message is meant for, one row a mention: persons first, so that of two rows with one number the person's
 * name wins. Row-level security keeps all of it inside the church. What was not chosen is left out, so that it
 * need not be planned either.
 */
function mentions(audience: Audience): RawBuilder<unknown> {
  const { allContacts, groupIds, personIds, contactFileId, numbers } = audience
  const parts = [
    ...(allContacts ? [everybody] : []),
    ...(groupIds.length > 0 ? [inGroups(groupIds)] : []),
    ...(personIds.length > 0 ? [persons(personIds)] : []),
    ...(contactFileId ? [inFile(contactFileId)] : []),
    ...(numbers.length > 0 ? [typed(numbers)] : []),
  ]
  return parts.length > 0 ? sql.join(parts, sql` union all `) : sql`${everybody} and false`
}

const person = sql`p.first_name, trim(p.first_name || ' ' || p.last_name) as name, p.phone`
/** Archived people get no messages, whatever they are chosen by. */
const anybody = sql`select 1 as rank, ${person} from person p where p.archived_at is null`

/** Whoever only signed up at the portal costs the church nothing until it has taken them in. */
const everybody = sql`${anybody} and p.confirmed`

const persons = (ids: string[]): RawBuilder<unknown> => sql`${anybody} and p.id = any (${ids}::uuid[])`

const inGroups = (ids: string[]): RawBuilder<unknown> => sql`
  select 1 as rank, ${person} from group_member m join person p on p.tenant_id = m.tenant_id and p.id = m.person_id
  where m.group_id = any (${ids}::uuid[]) and p.archived_at is null`

const inFile = (id: string): RawBuilder<unknown> => sql`
  select 2 as rank, split_part(coalesce(e.name, ''), ' ', 1) as first_name, coalesce(e.name, '') as name, e.phone
  from contact_file_entry e where e.file_id = ${id}::uuid`

const typed = (numbers: string[]): RawBuilder<unknown> => sql`
  select 3 as rank, coalesce(p.first_name, split_part(f.name, ' ', 1), '') as first_name, coalesce(p.name, f.name, '') as name, n.phone
  from unnest(${numbers}::text[]) as n (phone)
  left join (
    select distinct on (phone) phone, first_name, trim(first_name || ' ' || last_name) as name from person
    where phone = any (${numbers}::text[]) and archived_at is null order by phone, created_at, id
  ) p on p.phone = n.phone
  left join (
    select distinct on (e.phone) e.phone, e.name
    from contact_file_entry e join contact_file f on f.tenant_id = e.tenant_id and f.id = e.file_id
    where e.phone = any (${numbers}::text[]) and e.name is not null order by e.phone, f.uploaded_at desc, e.position
  ) f on f.phone = n.phone`

/** One row a number, without those who refused. */
export const reachable = (audience: Audience): RawBuilder<unknown> => sql`
  select distinct on (m.phone) m.phone, m.name, m.first_name
  from (${mentions(audience)}) m
  where m.phone is not null
    and not exists (select from opt_out o where o.channel = 'sms' and o.address = m.phone)
  order by m.phone, m.rank, m.name`

export async function countAudience(tx: Tx, audience: Audience): Promise<AudienceCounts> {
  const { rows } = await sql<AudienceCounts>`
    with mention as (${mentions(audience)}),
    number as (
      select m.phone, count(*) as times, o.address is not null as refused
      from mention m left join opt_out o on o.channel = 'sms' and o.address = m.phone
      where m.phone is not null group by m.phone, o.address
    )
    select (select count(*) from mention) as chosen,
      (select count(*) from mention where phone is null) as "withoutNumber",
      coalesce(sum(times - 1), 0)::bigint as duplicates,
      count(*) filter (where refused) as "optedOut",
      count(*) filter (where not refused) as recipients
    from number`.execute(tx)
  return rows[0] as AudienceCounts
}

/** First names among the recipients; a handful of thousands even for a hundred thousand people. */
export async function countFirstNames(tx: Tx, audience: Audience): Promise<NameCount[]> {
  const { rows } = await sql<NameCount>`
    select first_name as "firstName", count(*) as people from (${reachable(audience)}) r group by first_name`.execute(
    tx,
  )
  return rows
}

export async function sampleAudience(tx: Tx, audience: Audience, size: number): Promise<AudienceSample[]> {
  const { rows } = await sql<AudienceSample>`
    select name, first_name as "firstName", phone from (${reachable(audience)}) r
    order by (name = ''), name limit ${size}`.execute(tx)
  return rows
}
