import { redirect } from '@tanstack/react-router'
import type { Gate, Session } from '#contract/identity/session.ts'
import { ApiFailure, onRefusal } from '../lib/api.ts'
import { speakInside } from '../lib/languages/index.ts'
import { paths, safeNext } from '../lib/paths.ts'
import { createQueryClient } from '../lib/queries.ts'
import { sessionQuery } from '../lib/session.ts'
import { forgetSignedIn, hintSignedIn } from '../lib/signed-in-hint.ts'

export const queryClient = createQueryClient()

export const gatePages: Record<Exclude<Gate, 'open'>, typeof paths.expired | typeof paths.overCapacity> = {
  expired: paths.expired,
  over_capacity: paths.overCapacity,
}

export const session = (): Promise<Session> => queryClient.ensureQueryData(sessionQuery)

const toSignIn = (from: string) => {
  const next = safeNext(from)
  return redirect({ to: paths.signIn, search: next ? { next } : {}, replace: true })
}

/** The session, or the way to the sign-in page and back. */
export async function requireSession(from: string): Promise<Session> {
  try {
    const [found] = await Promise.all([session(), speakInside()])
    hintSignedIn()
    return found
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
    forgetSignedIn()
    throw toSignIn(from)
  }
}

/** The session of a church whose gate is open, or the page that says why it is shut. */
export async function requireOpenGate(from: string): Promise<Session> {
  const found = await requireSession(from)
  if (found.gate !== 'open') throw redirect({ to: gatePages[found.gate], replace: true })
  return found
}

/**
 * What any refused call does to the page. The session is read again, so that the guards send the person where they
 * belong: to sign in, or to the gate's page.
 */
export function watchRefusals(runGuards: () => Promise<void>): void {
  onRefusal((failure) => {
    if (failure.status === 401) queryClient.clear()
    else queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
    void runGuards()
  })
}
