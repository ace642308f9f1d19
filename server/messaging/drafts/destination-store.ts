import { sql } from 'kysely'
import type { Destination } from '#contract/messaging/sms.ts'
import type { Tx } from '../../platform/database/index.ts'

/** A destination as the church is now: who was merged since it was chosen is whoever they were merged into. */
export async function presentDestination(tx: Tx, destination: Destination): Promise<Destination> {
  if (!destination.personIds?.length) return destination
  const { rows } = await sql<{ id: string }>`
    with recursive named as (
      select p.id, p.merged_into from person p where p.id = any (${destination.personIds}::uuid[])
      union select p.id, p.merged_into from named n join person p on p.id = n.merged_into
    )
    select id from named where merged_into is null`.execute(tx)
  return { ...destination, personIds: rows.map(({ id }) => id) }
}
