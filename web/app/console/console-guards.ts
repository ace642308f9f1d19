import { redirect } from '@tanstack/react-router'
import type { ConsoleSession } from '#contract/operator/session.ts'
import { ApiFailure, onRefusal } from '../../api/call.ts'
import { speak } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { consoleQuery } from '../../operator/console-session.ts'
import { queryClient, tellOfUnsaved } from '../session/guards.ts'

/** Has no second factor yet: nothing opens until there is one. The demo's operators need none. */
const mustEnrol = ({ operator: { hasSecondFactor, isDemo } }: ConsoleSession): boolean => !hasSecondFactor && !isDemo

async function signedIn(staleTime: 'static' | 0): Promise<ConsoleSession> {
  try {
    const [found] = await Promise.all([queryClient.query({ ...consoleQuery, staleTime }), speak('operator')])
    return found
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
    throw redirect({ to: paths.consoleSignIn, replace: true })
  }
}

/** The operator who is signed in, or the way to the console's own sign-in, or to the second factor. */
export async function requireOperator(): Promise<ConsoleSession> {
  const found = await signedIn('static')
  // Whoever has just set one up is asked for again.
  const now = mustEnrol(found) ? await signedIn(0) : found
  if (mustEnrol(now)) throw redirect({ to: paths.consoleEnrol, replace: true })
  return now
}

/** Somebody who has no second factor yet; all others have nothing to do there. */
export async function requireNewcomer(): Promise<void> {
  if (!mustEnrol(await signedIn(0))) throw redirect({ to: paths.consoleChurches, replace: true })
}

/** A call that finds no operator signed in leads to the console's sign-in. */
export function watchConsoleRefusals(toSignIn: () => Promise<void>): void {
  onRefusal((failure) => {
    const isOut = failure.status === 401 || failure.code === 'second_factor_required'
    if (!isOut || location.pathname === paths.consoleSignIn) return
    tellOfUnsaved()
    void toSignIn().then(() => queryClient.clear())
  })
}
