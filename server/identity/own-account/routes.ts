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
} from '#contract/identity/account.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import { confirmFactor, ownFactor, renewOwnCodes, startFactor, stopFactor } from '../second-factor/own-factor.ts'
import { endOtherSessions as endOthers, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { audit } from '../audit/audit.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { isWeakPassword } from '../passwords/weak-password.ts'
import { deleteResets } from '../reset/reset-store.ts'
import { endOtherSessionsOf } from '../sessions/session-store.ts'
import { confirmPassword } from './confirm-password.ts'
import { replacePassword, type OwnAccount } from './own-account-store.ts'

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
