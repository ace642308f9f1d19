import { sql, type RawBuilder } from 'kysely'
import { enlist, type Tx } from '../../platform/database/index.ts'
import type { AccountId } from '../sessions/index.ts'

/** An invitation as the list shows it. */
export type Invite = {
  id: string
  firstName: string
  lastName: string
  email: string
  roles: string[]
  invitedAt: Date
  expiresAt: Date
}

const shown = (): RawBuilder<unknown> => sql`
  id, first_name as "firstName", last_name as "lastName", email, roles, invited_at as "invitedAt", expires_at as "expiresAt"`

export async function findInvites(tx: Tx, tenantId: string): Promise<Invite[]> {
  const { rows } = await sql<Invite>`
    select ${shown()} from staff_invite where tenant_id = ${tenantId} order by invited_at desc, id`.execute(tx)
  return rows
}

type NewInvite = Omit<Invite, 'id' | 'invitedAt'> & {
  tenantId: string
  emailKey: string
  personId: string | null
  /** Of a token that nobody has; the job that mails the invitation makes another one. */
  tokenHash: Buffer
  invitedBy: string
  at: Date
}

/** Writes an invitation in place of one to the same address. */
export async function replaceInvite(tx: Tx, invite: NewInvite): Promise<Invite> {
  const { rows } = await sql<Invite>`
    insert into staff_invite (tenant_id, token_hash, email, email_key, first_name, last_name, person_id, roles,
      invited_by, invited_at, expires_at)
    values (${invite.tenantId}, ${invite.tokenHash}, ${invite.email}, ${invite.emailKey}, ${invite.firstName},
      ${invite.lastName}, ${invite.personId}, ${invite.roles}, ${invite.invitedBy}, ${invite.at}, ${invite.expiresAt})
    on conflict (tenant_id, email_key) do update set token_hash = excluded.token_hash, email = excluded.email,
      first_name = excluded.first_name, last_name = excluded.last_name, person_id = excluded.person_id,
      roles = excluded.roles, invited_by = excluded.invited_by, invited_at = excluded.invited_at,
      expires_at = excluded.expires_at
    returning ${shown()}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An invitation was not written')
  await enlist(tx, 'staff_invite', [invite.tokenHash], invite.expiresAt)
  return row
}

type Renewal = { tenantId: string; id: string; invitedBy: string; tokenHash: Buffer; at: Date; expiresAt: Date }

type Renewed = Invite & { personId: string | null }

/** The address of an invitation, as addresses are compared; null: there is no such invitation. */
export async function findKey(tx: Tx, { tenantId, id }: { tenantId: string; id: string }): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    select email_key as key from staff_invite where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
  return rows[0]?.key ?? null
}

/** Null when there is no such invitation. It comes from whoever sent it last. */
export async function renewInvite(
  tx: Tx,
  { tenantId, id, invitedBy, tokenHash, at, expiresAt }: Renewal,
): Promise<Renewed | null> {
  const { rows } = await sql<Renewed>`
    update staff_invite set token_hash = ${tokenHash}, invited_by = ${invitedBy}, invited_at = ${at},
      expires_at = ${expiresAt}
    where tenant_id = ${tenantId} and id = ${id} returning ${shown()}, person_id as "personId"`.execute(tx)
  await enlist(tx, 'staff_invite', [tokenHash], expiresAt)
  return rows[0] ?? null
}

/** The roles of the invitation that was withdrawn; null when there is none. */
export async function deleteInvite(
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<{ roles: string[]; personId: string | null } | null> {
  const { rows } = await sql<{ roles: string[]; personId: string | null }>`
    delete from staff_invite where tenant_id = ${tenantId} and id = ${id}
    returning roles, person_id as "personId"`.execute(tx)
  return rows[0] ?? null
}

/** Whether somebody of the church signs in with this address. */
export async function hasAccount(
  tx: Tx,
  { tenantId, emailKey }: { tenantId: string; emailKey: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from account where tenant_id = ${tenantId} and email_key = ${emailKey} and removed_at is null`.execute(tx)
  return rows.length > 0
}

