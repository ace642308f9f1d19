import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type GuardianPerson = { firstName: string; lastName: string; pictureId: string | null }

/** Name and picture of a guardian. */
export async function selectGuardian(tx: Tx, personId: string): Promise<GuardianPerson> {
  const { rows } = await sql<GuardianPerson>`
    select first_name as "firstName", last_name as "lastName", picture_id as "pictureId"
    from person where id = ${personId}`.execute(tx)
  const [person] = rows
  if (!person) throw new Error('A guardian’s account has no person')
  return person
}
