import { sql } from 'kysely'
import type { WelcomeLanguage } from '#contract/followup/welcome.ts'
import { selectOwnSlug, type Standing } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

type FormWords = Record<WelcomeLanguage, { lead: string; thanks: string }>
export type FormSetting = { isOn: boolean; hiddenSources: number[]; interests: number[]; words: FormWords }

export type FormChurch = Standing & {
  tenantId: TenantId
  name: string
  /** The current one; null: none yet. */
  slug: string | null
  isoCode: string
}

/** The church that has this slug or had it; null: none. */
export async function findTenantOf(tx: Tx, slug: string): Promise<string | null> {
  const { rows } = await sql<{ tenantId: string | null }>`select find_slug(${slug}) as "tenantId"`.execute(tx)
  return rows[0]?.tenantId ?? null
}

/** The church that was entered, with what its gate depends on; null: there is none. */
export async function selectFormChurch(tx: Tx): Promise<FormChurch | null> {
  const { rows } = await sql<Omit<FormChurch, 'slug'>>`
    select c.tenant_id as "tenantId", c.name, c.iso_code as "isoCode", c.time_zone as "timeZone",
      s.membership_size as "membershipSize", s.expires_on::text as "expiresOn", z.confirmed as people,
      z.over_since as "overSince"
    from church c
    join subscription s on s.tenant_id = c.tenant_id
    join church_size z on z.tenant_id = c.tenant_id`.execute(tx)
  const [church] = rows
  return church ? { ...church, slug: await selectOwnSlug(tx) } : null
}

const blank = { lead: '', thanks: '' }
const unchanged: FormSetting = {
  isOn: true,
  hiddenSources: [],
  interests: [0, 2, 1],
  words: { en: blank, fr: blank },
}

export async function selectFormSetting(tx: Tx): Promise<FormSetting> {
  const { rows } = await sql<Omit<FormSetting, 'words'> & { words: Partial<FormWords> }>`
    select is_on as "isOn", hidden_sources as "hiddenSources", interests, words from welcome_form`.execute(tx)
  const [kept] = rows
  return kept ? { ...kept, words: { ...unchanged.words, ...kept.words } } : unchanged
}

export async function saveFormSetting(tx: Tx, tenantId: TenantId, setting: FormSetting): Promise<void> {
  const { isOn, hiddenSources, interests, words } = setting
  await sql`
    insert into welcome_form (tenant_id, is_on, hidden_sources, interests, words)
    values (${tenantId}, ${isOn}, ${hiddenSources}::smallint[], ${interests}::smallint[], ${JSON.stringify(words)}::jsonb)
    on conflict (tenant_id) do update set is_on = excluded.is_on, hidden_sources = excluded.hidden_sources,
      interests = excluded.interests, words = excluded.words`.execute(tx)
}

/** Of a plan's room so much is not for whoever fills in a form: families at the door come in, and whom the staff adds. */
const KEPT_PERCENT = 10

/** Whether the form may take one more person in. Held: of two at once the second one sees the first. */
export async function lockRoom(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select z.confirmed < s.membership_size - ceil(s.membership_size * ${KEPT_PERCENT}::numeric / 100) as "hasRoom"
    from church_size z join subscription s on s.tenant_id = z.tenant_id for no key update of z`.execute(tx)
  return rows[0]?.hasRoom ?? false
}
