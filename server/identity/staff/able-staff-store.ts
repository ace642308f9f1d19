import { sql } from 'kysely'
import type { Ability } from '#contract/identity/abilities.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { abilitiesOf } from '../roles.ts'

export type AbleMember = { accountId: string; personId: string; email: string; firstName: string }

/** Everybody on the church's staff who has an ability now. */
export async function staffWith(tx: Tx, ability: Ability): Promise<AbleMember[]> {
  const { rows } = await sql<AbleMember & { roles: string[] }>`
    select a.id as "accountId", a.person_id as "personId", a.email, a.roles, p.first_name as "firstName"
    from account a join person p on p.id = a.person_id
    where a.removed_at is null order by a.created_at, a.id`.execute(tx)
  return rows.filter(({ roles }) => abilitiesOf(roles).has(ability)).map(({ roles: _roles, ...member }) => member)
}

/**
 * Whether an account was on the church's staff and had an ability at an instant. What the roles were then stands in the
 * entries that changed them since.
 */
export async function couldAt(
  tx: Tx,
  { accountId, ability, at }: { accountId: string; ability: Ability; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ roles: string[] | null }>`
    select coalesce((
      select array(select jsonb_array_elements_text(coalesce(e.details -> 'before', e.details -> 'roles')))
      from audit_entry e
      where e.subject_id = a.person_id and e.act in ('staff.roles_changed', 'staff.removed') and e.at > ${at}
      order by e.at, e.id limit 1), a.roles) as roles
    from account a
    where a.id = ${accountId} and a.created_at <= ${at} and (a.removed_at is null or a.removed_at > ${at})`.execute(tx)
  return abilitiesOf(rows[0]?.roles ?? []).has(ability)
}
