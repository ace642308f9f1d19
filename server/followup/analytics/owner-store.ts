import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

type Owner = { id: string; firstName: string; lastName: string }

/** Whoever looks after somebody who is followed up still, whether on the team or not. */
export async function selectOwners(tx: Tx): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select a.id, p.first_name as "firstName", p.last_name as "lastName"
    from account a join person p on p.id = a.person_id
    where exists (
      select from newcomer n where n.owner_id = a.id and not n.archived and n.followed and n.lead_status = 0)`.execute(
    tx,
  )
  return rows
}
