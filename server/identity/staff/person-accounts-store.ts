import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** What an account or an invitation of somebody else was made of a person's, by ids. */
export type MovedAccounts = { accounts: string[]; invites: string[] }

/** Which of these people sign in as staff. Ask once they are locked: who becomes staff meanwhile waits for that. */
export async function peopleWithAccount(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct person_id as "personId" from account
    where person_id = any (${personIds}::uuid[]) and removed_at is null`.execute(tx)
  return rows.map(({ personId }) => personId)
}

/**
 * Accounts and invitations of people who were merged are those of the one who is kept: whoever signs in stays signed in.
 * Answers what was moved, by person.
 */
export async function moveAccountsOfPeople(
  tx: Tx,
  { keepId, otherIds }: { keepId: string; otherIds: string[] },
): Promise<Map<string, MovedAccounts>> {
  const { rows: accounts } = await sql<{ id: string; personId: string }>`
    update account a set person_id = ${keepId} from account b
    where b.tenant_id = a.tenant_id and b.id = a.id and b.person_id = any (${otherIds}::uuid[]) and b.removed_at is null
    returning a.id, b.person_id as "personId"`.execute(tx)
  const { rows: invites } = await sql<{ id: string; personId: string }>`
    update staff_invite i set person_id = ${keepId} from staff_invite b
    where b.tenant_id = i.tenant_id and b.id = i.id and b.person_id = any (${otherIds}::uuid[])
    returning i.id, b.person_id as "personId"`.execute(tx)
  const idsOf = (rows: typeof accounts, person: string): string[] =>
    rows.flatMap(({ id, personId }) => (personId === person ? [id] : []))
  return new Map(otherIds.map((id) => [id, { accounts: idsOf(accounts, id), invites: idsOf(invites, id) }]))
}

/** Gives back what was moved and is still where the merge left it. */
export async function returnAccountsOfPerson(
  tx: Tx,
  { personId, keepId, accounts, invites }: MovedAccounts & { personId: string; keepId: string },
): Promise<void> {
  await sql`
    update account set person_id = ${personId}
    where id = any (${accounts}::uuid[]) and person_id = ${keepId}`.execute(tx)
  await sql`
    update staff_invite set person_id = ${personId}
    where id = any (${invites}::uuid[]) and person_id = ${keepId}`.execute(tx)
}

/** Invitations of people who are erased stay, for nobody in particular. */
export async function forgetPeopleOfInvites(tx: Tx, personIds: string[]): Promise<void> {
  await sql`update staff_invite set person_id = null where person_id = any (${personIds}::uuid[])`.execute(tx)
}
