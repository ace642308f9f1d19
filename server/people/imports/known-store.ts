import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { KnownPerson } from './decide-row.ts'

/** A phone or an address and the first word of the name that somebody has who is looked for by it. */
export type NamedKey = { key: string; word: string }

/** As a table `(key, word)`. */
export const named = (keys: readonly NamedKey[]): RawBuilder<unknown> => sql`
  unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ word }) => word)}::text[]) named (key, word)`

/** Of one phone or address; more share it only by mistake. */
const CANDIDATES_MOST = 5_000

/** Ids of the people, archived ones too, who have one of these phones or addresses and that word in their name. */
export async function selectReachedBy(
  tx: Tx,
  { phones, emails }: { phones: NamedKey[]; emails: NamedKey[] },
): Promise<string[]> {
  // The blank behind the name gives the empty word too, by which somebody is looked for whose name has no letters.
  // One look into the index for each phone: joined as a whole, a large church would be read from end to end.
  const { rows } = await sql<{ id: string }>`
    with phones as (select * from ${named(phones)}), emails as (select * from ${named(emails)})
    select p.id from (select distinct key from phones) k cross join lateral (
      select id, sort_name from person where phone = k.key
      order by archived_at is not null, id limit ${CANDIDATES_MOST}) p
    cross join lateral unnest(string_to_array(p.sort_name || ' ', ' ')) w (word)
    where (k.key, w.word) in (select key, word from phones)
    union
    select p.person_id from (select distinct key from emails) k cross join lateral (
      select person_id, sort_name from person_term t
      where t.archived = any (array[false, true]) and t.term = k.key limit ${CANDIDATES_MOST}) p
    cross join lateral unnest(string_to_array(p.sort_name || ' ', ' ')) w (word)
    where (k.key, w.word) in (select key, word from emails)`.execute(tx)
  return rows.map(({ id }) => id)
}

const known = sql`
  p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone, p.kind, p.gender,
  p.marital_status as "maritalStatus", p.birth_day as "birthDay", p.birth_month as "birthMonth",
  p.birth_year as "birthYear", p.address, p.joined_on::text as "joinedOn", p.version,
  p.archived_at is not null as "isArchived", (
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name)), '[]')
    from group_member m join people_group g on g.id = m.group_id where m.person_id = p.id) as groups`

export async function selectKnown(tx: Tx, ids: string[]): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select ${known} from person p where p.id = any (${ids}::uuid[])`.execute(tx)
  return rows
}

/** The same, held until the transaction ends; always in one order, so that two never wait for each other. */
export async function lockKnown(tx: Tx, ids: string[]): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select ${known} from person p where p.id = any (${ids}::uuid[]) order by p.id for update of p`.execute(tx)
  return rows
}

export type PersonNow = {
  id: string
  version: number
  isArchived: boolean
  /** Signs in, is invited, belongs to a family or was part of a change: somebody has made something of the person. */
  isUsed: boolean
  groups: string[]
}

/** These people, held until the transaction ends. */
export async function lockWritten(tx: Tx, ids: string[]): Promise<PersonNow[]> {
  const { rows } = await sql<PersonNow>`
    select p.id, p.version, p.archived_at is not null as "isArchived",
      exists (select from account a where a.person_id = p.id)
        or exists (select from staff_invite i where i.person_id = p.id)
        or exists (select from family_member m where m.person_id = p.id)
        or exists (
          select from people_change_row r join people_change a on a.id = r.change_id
          where r.person_id = p.id and a.undone_at is null) as "isUsed",
      array(select m.group_id from group_member m where m.person_id = p.id) as groups
    from person p where p.id = any (${ids}::uuid[]) order by p.id for update of p`.execute(tx)
  return rows
}
