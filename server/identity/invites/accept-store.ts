import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

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
  const { rows } = await sql<Addressed>`
    update staff_invite i set token_hash = ${tokenHash}
    from church c, account a, person p
    where i.tenant_id = ${tenantId} and i.id = ${inviteId} and i.expires_at > ${at}
      and c.tenant_id = i.tenant_id and a.tenant_id = i.tenant_id and a.id = i.invited_by
      and p.tenant_id = a.tenant_id and p.id = a.person_id
    returning i.email, i.first_name as "firstName", c.name as "churchName",
      trim(p.first_name || ' ' || p.last_name) as "inviterName"`.execute(tx)
  return rows[0] ?? null
}
