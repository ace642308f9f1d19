import type { SessionRow } from '#contract/identity/account.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '#server/platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { endSessionById } from '../own-account/own-account-store.ts'
import { listSessionsFor } from '../own-account/own-sessions.ts'
import { endOtherSessionsOf, endSessionsOf, type AccountId } from '../sessions/session-store.ts'
import { findMember } from './staff-list-store.ts'

/** `id`: the account. */
type Asked = { id: string; actor: Actor; at: Date }
type Member = AccountId & { personId: string }

/** Where somebody on the staff is signed in, the latest used first. Throws `not_found`. */
export async function listStaffSessions(
  tx: Tx,
  caller: Caller,
  { id, at }: Omit<Asked, 'actor'>,
): Promise<SessionRow[]> {
  return listSessionsFor(tx, { ...(await memberOf(tx, caller, id)), currentId: caller.sessionId }, at)
}

/** Signs somebody out on one device: their next request finds no session. Throws `not_found`. */
export async function endStaffSession(
  tx: Tx,
  caller: Caller,
  { sessionId, ...asked }: Asked & { sessionId: string },
): Promise<void> {
  const member = await memberOf(tx, caller, asked.id)
  if (!(await endSessionById(tx, member, sessionId))) throw new ApiError('not_found')
  await noteEnded(tx, member, { ...asked, sessions: 1 })
}

/** Signs somebody out everywhere, oneself everywhere but here; answers how many sessions ended. Throws `not_found`. */
export async function endStaffSessions(tx: Tx, caller: Caller, asked: Asked): Promise<number> {
  const member = await memberOf(tx, caller, asked.id)
  const isOwn = member.accountId === caller.accountId
  const sessions = isOwn ? await endOtherSessionsOf(tx, caller) : await endSessionsOf(tx, member)
  if (sessions > 0) await noteEnded(tx, member, { ...asked, sessions })
  return sessions
}

async function memberOf(tx: Tx, { tenantId }: Caller, id: string): Promise<Member> {
  const member = await findMember(tx, { tenantId, accountId: id })
  if (!member) throw new ApiError('not_found')
  return { tenantId, accountId: member.id, personId: member.personId }
}

const noteEnded = (
  tx: Tx,
  { tenantId, personId }: Member,
  { sessions, actor, at }: Asked & { sessions: number },
): Promise<void> =>
  audit(tx, tenantId, actor, { act: 'staff.sessions_ended', subjectId: personId, details: { sessions }, at })
