import { sql, type RawBuilder } from 'kysely'
import type { PushCategory, Topic } from '#contract/messaging/topics.ts'
import type { AddressStop, OptOut, OptOutSource } from '#contract/people/consent.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** What bulk messages travel by. */
export type Channel = 'sms' | 'email' | 'push'

export type Refusal = {
  /** `all`: on every channel, also for whoever has this number or address. */
  channel: Channel | 'all'
  /** As messages are addressed: E.164, an email address in small letters, or for push the person's id: browsers come and go. */
  address: string
  source: OptOutSource
  at: Date
}

/** False when the address had refused already. What they say themselves takes the place of what the desk noted. */
export async function insertOptOut(
  tx: Tx,
  tenantId: TenantId,
  { channel, address, source, at }: Refusal,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into opt_out (tenant_id, channel, address, source, at) values (${tenantId}, ${channel}, ${address}, ${source}, ${at})
    on conflict (tenant_id, channel, address) do update set source = excluded.source, at = excluded.at
    where opt_out.source = 'desk' and excluded.source <> 'desk'`.execute(tx)
  return Number(numAffectedRows) > 0
}

export type StoppedAddress = { address: string; reason: AddressStop['reason']; words: string | null; at: Date }

/** No more bulk emails go to an address because of what came back. One that is stopped keeps its first reason. */
export async function stopAddress(
  tx: Tx,
  tenantId: TenantId,
  { address, reason, words, at }: StoppedAddress,
): Promise<void> {
  await sql`
    insert into stopped_address (tenant_id, address, reason, words, at)
    values (${tenantId}, ${address}, ${reason}, ${words}, ${at})
    on conflict (tenant_id, address) do update set reason = excluded.reason, words = excluded.words, at = excluded.at,
      released_at = null, released_by = null, release_reason = null
    where stopped_address.released_at < excluded.at`.execute(tx)
}

export type Release = { address: string; accountId: string; reason: string; at: Date }

/** Emails go there again; false when nothing had stopped them. */
export async function releaseAddress(tx: Tx, { address, accountId, reason, at }: Release): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update stopped_address set released_at = ${at}, released_by = ${accountId}, release_reason = ${reason}
    where address = ${address} and released_at is null`.execute(tx)
  return Number(numAffectedRows) > 0
}

type StoppedPage = { search: string; after: { at: string; address: string } | null; limit: number }
export type ListedStop = StoppedAddress & { person: { id: string; name: string } | null }

const contains = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Addresses that are stopped, each with whoever has it now: of several the one who was there first. */
const stops = (search: string): RawBuilder<unknown> => sql`
  stopped_address s left join lateral (
    select p.id, trim(p.first_name || ' ' || p.last_name) as name from person p
    where p.tenant_id = s.tenant_id and lower(p.email) = s.address and p.archived_at is null
    order by p.created_at, p.id limit 1
  ) p on true
  where s.released_at is null
    and ${search === '' ? sql`true` : sql`(s.address ilike ${contains(search)} or p.name ilike ${contains(search)})`}`

export async function selectStopped(tx: Tx, { search, after, limit }: StoppedPage): Promise<ListedStop[]> {
  const behind = after ? sql`(s.at, s.address) < (${after.at}::timestamptz, ${after.address})` : sql`true`
  const { rows } = await sql<ListedStop>`
    select s.address, s.reason, s.words, s.at,
      case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as person
    from ${stops(search)} and ${behind} order by s.at desc, s.address desc limit ${limit}`.execute(tx)
  return rows
}

