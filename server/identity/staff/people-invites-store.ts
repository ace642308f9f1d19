import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Invitations of people who were merged are for the one who is kept. Answers what was moved, by person. */
export async function moveInvitesOfPeople(
  tx: Tx,
  { keepId, otherIds }: { keepId: string; otherIds: string[] },
): Promise<Map<string, { invites: string[] }>> {
  const { rows } = await sql<{ id: string; personId: string }>`
    update staff_invite i set person_id = ${keepId} from staff_invite b
    where b.tenant_id = i.tenant_id and b.id = i.id and b.person_id = any (${otherIds}::uuid[])
    returning i.id, b.person_id as "personId"`.execute(tx)
  const idsOf = (person: string) => rows.flatMap(({ id, personId }) => (personId === person ? [id] : []))
  return new Map(otherIds.map((id) => [id, { invites: idsOf(id) }]))
}

/** Gives invitations back that a merge moved and that are still where it left them. */
export async function returnInvitesOfPerson(
  tx: Tx,
  { personId, keepId, invites }: { personId: string; keepId: string; invites: string[] },
): Promise<void> {
  await sql`
    update staff_invite set person_id = ${personId}
    where id = any (${invites}::uuid[]) and person_id = ${keepId}`.execute(tx)
}

/** Invitations of people who are erased stay, for nobody in particular. */
export async function forgetPeopleOfInvites(tx: Tx, personIds: string[]): Promise<void> {
  await sql`update staff_invite set person_id = null where person_id = any (${personIds}::uuid[])`.execute(tx)
}
