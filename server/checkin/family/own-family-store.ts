import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type FamilyOfPerson = { familyId: string; role: number; hasParent: boolean }

// Days are of the church's calendar, and the database's day may be one behind it.
const bars = sql`
  select from guardian_grant g
  where g.person_id = m.person_id and g.family_id = m.family_id and g.kind = 'not_authorised' and g.revoked_at is null
    and (g.until_day is null or g.until_day >= current_date - 1)`

/**
 * Where a query looks for the family `f` in which this person looks after children, by the membership `m`: lowest role
 * first, then the oldest family. Whoever may not take its children has no family there: parents where the church has said
 * so, others where anybody has.
 */
export const ownFamilyOf = (personId: string): RawBuilder<unknown> => sql`
    from family_member m join family f on f.id = m.family_id
    where m.person_id = ${personId} and m.role in (1, 2, 6, 7)
      and not exists (${bars} and (m.role in (6, 7) or g.added_by = 'staff'))
    order by m.role, f.created_at, f.id limit 1`

/** Null: none. */
export async function selectOwnFamily(tx: Tx, personId: string): Promise<FamilyOfPerson | null> {
  const { rows } = await sql<FamilyOfPerson>`
    select m.family_id as "familyId", m.role, exists (
      select from family_member o join person p on p.id = o.person_id
      where o.family_id = m.family_id and o.role in (1, 2) and p.archived_at is null
    ) as "hasParent"
    ${ownFamilyOf(personId)}`.execute(tx)
  return rows[0] ?? null
}
