import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** One wrong statement of each kind, which statements.test.ts finds. Nothing runs them. */
export const lies = {
  aColumnThatWasRenamed: (tx: Tx) => sql<{ id: string }>`select person_id as id from person`.execute(tx),
  anotherName: (tx: Tx) => sql<{ firstName: string }>`select first_name from person`.execute(tx),
  anotherType: (tx: Tx) =>
    sql<{ at: string; people: number }>`
    select created_at as at, count(*)::text as people from person group by created_at`.execute(tx),
  textOfABigList: (tx: Tx) =>
    sql<{ sizes: number[] }>`select array_agg(people) as sizes
    from (select count(*) as people from person group by kind) k having count(*) > 0`.execute(tx),
  anInstantInADocument: (tx: Tx) =>
    sql<{ about: { at: Date } }>`
    select jsonb_build_object('at', created_at) as about from person`.execute(tx),
  aColumnThatMayBeNull: (tx: Tx) => sql<{ phone: string }>`select phone from person`.execute(tx),
  whatMayNotBeJoined: (tx: Tx) =>
    sql<{ name: string }>`
    select c.name from person p left join church c on c.tenant_id = p.tenant_id and c.city = p.address`.execute(tx),
  aSumOfNothing: (tx: Tx) => sql<{ units: string }>`select sum(balance) as units from unit_account`.execute(tx),
  whatWasGivenAsNull: (tx: Tx, name: string | null) => sql<{ name: string }>`select ${name}::text as name`.execute(tx),
  onlyOneWay: (tx: Tx, isWrong: boolean) =>
    sql`select 1 from person ${isWrong ? sql`where nobody` : sql``}`.execute(tx),
  inAFragment: (tx: Tx) => sql`select 1 from person p where ${named('p')}`.execute(tx),
}

const named = (table: string): RawBuilder<unknown> => sql`${sql.ref(`${table}.nickname`)} is not null`

/** Right, each for a reason that is easily missed. */
export const truths = {
  askedForNotNull: (tx: Tx) => sql<{ phone: string }>`select phone from person where phone is not null`.execute(tx),
  comparedSoThere: (tx: Tx, phone: string) =>
    sql<{ phone: string }>`
    select phone from person where phone = ${phone}`.execute(tx),
  joinedInside: (tx: Tx) =>
    sql<{ name: string }>`
    select f.name from person p join lateral (select coalesce(p.email, p.phone, '') as name) f on true`.execute(tx),
  countedApart: (tx: Tx) =>
    sql<{ people: number; at: Date | null }>`
    select (select count(*) from person) as people, max(created_at) as at from church`.execute(tx),
}