export async function countStopped(tx: Tx, search: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${stops(search)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** What stopped the address of the person `p` of a query; null: nothing. */
export const addressStopOf = sql`
  select jsonb_build_object('reason', s.reason, 'words', s.words, 'at', s.at)
  from stopped_address s where s.address = lower(p.email) and s.released_at is null`

/** What an address receives by email from now on; null: everything. Answers whether that is new. */
export async function saveEmailChoice(
  tx: Tx,
  tenantId: TenantId,
  { address, topics, at }: { address: string; topics: readonly Topic[] | null; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = topics
    ? await sql`
        insert into email_choice (tenant_id, address, topics, at) values (${tenantId}, ${address}, ${[...topics]}, ${at})
        on conflict (tenant_id, address) do update set topics = excluded.topics, at = excluded.at
        where email_choice.topics <> excluded.topics`.execute(tx)
    : await sql`delete from email_choice where address = ${address}`.execute(tx)
  return Number(numAffectedRows) > 0
}

export type Allowing = {
  channels: readonly Refusal['channel'][]
  addresses: readonly string[]
  sources?: readonly OptOutSource[]
}

/** Takes refusals of these addresses back; with `sources` only those that came one of these ways. False when there was none. */
export async function deleteOptOuts(tx: Tx, { channels, addresses, sources }: Allowing): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from opt_out where address = any (${[...addresses]}::text[]) and channel = any (${[...channels]}::text[])
      and (${sources === undefined} or source = any (${[...(sources ?? [])]}::text[]))`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** The refusals of an address itself, the newest first. */
export async function selectOptOuts(tx: Tx, address: string): Promise<(Omit<OptOut, 'at'> & { at: Date })[]> {
  const { rows } = await sql<Omit<OptOut, 'at'> & { at: Date }>`
    select channel, source, at from opt_out where address = ${address} order by at desc, channel`.execute(tx)
  return rows
}

/** An address that was refused (`stillThere` is null), or of whose people somebody is gone: the first names of who is still there. */
type Stopped = { address: string; stillThere: string[] | null }

/**
 * Which of these addresses get no bulk message on this channel: their own refusal, or that of whoever has them. `spoken`:
 * only what they said themselves, not what the desk noted. `archivedSince`: also those of whom somebody was archived since
 * then, and perhaps erased; asked for together, for a message to many asks so of every batch.
 */
export async function selectUnreachable(
  tx: Tx,
  channel: Channel,
  addresses: string[],
  { spoken, topic, archivedSince }: { spoken: boolean; topic: Bulk['topic']; archivedSince: Date | null },
): Promise<Stopped[]> {
  const counts = spoken ? sql`o.source <> 'desk'` : sql`true`
  const { rows } = await sql<Stopped>`
    select r.address, null::jsonb as "stillThere" from (
      select o.address from opt_out o
      where o.address = any (${addresses}) and o.channel in (${channel}, 'all') and ${counts}
      union
      select ${addressOf[channel]} from person p
      join opt_out o on o.channel = 'all' and o.address in (p.phone, lower(p.email)) and ${counts}
      where ${addressOf[channel]} = any (${addresses})
      union
      select o.address from (${unwanted(channel, topic)}) o where o.address = any (${addresses})
    ) r${archivedSince ? sql` union all ${goneSince(channel, addresses, archivedSince)}` : sql``}`.execute(tx)
  return rows
}

/**
 * People, each with since when they are archived. Somebody who was merged is whoever was kept: looked up for those few, for a
 * join reads the whole church for each batch.
 */
const standing = sql`
  select p.*, case when p.merged_into is null then p.archived_at
    else (select k.archived_at from person k where k.tenant_id = p.tenant_id and k.id = p.merged_into) end as gone_at
  from person p`

const hashOf = (address: RawBuilder<unknown>) => sql`sha256(convert_to(${address}, 'UTF8'))`

const goneSince = (channel: Channel, addresses: string[], since: Date): RawBuilder<Stopped> => sql`
  select g.address, coalesce(jsonb_agg(g.first_name) filter (where g.gone_at is null), '[]')
  from (
    select ${addressOf[channel]} as address, p.first_name, p.gone_at from (${standing}) p
    where ${channel === 'push' ? sql`p.id = any (${addresses}::uuid[])` : sql`${addressOf[channel]} = any (${addresses})`}
    union all
    select a.address, null, e.archived_at from unnest(${addresses}::text[]) as a (address)
    join erased_address e on e.address_hash = ${hashOf(sql`a.address`)}
  ) g
  group by g.address having bool_or(g.gone_at > ${since}::timestamptz)`

/** These people are about to be erased: what was taken on before they were archived is still not handed over. */
export async function keepErased(tx: Tx, personIds: string[]): Promise<void> {
  await sql`
    insert into erased_address (tenant_id, address_hash, archived_at)
    select p.tenant_id, ${hashOf(sql`a.address`)}, max(p.gone_at)
    from (${standing}) p cross join lateral unnest(array[p.phone, lower(p.email), p.id::text]) as a (address)
    where p.id = any (${personIds}::uuid[]) and p.gone_at is not null and a.address is not null group by 1, 2
    on conflict (tenant_id, address_hash) do update set archived_at = greatest(erased_address.archived_at, excluded.archived_at)
    returning 1`.execute(tx)
}

/** What else somebody has whose stop is for every channel. */
const otherAddressOf = { sms: sql`lower(p.email)`, email: sql`p.phone`, push: sql`p.phone` }

/** Where a person is written to. */
const addressOf = { sms: sql`p.phone`, email: sql`lower(p.email)`, push: sql`p.id::text` }

/** A bulk message by what it travels, and what it is about; null: nothing that people may switch off by itself. */
export type Bulk = { channel: Channel; topic: PushCategory | null }

/** Addresses that get no bulk messages of a kind, as a query: whoever asks about very many asks once. */
export const refusedAddresses = (channel: Channel, topic: Bulk['topic']): RawBuilder<{ address: string }> => sql`
  select o.address from opt_out o where o.channel in (${channel}, 'all')
  union
  select ${addressOf[channel]} from opt_out o join person p on ${otherAddressOf[channel]} = o.address
  where o.channel = 'all' and ${addressOf[channel]} is not null
  union ${unwanted(channel, topic)}`

/** Who chose other topics on this channel, and addresses that are stopped because of what came back. */
const unwanted = (channel: Channel, topic: Bulk['topic']): RawBuilder<{ address: string }> =>
  ({
    sms: sql<{ address: string }>`select o.address from opt_out o where false`,
    email: sql<{ address: string }>`
      select s.address from stopped_address s where s.released_at is null
      union select c.address from email_choice c where not ${topic}::text = any (c.topics)`,
    push: sql<{ address: string }>`
      select c.person_id::text as address from push_category_off c where c.category = ${topic}`,
  })[channel]

/** What a person does not want to be told of by push. */
export async function selectCategoriesOff(tx: Tx, personId: string): Promise<PushCategory[]> {
  const { rows } = await sql<{ category: PushCategory }>`
    select category from push_category_off where person_id = ${personId}`.execute(tx)
  return rows.map(({ category }) => category)
}

/** Which of these people do not want to be told of this by push. */
export async function selectWithoutCategory(tx: Tx, personIds: string[], category: PushCategory): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from push_category_off
    where category = ${category} and person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

type Switched = { tenantId: TenantId; personId: string; category: PushCategory; at: Date }

export async function switchCategory(
  tx: Tx,
  { tenantId, personId, category, at }: Switched,
  on: boolean,
): Promise<void> {
  await (
    on
      ? sql`delete from push_category_off where person_id = ${personId} and category = ${category}`
      : sql`
      insert into push_category_off (tenant_id, person_id, category, at)
      values (${tenantId}, ${personId}, ${category}, ${at}) on conflict do nothing`
  ).execute(tx)
}

/** Whether the person `p` of a query gets no bulk SMS. */
export const refusesSms = sql<boolean>`
  exists (select from opt_out o where (o.address = p.phone and o.channel in ('sms', 'all'))
    or (o.address = lower(p.email) and o.channel = 'all'))`

/** Every refusal that concerns the person `p` of a query, the newest first. */
export const optOutsOf = sql`
  select coalesce(jsonb_agg(jsonb_build_object('channel', o.channel, 'source', o.source, 'at', o.at) order by o.at desc), '[]')
  from opt_out o where o.address in (p.phone, lower(p.email))`
