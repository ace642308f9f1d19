import { redirect } from '@tanstack/react-router'
import type { DeskSession } from '#contract/operator/session.ts'
import { ApiFailure, onRefusal } from '../../lib/api.ts'
import { speak } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { deskQuery } from '../../operator/desk-session.ts'
import { queryClient } from '../guards.ts'
import { tellOfUnsaved } from '../unsaved.ts'

/** The operator who is signed in, or the way to the desk's own sign-in. */
export async function requireOperator(): Promise<DeskSession> {
  try {
    const [found] = await Promise.all([queryClient.query({ ...deskQuery, staleTime: 'static' }), speak('operator')])
    return found
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
    throw redirect({ to: paths.deskSignIn, replace: true })
  }
}

/** A call that finds no operator signed in leads to the desk's sign-in. */
export function watchDeskRefusals(toSignIn: () => Promise<void>): void {
  onRefusal((failure) => {
    if (failure.status !== 401 || location.pathname === paths.deskSignIn) return
    tellOfUnsaved()
    void toSignIn().then(() => queryClient.clear())
  })
}
