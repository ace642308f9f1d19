import { sql, type RawBuilder } from 'kysely'
import type { Gate } from '#contract/identity/session.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { z } from 'zod/mini'
import type { consoleChurchSort } from '#contract/operator/churches.ts'

export type ChurchSort = z.infer<typeof consoleChurchSort>

/**
 * Name and city without marks, case and punctuation, as nearly as the database can fold them: letters that Unicode does
 * not decompose are told one by one.
 */
const folded = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  regexp_replace(regexp_replace(
    translate(lower(normalize(${text}, nfkd)), 'ɓɗđðɛǝəɣħıɩƙłŋɲɔøʋƴ''’‘ʼ', 'bdddeeeghiiklnnoovy'),
    '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')`

const words = folded(sql`c.name || ' ' || coalesce(c.city, '')`)

/** Each word begins a word of name or city. */
const foundBy = (searched: readonly string[]): RawBuilder<unknown> =>
  sql`(${searched.join(' ')} = '' or not exists (
    select from unnest(${searched}::text[]) w (word) where strpos(' ' || ${words}, ' ' || w.word) = 0))`

/** What each sort goes by: a text in the order of its bytes, or a whole number. */
const places: Record<'name' | 'expires' | 'people' | 'units' | 'active', RawBuilder<unknown>> = {
  name: sql`left(${folded(sql`c.name`)}, 60) collate "C"`,
  expires: sql`s.expires_on - date '2000-01-01'`,
  people: sql`z.confirmed`,
  units: sql`u.balance`,
  // Microseconds, as the database keeps them; never active comes first.
  active: sql`(extract(epoch from coalesce(c.last_active_at, 'epoch')) * 1000000)::bigint`,
}

type By = keyof typeof places
const isBy = (text: string): text is By => text in places

/** Which way a sort goes, and by what. */
export function placeOf(sort: ChurchSort): { by: By; place: RawBuilder<unknown>; way: 'up' | 'down' } {
  const by = sort.replace('-', '')
  if (!isBy(by)) throw new Error('There is no such sort')
  return { by, place: places[by], way: sort.startsWith('-') ? 'down' : 'up' }
}

/** What day it is at a moment in each zone that a church lives in: asked of one clock, the server's. */
type Today = {
  timeZone: string
  day: string
  /** Whoever has had too many people since before this moment has had their days of grace. */
  graceBegins: Date
}

export type ChurchFilter = {
  /** Folded words, each the beginning of a word of name or city. */
  words: readonly string[]
  gate: Gate | null
  isoCode: string | null
  today: readonly Today[]
}

export type ChurchRecord = {
  id: string
  name: string
  city: string | null
  isoCode: string
  currency: string
  timeZone: string
  planId: string | null
  planName: string
  membershipSize: number
  people: number
  overSince: Date | null
  expiresOn: string
  units: number
  createdAt: Date
  lastActiveAt: Date | null
}

type PlacedChurch = ChurchRecord & { place: string | number }

export async function selectZones(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from church`.execute(tx)
  return rows.map(({ zone }) => zone)
}

type Page = { sort: ChurchSort; after: { place: string | number; id: string } | null; limit: number }

/** Churches in the order wanted, with what a page's cursor says of their place in it. */
export async function selectChurches(
  tx: Tx,
  filter: ChurchFilter,
  { sort, after, limit }: Page,
): Promise<PlacedChurch[]> {
  const { by, place, way } = placeOf(sort)
  const type = by === 'name' ? sql`text` : sql`bigint`
  const beyond = way === 'up' ? sql`>` : sql`<`
  const behind = after ? sql`and (${place}, c.tenant_id) ${beyond} (${after.place}::${type}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<PlacedChurch>`
    select ${columns}, ${place} as place ${matching(filter)} ${behind} ${orderOf(sort)} limit ${limit}`.execute(tx)
  return rows
}

/** All of them, for an export. */
export const everyChurch = (filter: ChurchFilter, sort: ChurchSort): RawBuilder<ChurchRecord> =>
  sql<ChurchRecord>`select ${columns} ${matching(filter)} ${orderOf(sort)}`

export async function countChurches(tx: Tx, filter: ChurchFilter): Promise<number> {
  const { rows } = await sql<{ churches: number }>`select count(*) as churches ${matching(filter)}`.execute(tx)
  return rows[0]?.churches ?? 0
}

/** Null: there is no church of this id. */
export async function selectChurch(tx: Tx, id: string): Promise<ChurchRecord | null> {
  const { rows } = await sql<ChurchRecord>`select ${columns} ${churches} where c.tenant_id = ${id}`.execute(tx)
  return rows[0] ?? null
}

const columns = sql`
  c.tenant_id as id, c.name, c.city, c.iso_code as "isoCode", c.currency, c.time_zone as "timeZone",
  s.plan_id as "planId", s.plan_name as "planName", s.membership_size as "membershipSize", z.confirmed as people,
  z.over_since as "overSince",
  s.expires_on::text as "expiresOn", u.balance as units, c.created_at as "createdAt", c.last_active_at as "lastActiveAt"`

const churches = sql`
  from church c
  join subscription s on s.tenant_id = c.tenant_id
  join church_size z on z.tenant_id = c.tenant_id
  join unit_account u on u.tenant_id = c.tenant_id and u.account = 'available'`

function orderOf(sort: ChurchSort): RawBuilder<unknown> {
  const { place, way } = placeOf(sort)
  return way === 'up' ? sql`order by ${place}, c.tenant_id` : sql`order by ${place} desc, c.tenant_id desc`
}

function matching({ words, gate, isoCode, today }: ChurchFilter): RawBuilder<unknown> {
  const zones = today.map(({ timeZone }) => timeZone)
  const days = today.map(({ day }) => day)
  const begins = today.map(({ graceBegins }) => graceBegins)
  return sql`${churches}
    left join unnest(${zones}::text[], ${days}::date[], ${begins}::timestamptz[]) t (zone, day, grace_begins)
      on t.zone = c.time_zone
    where ${foundBy(words)}
      and (${isoCode}::text is null or c.iso_code = ${isoCode}::text)
      and (${gate}::text is null or ${gate}::text = case
        when t.day > s.expires_on then 'expired'
        when z.over_since < t.grace_begins then 'over_capacity' else 'open' end)`
}
