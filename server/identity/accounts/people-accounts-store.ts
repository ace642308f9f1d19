import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Which of these people sign in as staff. Ask once they are locked: who becomes staff meanwhile waits for that. */
export async function peopleWithAccount(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct person_id as "personId" from account
    where person_id = any (${personIds}::uuid[]) and removed_at is null`.execute(tx)
  return rows.map(({ personId }) => personId)
}

/** Accounts of people who were merged are those of the one who is kept: whoever signs in stays signed in. By person. */
export async function moveAccountsOfPeople(
  tx: Tx,
  { keepId, otherIds }: { keepId: string; otherIds: string[] },
): Promise<Map<string, { accounts: string[] }>> {
  const { rows } = await sql<{ id: string; personId: string }>`
    update account a set person_id = ${keepId} from account b
    where b.tenant_id = a.tenant_id and b.id = a.id and b.person_id = any (${otherIds}::uuid[]) and b.removed_at is null
    returning a.id, b.person_id as "personId"`.execute(tx)
  const idsOf = (person: string) => rows.flatMap(({ id, personId }) => (personId === person ? [id] : []))
  return new Map(otherIds.map((id) => [id, { accounts: idsOf(id) }]))
}

/** Gives accounts back that a merge moved and that are still where it left them. */
export async function returnAccountsOfPerson(
  tx: Tx,
  { personId, keepId, accounts }: { personId: string; keepId: string; accounts: string[] },
): Promise<void> {
  await sql`
    update account set person_id = ${personId}
    where id = any (${accounts}::uuid[]) and person_id = ${keepId}`.execute(tx)
}
