import { sql } from 'kysely'
import type { WelcomeDoubt } from '#contract/followup/welcome.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'
import type { Added, Said } from './answers.ts'

export type EntryState = 'entered' | 'repeated' | 'claimed' | 'doubtful' | 'same_person' | 'second_person' | 'dismissed'

type NewEntry = Said & {
  id: string
  at: Date
  day: Day
  language: string
  state: EntryState
  doubts: readonly WelcomeDoubt[]
  personId: string | null
}

export async function insertEntry(tx: Tx, tenantId: TenantId, entry: NewEntry): Promise<void> {
  const { id, at, day, firstName, lastName, phone, language, smsConsent, place, state, doubts, personId } = entry
  await sql`
    insert into welcome_entry (tenant_id, id, at, day, first_name, last_name, phone, language, sms_consent, place, state,
      doubts, person_id)
    values (${tenantId}, ${id}, ${at}, ${day}::date, ${firstName}, ${lastName}, ${phone}, ${language}, ${smsConsent},
      ${place}, ${state}, ${[...doubts]}, ${personId}::uuid)`.execute(tx)
}

export async function hasEntry(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from welcome_entry where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** What is kept of an entry whose names are not emptied yet. */
export type Entry = {
  id: string
  at: Date
  day: Day
  firstName: string
  lastName: string
  phone: string
  email: string | null
  language: string
  smsConsent: boolean
  emailConsent: boolean | null
  sourceId: number | null
  interest: number | null
  state: EntryState
  personId: string | null
}

const columns = sql`
  id, at, day::text as day, first_name as "firstName", last_name as "lastName", phone, email, language,
  sms_consent as "smsConsent", email_consent as "emailConsent", source_id as "sourceId", interest, state,
  person_id as "personId"`

/** What was said of a phone on a day, the first first. */
export async function selectOfDay(tx: Tx, { phone, day }: { phone: string; day: Day }): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${columns} from welcome_entry
    where phone = ${phone} and day = ${day}::date and first_name is not null and last_name is not null order by at, id`.execute(
    tx,
  )
  return rows
}

/** One entry, not held; null: it is not there, or its names are emptied. */
export async function selectEntry(tx: Tx, id: string): Promise<Entry | null> {
  const { rows } = await sql<Entry>`
    select ${columns} from welcome_entry where id = ${id} and first_name is not null and last_name is not null and phone is not null`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** These entries, held, the oldest first. */
export async function lockEntries(tx: Tx, ids: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${columns} from welcome_entry where id = any (${[...ids]}::uuid[]) and first_name is not null and last_name is not null and phone is not null
    order by at, id for no key update`.execute(tx)
  return rows
}

/** What the visitor adds; what is undefined stays. */
export async function updateAdded(
  tx: Tx,
  id: string,
  { sourceId, interest, email, emailConsent }: Added,
): Promise<void> {
  await sql`
    update welcome_entry set source_id = coalesce(${sourceId ?? null}::smallint, source_id),
      interest = coalesce(${interest ?? null}::smallint, interest), email = coalesce(${email ?? null}, email),
      email_consent = coalesce(${emailConsent ?? null}::boolean, email_consent)
    where id = ${id}`.execute(tx)
}

export async function updateState(
  tx: Tx,
  { id, state, personId }: { id: string; state: EntryState; personId: string | null },
): Promise<void> {
  await sql`update welcome_entry set state = ${state}, person_id = ${personId}::uuid where id = ${id}`.execute(tx)
}

/** A decision of the staff; whom it is about is known by then, or nobody wants to know. */
export async function closeEntry(
  tx: Tx,
  { id, state, personId, by, at }: { id: string; state: EntryState; personId: string | null; by: string; at: Date },
): Promise<void> {
  await sql`
    update welcome_entry set state = ${state}, person_id = ${personId}::uuid, decided_at = ${at}, decided_by = ${by},
      first_name = null, last_name = null, phone = null, email = null
    where id = ${id}`.execute(tx)
}

/** What waits about somebody is about the one whom a merge keeps. */
export async function moveClaims(tx: Tx, { keepId, otherIds }: { keepId: string; otherIds: string[] }): Promise<void> {
  await sql`
    update welcome_entry set person_id = ${keepId} where person_id = any (${otherIds}::uuid[]) and state = 'claimed'`.execute(
    tx,
  )
}

/** Churches that keep names for longer than since then. */
export async function selectOldChurches(tx: Tx, since: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_old_welcome_entries(${since})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** Empties the names of what is settled, and removes what nobody ever decided about. */
export async function forgetOld(tx: Tx, { settled, waiting }: { settled: Date; waiting: Date }): Promise<void> {
  await sql`
    update welcome_entry set first_name = null, last_name = null, phone = null, email = null
    where at < ${settled} and first_name is not null and state not in ('claimed', 'doubtful')`.execute(tx)
  await sql`delete from welcome_entry where at < ${waiting} and state in ('claimed', 'doubtful')`.execute(tx)
}
