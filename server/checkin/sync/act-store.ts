import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { Verdict } from '#contract/checkin/station.ts'
import { spendKey, type TenantId, type Tx } from '../../platform/database/index.ts'
import { selectNamedEntries, type ListedEntry } from '../door/index.ts'

/** What became of an act, without any name: labels are made again when they are asked for. */
export type KeptOutcome = {
  outcome: 'done' | 'refused'
  registrationId: string | null
  reason: ErrorCode | null
  /** Children for whom it was not done; ids as in the act. */
  notDone: string[]
  verdicts: Record<string, Verdict> | null
  /** Of a family that came for the first time: who they are under the ids that the station made up. */
  ids: Record<string, string> | null
}

export type TakenAct = { number: number; kind: string; outcome: KeptOutcome }

export async function selectActs(tx: Tx, stationId: string, numbers: number[]): Promise<TakenAct[]> {
  const { rows } = await sql<TakenAct>`
    select number, kind, outcome from station_act
    where station_id = ${stationId} and number = any (${numbers}::integer[]) order by number`.execute(tx)
  return rows
}

/** When the act before this one was done; null: there is none. */
export async function selectPreviousAt(tx: Tx, stationId: string, number: number): Promise<Date | null> {
  const { rows } = await sql<{ doneAt: Date }>`
    select done_at as "doneAt" from station_act where station_id = ${stationId} and number = ${number - 1}`.execute(tx)
  return rows[0]?.doneAt ?? null
}

type NewAct = TakenAct & { stationId: string; doneAt: Date; takenAt: Date }

export async function insertAct(tx: Tx, tenantId: TenantId, act: NewAct): Promise<void> {
  await sql`
    insert into station_act (tenant_id, station_id, number, kind, done_at, taken_at, outcome)
    values (${tenantId}, ${act.stationId}, ${act.number}, ${act.kind}, ${act.doneAt}, ${act.takenAt},
      ${JSON.stringify(act.outcome)}::jsonb)`.execute(tx)
}

/** Who those are to whom a station gave ids of its own; the others are not in the answer. */
export async function selectMadeUpIds(tx: Tx, stationId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ made: string; real: string }>`
    select i.key as made, i.value as real
    from station_act a, jsonb_each_text(a.outcome -> 'ids') i
    where a.station_id = ${stationId} and a.kind = 'walk_in' and jsonb_typeof(a.outcome -> 'ids') = 'object'
      and i.key = any (${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map(({ made, real }) => [made, real]))
}

/**
 * Does work that may be given up as a whole, while the transaction around it goes on. What it throws is thrown on, and
 * nothing of it is left.
 */
export async function inPart<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    throw error
  }
}

type OpenRequest = { tenantId: TenantId; accountId: string; key: string; at: Date }

/**
 * Uses the key of a press up whose answer the station did not get: from now on nothing is done by it for whoever brings
 * the act. Answers what it did before, whoever of the staff pressed; null: nothing. One that is at work is waited for.
 */
export async function endRequest(tx: Tx, { tenantId, accountId, key, at }: OpenRequest): Promise<unknown> {
  await spendKey(tx, { tenantId, accountId, key, at })
  const { rows } = await sql<{ response: unknown }>`
    select k.response from idempotency_key k join account a on a.id = k.account_id
    where k.tenant_id = ${tenantId} and k.key = ${key} and k.response is not null
    order by k.created_at limit 1`.execute(tx)
  return rows[0]?.response ?? null
}

export type Member = { personId: string; firstName: string; lastName: string; role: number; phone: string | null }

/** Families that the church has since that instant and in which somebody who looks after the children has this phone. */
export async function selectNewFamilies(tx: Tx, { phone, since }: { phone: string; since: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from family f
    where f.created_at >= ${since} and exists (
      select from family_member m join person p on p.id = m.person_id
      where m.family_id = f.id and m.role in (1, 2, 6, 7) and p.phone = ${phone} and p.archived_at is null)
    order by f.created_at, f.id limit 20`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Who is in a family, parents first; nobody archived. */
export async function selectFamilyMembers(tx: Tx, familyId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", m.role, p.phone
    from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null order by m.role, p.created_at, p.id`.execute(tx)
  return rows
}

/** One family with this phone is looked for and made at a time: the second one finds the first. */
export async function lockPhone(tx: Tx, tenantId: TenantId, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`walk-in ${tenantId} ${phone}`}, 0))`.execute(tx)
}

/** The last entry of a child at an event that says such a thing; `collectorId` only about this collector. */
export type LastEntry = { personId: string; number: number; classId: string | null; stationId: string | null; at: Date }

export async function selectLast(
  tx: Tx,
  { eventId, childIds, acts }: { eventId: string; childIds: readonly string[]; acts: readonly string[] },
): Promise<Map<string, LastEntry>> {
  const { rows } = await sql<LastEntry>`
    select distinct on (person_id) person_id as "personId", number, class_id as "classId", station_id as "stationId", at
    from custody_entry
    where event_id = ${eventId} and person_id = any (${[...childIds]}::uuid[]) and act = any (${[...acts]}::text[])
    order by person_id, number desc`.execute(tx)
  return new Map(rows.map((row) => [row.personId, row]))
}

/** Refusals by another station to give these children to this collector, which nothing that was said since takes back. */
export async function selectRefusedElsewhere(
  tx: Tx,
  { eventId, childIds, collectorId, stationId }: Release & { stationId: string },
): Promise<Map<string, LastEntry>> {
  const { rows } = await sql<LastEntry>`
    select distinct on (e.person_id) e.person_id as "personId", e.number, e.class_id as "classId",
      e.station_id as "stationId", e.at
    from custody_entry e join registration_child k on k.event_id = e.event_id and k.person_id = e.person_id
    where e.event_id = ${eventId} and e.person_id = any (${[...childIds]}::uuid[]) and e.act = 'release_refused'
      and e.collector_id = ${collectorId} and e.station_id is distinct from ${stationId}::uuid
      and e.details ->> 'reason' in ('no_grant', 'not_authorised', 'not_yet', 'no_longer', 'wrong_day', 'used')
      and e.at >= k.checked_in_at
      and not exists (select from guardian_grant g where g.person_id = ${collectorId} and g.added_at > e.at)
    order by e.person_id, e.number desc`.execute(tx)
  return new Map(rows.map((row) => [row.personId, row]))
}

export type Release = { eventId: string; childIds: readonly string[]; collectorId: string }

/** What stands in the log as not going together with this act of a station, by the names of today. */
export const selectConflicts = (
  tx: Tx,
  { stationId, number }: { stationId: string; number: number },
): Promise<ListedEntry[]> =>
  selectNamedEntries(
    tx,
    sql`e.act = 'conflict' and e.station_id = ${stationId} and e.details ->> 'number' = ${String(number)}`,
  )
