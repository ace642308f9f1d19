import type { SessionRow } from '#contract/identity/account.ts'
import { endStaffSession, endStaffSessions, listStaffSessions } from '#contract/identity/staff.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor, type Caller, type Serve } from '../../platform/http/index.ts'
import { audit } from '../audit/index.ts'
import {
  endOtherSessionsOf,
  endSessionsOf,
  type AccountId,
  endSessionById,
  listSessionsFor,
} from '../sessions/index.ts'
import { findMember } from './staff-store.ts'

/** `id`: the account. */
type Asked = { id: string; actor: Actor; at: Date }
type Member = AccountId & { personId: string }

/** Where somebody on the staff is signed in, the latest used first. Throws `not_found`. */
async function sessionsOf(tx: Tx, caller: Caller, { id, at }: Omit<Asked, 'actor'>): Promise<SessionRow[]> {
  return listSessionsFor(tx, { ...(await memberOf(tx, caller, id)), currentId: caller.sessionId }, at)
}

/** Signs somebody out on one device: their next request finds no session. Throws `not_found`. */
async function endOne(tx: Tx, caller: Caller, { sessionId, ...asked }: Asked & { sessionId: string }): Promise<void> {
  const member = await memberOf(tx, caller, asked.id)
  if (!(await endSessionById(tx, member, sessionId))) throw new ApiError('not_found')
  await noteEnded(tx, member, { ...asked, sessions: 1 })
}

/** Signs somebody out everywhere, oneself everywhere but here; answers how many sessions ended. Throws `not_found`. */
async function endAll(tx: Tx, caller: Caller, asked: Asked): Promise<number> {
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

/** Where colleagues are signed in, for owners. */
export function serveStaffSessions(serve: Serve): void {
  serve(listStaffSessions, ({ caller, params, at, transact }) =>
    transact((tx) => sessionsOf(tx, caller, { ...params, at })),
  )
  serve(endStaffSession, async ({ caller, params, actor, at, transact }) => {
    await transact((tx) => endOne(tx, caller, { ...params, actor, at }))
    return { ended: true as const }
  })
  serve(endStaffSessions, async ({ caller, params, actor, at, transact }) => ({
    ended: await transact((tx) => endAll(tx, caller, { ...params, actor, at })),
  }))
}
