import { sql, type RawBuilder } from 'kysely'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refusedAddresses, type Channel } from '../../people/index.ts'
import { PLACE_LETTERS, type PrefixCount } from '../routes/index.ts'
import type { Audience } from './audience.ts'
import { EMAIL_PATTERN } from './email-addresses.ts'

type AudienceCounts = {
  chosen: number
  withoutNumber: number
  optedOut: number
  duplicates: number
  recipients: number
}
/** How many recipients have this first name and, of SMS, numbers that begin so. */
export type NameCount = { firstName: string; prefix: string; people: number }
type AudienceSample = { name: string; firstName: string; address: string }

/**
 * Everybody a message is meant for, one row a mention: persons first, so that of two rows with one number the person's
 * name wins. Row-level security keeps all of it inside the church. What was not chosen is left out, so that it
 * need not be planned either.
 */
export function mentions(audience: Audience): RawBuilder<unknown> {
  const { channel, allContacts, groupIds, personIds, contactFileId, failedOf, failedFor, addresses } = audience
  const of = addressOf[channel]
  const parts = [
    ...(allContacts ? [everybody(of)] : []),
    ...(groupIds.length > 0 ? [inGroups(of, groupIds)] : []),
    ...(personIds.length > 0 ? [persons(of, personIds)] : []),
    // A contact file has numbers only.
    ...(contactFileId && channel === 'sms' ? [inFile(contactFileId)] : []),
    ...(failedOf ? [failedIn(failedOf, failedFor)] : []),
    ...(addresses.length > 0 ? [channel === 'sms' ? typedNumbers(addresses) : typedEmails(addresses)] : []),
  ]
  return parts.length > 0 ? sql.join(parts, sql` union all `) : sql`${everybody(of)} and false`
}

/** Where the person `p` of a query is written to: of an email what can be an address; a push goes to all browsers of a person. */
const addressOf: Record<Channel, RawBuilder<string | null>> = {
  sms: sql`p.phone`,
  email: sql`case when p.email ~ ${EMAIL_PATTERN} then lower(p.email) end`,
  push: sql`case when exists (
    select from push_subscription s where s.tenant_id = p.tenant_id and s.person_id = p.id) then p.id::text end`,
}

type AddressOf = RawBuilder<string | null>

const person = (of: AddressOf) => sql`p.first_name, trim(p.first_name || ' ' || p.last_name) as name, ${of} as address`
/** Archived people get no messages, whatever they are chosen by. */
const anybody = (of: AddressOf) => sql`select 1 as rank, ${person(of)} from person p where p.archived_at is null`

/** Whoever only signed up at the portal costs the church nothing until it has taken them in. */
const everybody = (of: AddressOf) => sql`${anybody(of)} and p.confirmed`

const persons = (of: AddressOf, ids: string[]): RawBuilder<unknown> =>
  sql`${anybody(of)} and p.id = any (${ids}::uuid[])`

/** The list is asked for within the query: seen by the planner it would have every send planned anew, which takes longer than asking. */
const inGroups = (of: AddressOf, ids: string[]): RawBuilder<unknown> => sql`
  select 1 as rank, ${person(of)} from group_member m join person p on p.tenant_id = m.tenant_id and p.id = m.person_id
  where m.group_id = any (array(select unnest(${ids}::uuid[]))) and p.archived_at is null`

const inFile = (id: string): RawBuilder<unknown> => sql`
  select 2 as rank, split_part(coalesce(e.name, ''), ' ', 1) as first_name, coalesce(e.name, '') as name, e.phone as address
  from contact_file_entry e where e.file_id = ${id}::uuid`

/** Of a campaign, whom it failed to reach, or those for these reasons, whether it failed or was cancelled before. */
const failing = (reasons: DeliveryReason[] | null): RawBuilder<unknown> =>
  reasons ? sql`r.state in ('failed', 'skipped') and r.reason = any (${reasons}::text[])` : sql`r.state = 'failed'`

/** Those whom a campaign failed to reach, without those whom a later one for the same people has reached or is on its way to. */
const failedIn = (id: string, reasons: DeliveryReason[] | null): RawBuilder<unknown> => sql`
  select 2 as rank, r.first_name, r.name, r.address
  from campaign k join campaign_recipient r on r.tenant_id = k.tenant_id and r.campaign_id = k.id
  where k.id = ${id}::uuid and k.purpose = 'bulk' and ${failing(reasons)} and not exists (
    select from campaign other join campaign_recipient again on again.tenant_id = other.tenant_id and again.campaign_id = other.id
    where other.tenant_id = k.tenant_id and other.resend_of = coalesce(k.resend_of, k.id) and other.id <> k.id
      and again.address = r.address and again.state not in ('failed', 'skipped')
  )`