/** A person of the church who is not archived, and whether they sign in already; null: there is nobody. */
export async function findInvitee(
  tx: Tx,
  { tenantId, personId }: { tenantId: string; personId: string },
): Promise<{ signsIn: boolean } | null> {
  const { rows } = await sql<{ signsIn: boolean }>`
    select exists (
      select from account a where a.tenant_id = p.tenant_id and a.person_id = p.id and a.removed_at is null
    ) as "signsIn"
    from person p where p.tenant_id = ${tenantId} and p.id = ${personId} and p.archived_at is null
    for key share of p`.execute(tx)
  return rows[0] ?? null
}

export type InviteId = { tenantId: string; inviteId: string }

/** The invitation of a token, in whichever church; null when there is none, or no longer. */
export async function findInviteByToken(tx: Tx, tokenHash: Buffer, at: Date): Promise<InviteId | null> {
  const { rows } = await sql<InviteId>`
    select tenant_id as "tenantId", invite_id as "inviteId" from find_staff_invite(${tokenHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}

/** What an invitation says, and to whom. */
export type Invitation = {
  churchName: string
  timeZone: string
  firstName: string
  lastName: string
  email: string
  emailKey: string
  roles: string[]
  personId: string | null
}

/** Whether who invited may still do so. */
const isFromOwner = (): RawBuilder<unknown> => sql`exists (
  select from account o
  where o.tenant_id = i.tenant_id and o.id = i.invited_by and o.removed_at is null and 'Admin' = any(o.roles))`

/** Null when the token is no longer the invitation's, or who invited may no longer do so. */
export async function readInvitation(
  tx: Tx,
  { tenantId, inviteId }: InviteId,
  { tokenHash, at }: { tokenHash: Buffer; at: Date },
): Promise<Invitation | null> {
  const { rows } = await sql<Invitation>`
    select c.name as "churchName", c.time_zone as "timeZone", i.first_name as "firstName", i.last_name as "lastName",
      i.email, i.email_key as "emailKey", i.roles, i.person_id as "personId"
    from staff_invite i join church c on c.tenant_id = i.tenant_id
    where i.tenant_id = ${tenantId} and i.id = ${inviteId} and i.token_hash = ${tokenHash} and i.expires_at > ${at}
      and ${isFromOwner()}`.execute(tx)
  return rows[0] ?? null
}

/** True for exactly one of those who use the token. */
export async function spendInvite(
  tx: Tx,
  { tenantId, inviteId }: InviteId,
  { tokenHash, at }: { tokenHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    delete from staff_invite i
    where i.tenant_id = ${tenantId} and i.id = ${inviteId} and i.token_hash = ${tokenHash} and i.expires_at > ${at}
      and ${isFromOwner()}
    returning i.id`.execute(tx)
  return rows.length === 1
}

/** What the mail of an invitation says. */
export type Addressed = { email: string; firstName: string; churchName: string; inviterName: string }

/** Gives a running invitation its token; null when there is none, or no longer. */
export async function tokenInvite(
  tx: Tx,
  { tenantId, inviteId }: InviteId,
  { tokenHash, at }: { tokenHash: Buffer; at: Date },
): Promise<Addressed | null> {
  const { rows } = await sql<Addressed & { expiresAt: Date }>`
    update staff_invite i set token_hash = ${tokenHash}
    from church c, account a, person p
    where i.tenant_id = ${tenantId} and i.id = ${inviteId} and i.expires_at > ${at}
      and c.tenant_id = i.tenant_id and a.tenant_id = i.tenant_id and a.id = i.invited_by
      and p.tenant_id = a.tenant_id and p.id = a.person_id
    returning i.email, i.first_name as "firstName", c.name as "churchName",
      trim(p.first_name || ' ' || p.last_name) as "inviterName", i.expires_at as "expiresAt"`.execute(tx)
  const [addressed] = rows
  if (!addressed) return null
  await enlist(tx, 'staff_invite', [tokenHash], addressed.expiresAt)
  return addressed
}

/** The links of invitations that this account sent no longer work. */
export async function deleteInvitesOf(tx: Tx, { tenantId, accountId }: AccountId): Promise<void> {
  await sql`delete from staff_invite where tenant_id = ${tenantId} and invited_by = ${accountId}`.execute(tx)
}

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
