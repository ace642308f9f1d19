import { sql } from 'kysely'
import { knowChurch, type Tx } from '../../platform/database/index.ts'

export type NewChurch = {
  tenantId: string
  name: string
  city: string | null
  pastorName?: string | null
  /** ISO 3166-1 alpha-2. */
  isoCode: string
  /** ISO 4217. */
  currency: string
  /** IANA name, for example Africa/Lagos. */
  timeZone: string
}

/** Writes a church and its size, which people add to. */
export async function insertChurch(tx: Tx, church: NewChurch, at: Date): Promise<void> {
  await knowChurch(tx, church.isoCode)
  await sql`
    insert into church (tenant_id, name, pastor_name, city, iso_code, currency, time_zone, created_at)
    values (${church.tenantId}, ${church.name}, ${church.pastorName ?? null}, ${church.city}, ${church.isoCode},
      ${church.currency}, ${church.timeZone}, ${at})`.execute(tx)
  await sql`insert into church_size (tenant_id) values (${church.tenantId})`.execute(tx)
}

/** A church that has more people than its plan allows has had them since then, if not for longer: a plan's day, a demo's past. */
export async function setFullSince(tx: Tx, tenantId: string, since: Date): Promise<void> {
  await sql`update church_size set over_since = least(over_since, ${since}::timestamptz) where tenant_id = ${tenantId}`.execute(
    tx,
  )
}

export type Profile = {
  name: string
  slug: string | null
  pastorName: string | null
  city: string | null
  isoCode: string
  currency: string
  timeZone: string
  logoId: string | null
}

/** The profile of the church that was entered, locked so that changes of it come one after the other. */
export async function lockProfile(tx: Tx, tenantId: string): Promise<Profile> {
  await sql`select from church where tenant_id = ${tenantId} for no key update`.execute(tx)
  return findProfile(tx, tenantId)
}

/** The church that was entered; a claimed id may be that of none. */
export async function findChurch(tx: Tx, tenantId: string): Promise<Profile | null> {
  const { rows } = await sql<Omit<Profile, 'slug'>>`
    select name, pastor_name as "pastorName", city, iso_code as "isoCode", currency,
      time_zone as "timeZone", logo_id as "logoId"
    from church where tenant_id = ${tenantId}`.execute(tx)
  const [church] = rows
  return church ? { ...church, slug: await selectOwnSlug(tx) } : null
}

/** The slug of the church that was entered; null: none yet. From the directory, which may stand on another machine than the church. */
export async function selectOwnSlug(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ slug: string | null }>`select own_slug() as slug`.execute(tx)
  return rows[0]?.slug ?? null
}

export async function findProfile(tx: Tx, tenantId: string): Promise<Profile> {
  const profile = await findChurch(tx, tenantId)
  if (!profile) throw new Error('The church that was entered is not there')
  return profile
}

/** Whether the church that was entered has paid or is about to. */
export async function hasPaidOrWaits(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`select has_paid_or_waits() as does`.execute(tx)
  return rows[0]?.does ?? false
}

export async function saveProfile(tx: Tx, tenantId: string, profile: Omit<Profile, 'slug' | 'logoId'>): Promise<void> {
  await sql`
    update church set name = ${profile.name}, pastor_name = ${profile.pastorName}, city = ${profile.city},
      iso_code = ${profile.isoCode}, currency = ${profile.currency}, time_zone = ${profile.timeZone}
    where tenant_id = ${tenantId}`.execute(tx)
  await knowChurch(tx, profile.isoCode)
}

export async function saveLogo(tx: Tx, tenantId: string, logoId: string | null): Promise<void> {
  await sql`update church set logo_id = ${logoId} where tenant_id = ${tenantId}`.execute(tx)
}

/** Those of these slugs that no church has, in the order given. */
export async function findFreeSlugs(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select wanted.slug from unnest(${[...slugs]}::text[]) with ordinality wanted (slug, place)
    where find_slug(wanted.slug) is null order by wanted.place`.execute(tx)
  return rows.map(({ slug }) => slug)
}

/** Gives the church that was entered this slug; false when another one has it. */
export async function takeSlug(tx: Tx, slug: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select take_slug(${slug}) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}