/** As one text: a hundred thousand signs of a list cost the driver a tenth of a second, three times. */
const listed = (numbers: string[]) => sql`string_to_array(${numbers.join(',')}, ',')`

const typedNumbers = (numbers: string[]): RawBuilder<unknown> => sql`
  select 3 as rank, coalesce(p.first_name, split_part(f.name, ' ', 1), '') as first_name, coalesce(p.name, f.name, '') as name, n.phone as address
  from unnest(${listed(numbers)}) as n (phone)
  left join (
    select distinct on (phone) phone, first_name, trim(first_name || ' ' || last_name) as name from person
    where phone = any (${listed(numbers)}) and archived_at is null order by phone, created_at, id
  ) p on p.phone = n.phone
  left join (
    select distinct on (e.phone) e.phone, e.name
    from contact_file_entry e join contact_file f on f.tenant_id = e.tenant_id and f.id = e.file_id
    where e.phone = any (${listed(numbers)}) and e.name is not null order by e.phone, f.uploaded_at desc, e.position
  ) f on f.phone = n.phone`

const typedEmails = (addresses: string[]): RawBuilder<unknown> => sql`
  select 3 as rank, coalesce(p.first_name, '') as first_name, coalesce(p.name, '') as name, n.address
  from unnest(${addresses}::text[]) as n (address)
  left join (
    select distinct on (lower(email)) lower(email) as address, first_name, trim(first_name || ' ' || last_name) as name
    from person where lower(email) = any (${addresses}::text[]) and archived_at is null
    order by lower(email), created_at, id
  ) p on p.address = n.address`

/** One row an address, without those who refused. */
export const reachable = (audience: Audience): RawBuilder<unknown> => sql`
  select distinct on (m.address) m.address, m.name, m.first_name
  from (${mentions(audience)}) m
  where m.address is not null
    and not exists (select from (${refusedAddresses(audience.channel, audience.topic)}) o where o.address = m.address)
  order by m.address, m.rank, m.name`

/** So many letters of a number tell its place and, as far as one can guess it, its network. */
export const PREFIX_LETTERS = 8

/** Who an audience is, and how the numbers of its recipients begin: some hundreds of ways even for a hundred thousand. */
export async function countAudience(tx: Tx, audience: Audience): Promise<AudienceCounts & { prefixes: PrefixCount[] }> {
  const { rows } = await sql<AudienceCounts & { prefixes: PrefixCount[] }>`
    with mention as (${mentions(audience)}),
    number as materialized (
      select m.address, count(*) as times, o.address is not null as refused
      from mention m left join (${refusedAddresses(audience.channel, audience.topic)}) o on o.address = m.address
      where m.address is not null group by m.address, o.address
    )
    select (select count(*) from mention) as chosen,
      (select count(*) from mention where address is null) as "withoutNumber",
      coalesce(sum(times - 1), 0)::bigint as duplicates,
      count(*) filter (where refused) as "optedOut",
      count(*) filter (where not refused) as recipients,
      (select coalesce(json_agg(p), '[]') from (
        select left(address, ${audience.channel === 'sms' ? PREFIX_LETTERS : 0}) as prefix, count(*) as people
        from number where not refused group by 1
      ) p) as prefixes
    from number`.execute(tx)
  return rows[0] as AudienceCounts & { prefixes: PrefixCount[] }
}

/** First names among the recipients by where their numbers are from; some thousands even for a hundred thousand people. */
export async function countFirstNames(tx: Tx, audience: Audience): Promise<NameCount[]> {
  const { rows } = await sql<NameCount>`
    select first_name as "firstName", left(address, ${PLACE_LETTERS}) as prefix, count(*) as people
    from (${reachable(audience)}) r group by first_name, prefix`.execute(tx)
  return rows
}

export async function sampleAudience(tx: Tx, audience: Audience, size: number): Promise<AudienceSample[]> {
  const { rows } = await sql<AudienceSample>`
    select name, first_name as "firstName", address from (${reachable(audience)}) r
    order by (name = ''), name limit ${size}`.execute(tx)
  return rows
}
