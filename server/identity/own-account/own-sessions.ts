import type { SessionRow } from '#contract/identity/account.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '#server/platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { endOtherSessionsOf, type AccountId } from '../sessions/session-store.ts'
import { endSessionById, listSessionsOf } from './own-account-store.ts'

type Ending = { actor: Actor; at: Date }

/** Where the caller is signed in, the latest used first. */
export const listOwnSessions = (tx: Tx, caller: Caller, at: Date): Promise<SessionRow[]> =>
  listSessionsFor(tx, { ...caller, currentId: caller.sessionId }, at)

/** Where an account is signed in; `currentId` is the session that asks. */
export async function listSessionsFor(
  tx: Tx,
  { currentId, ...account }: AccountId & { currentId: string },
  at: Date,
): Promise<SessionRow[]> {
  const sessions = await listSessionsOf(tx, account, at)
  return sessions.map((session) => ({
    ...session,
    signedInAt: session.signedInAt.toISOString(),
    lastSeenAt: session.lastSeenAt?.toISOString() ?? null,
    isCurrent: session.id === currentId,
  }))
}

/** Signs the caller out on one device. Throws `not_found`, for other people's sessions too. */
export async function endOwnSession(tx: Tx, caller: Caller, { id, ...ending }: Ending & { id: string }): Promise<void> {
  if (!(await endSessionById(tx, caller, id))) throw new ApiError('not_found')
  await noteEnded(tx, caller, { ...ending, sessions: 1 })
}

/** Signs the caller out everywhere but here; answers how many sessions ended. */
export async function endOtherSessions(tx: Tx, caller: Caller, ending: Ending): Promise<number> {
  const sessions = await endOtherSessionsOf(tx, caller)
  if (sessions > 0) await noteEnded(tx, caller, { ...ending, sessions })
  return sessions
}

const noteEnded = (
  tx: Tx,
  { tenantId, personId }: Caller,
  { sessions, actor, at }: Ending & { sessions: number },
): Promise<void> =>
  audit(tx, tenantId, actor, { act: 'account.sessions_ended', subjectId: personId, details: { sessions }, at })
