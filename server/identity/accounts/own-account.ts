import {
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  listSessions,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
  type SessionRow,
} from '#contract/identity/account.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import { confirmFactor, ownFactor, renewOwnCodes, startFactor, stopFactor } from './second-factor.ts'
import { audit } from '../audit/index.ts'
import { hashPassword, isWeakPassword } from '../credentials/index.ts'
import { deleteResets, replacePassword, type OwnAccount } from './account-store.ts'
import { endOtherSessionsOf, endSessionById, listSessionsFor } from '../sessions/index.ts'
import { confirmPassword } from './accounts.ts'
import type { Tx } from '../../platform/database/index.ts'

type PasswordChange = { current: string; password: string; actor: Actor; at: Date }

/**
 * Changes the own password and ends every other session of the account. Throws `wrong_credentials`, `weak_password`,
 * `too_many_tries`.
 */
async function change(
  context: Pick<AppContext, 'database'>,
  caller: Caller,
  { current, password, actor, at }: PasswordChange,
): Promise<void> {
  const account = await confirmPassword(context, caller, { password: current, at })
  if (isWeakPassword(password, knownOf(account))) throw new ApiError('weak_password')
  const newHash = await hashPassword(password)
  await context.database.withTenant(caller.tenantId, async (tx) => {
    if (!(await replacePassword(tx, account, newHash))) throw new ApiError('wrong_credentials')
    await deleteResets(tx, account)
    const sessionsEnded = await endOtherSessionsOf(tx, caller)
    await audit(tx, caller.tenantId, actor, {
      act: 'account.password_changed',
      subjectId: account.personId,
      details: { sessionsEnded },
      at,
    })
  })
}

const knownOf = ({ email, firstName, lastName, churchName }: OwnAccount): string[] => [
  email,
  churchName,
  firstName,
  lastName,
  `${firstName} ${lastName}`,
]

/** What everybody on the staff does with the own account. */
export function serveOwnAccount(serve: Serve, context: AppContext): void {
  serve(listSessions, ({ caller, at, transact }) => transact((tx) => listOwnSessions(tx, caller, at)))
  serve(endSession, async ({ caller, params, actor, at, transact }) => {
    await transact((tx) => endOwnSession(tx, caller, { ...params, actor, at }))
    return { ended: true as const }
  })
  serve(endOtherSessions, async ({ caller, actor, at, transact }) => ({
    ended: await transact((tx) => endOthers(tx, caller, { actor, at })),
  }))
  serve(changePassword, async ({ caller, body, actor, at }) => {
    await change(context, caller, { ...body, actor, at })
    return { changed: true as const }
  })
  serveSecondFactor(serve, context)
}

function serveSecondFactor(serve: Serve, context: AppContext): void {
  serve(readSecondFactor, ({ caller, transact }) => transact((tx) => ownFactor(tx, caller)))
  serve(startSecondFactor, ({ caller, body, at }) => startFactor(context, caller, { ...body, at }))
  serve(confirmSecondFactor, async ({ caller, body, actor, at }) => ({
    recoveryCodes: await confirmFactor(context, caller, { ...body, actor, at }),
  }))
  serve(stopSecondFactor, async ({ caller, body, actor, at }) => {
    await stopFactor(context, caller, { ...body, actor, at })
    return { isOn: false as const }
  })
  serve(renewRecoveryCodes, async ({ caller, body, actor, at }) => ({
    recoveryCodes: await renewOwnCodes(context, caller, { ...body, actor, at }),
  }))
}

type Ending = { actor: Actor; at: Date }

/** Where the caller is signed in, the latest used first. */
const listOwnSessions = (tx: Tx, caller: Caller, at: Date): Promise<SessionRow[]> =>
  listSessionsFor(tx, { ...caller, currentId: caller.sessionId }, at)

/** Signs the caller out on one device. Throws `not_found`, for other people's sessions too. */
async function endOwnSession(tx: Tx, caller: Caller, { id, ...ending }: Ending & { id: string }): Promise<void> {
  if (!(await endSessionById(tx, caller, id))) throw new ApiError('not_found')
  await noteEnded(tx, caller, { ...ending, sessions: 1 })
}

/** Signs the caller out everywhere but here; answers how many sessions ended. */
async function endOthers(tx: Tx, caller: Caller, ending: Ending): Promise<number> {
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
