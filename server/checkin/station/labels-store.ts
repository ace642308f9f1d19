import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { bansOf } from '../collecting/grant-store.ts'

export type LabelHead = { code: string; churchName: string; eventName: string; familyName: string | null }

export async function selectLabelHead(tx: Tx, registrationId: string): Promise<LabelHead | null> {
  const { rows } = await sql<LabelHead>`
    select r.code, c.name as "churchName", e.name as "eventName", f.name as "familyName"
    from registration r join event e on e.id = r.event_id join church c on c.tenant_id = r.tenant_id
    left join family f on f.id = r.family_id
    where r.id = ${registrationId}`.execute(tx)
  return rows[0] ?? null
}

export type LabelChild = {
  personId: string
  firstName: string
  lastName: string
  className: string
  allergies: string[]
  medical: string[]
  hasCustodyFlag: boolean
  checkedInAt: Date | null
  checkedOutAt: Date | null
}

/** The children of a registration with what stands on their stickers, in the order of their names. */
export async function selectLabelChildren(tx: Tx, registrationId: string): Promise<LabelChild[]> {
  const { rows } = await sql<LabelChild>`
    select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", c.name as "className",
      array(select n.name from care_note n where n.person_id = p.id and n.kind = 'allergy' order by n.name) as allergies,
      array(select n.name from care_note n where n.person_id = p.id and n.kind = 'medical' order by n.name) as medical,
      exists (select from ${bansOf(sql`p.id`, sql`r.family_id`)} g where g.revoked_at is null) as "hasCustodyFlag",
      k.checked_in_at as "checkedInAt", k.checked_out_at as "checkedOutAt"
    from registration_child k
    join registration r on r.id = k.registration_id
    join person p on p.id = k.person_id
    join event_class c on c.id = k.class_id
    where k.registration_id = ${registrationId} order by p.sort_name, p.id`.execute(tx)
  return rows
}
