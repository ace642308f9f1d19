import { redirect } from '@tanstack/react-router'
import type { DeskSession } from '#contract/operator/session.ts'
import { ApiFailure, onRefusal } from '../../lib/api.ts'
import { speak } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { deskQuery } from '../../operator/desk-session.ts'
import { queryClient } from '../guards.ts'
import { tellOfUnsaved } from '../unsaved.ts'

/** Has no second factor yet: nothing opens until there is one. The demo's operators need none. */
const mustEnrol = ({ operator: { hasSecondFactor, isDemo } }: DeskSession): boolean => !hasSecondFactor && !isDemo

async function signedIn(staleTime: 'static' | 0): Promise<DeskSession> {
  try {
    const [found] = await Promise.all([queryClient.query({ ...deskQuery, staleTime }), speak('operator')])
    return found
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
    throw redirect({ to: paths.deskSignIn, replace: true })
  }
}

/** The operator who is signed in, or the way to the console's own sign-in, or to the second factor. */
export async function requireOperator(): Promise<DeskSession> {
  const found = await signedIn('static')
  // Whoever has just set one up is asked for again.
  const now = mustEnrol(found) ? await signedIn(0) : found
  if (mustEnrol(now)) throw redirect({ to: paths.deskEnrol, replace: true })
  return now
}

/** Somebody who has no second factor yet; all others have nothing to do there. */
export async function requireNewcomer(): Promise<void> {
  if (!mustEnrol(await signedIn(0))) throw redirect({ to: paths.deskChurches, replace: true })
}

/** A call that finds no operator signed in leads to the desk's sign-in. */
export function watchDeskRefusals(toSignIn: () => Promise<void>): void {
  onRefusal((failure) => {
    const isOut = failure.status === 401 || failure.code === 'second_factor_required'
    if (!isOut || location.pathname === paths.deskSignIn) return
    tellOfUnsaved()
    void toSignIn().then(() => queryClient.clear())
  })
}
