import { redirect } from '@tanstack/react-router'
import type { Gate, Session } from '#contract/identity/session.ts'
import { ApiFailure, onRefusal } from '../lib/api.ts'
import { speak } from '../lib/languages/index.ts'
import { paths, safeNext } from '../lib/paths.ts'
import { createQueryClient } from '../lib/queries.ts'
import { sessionQuery } from '../lib/session.ts'
import { forgetSignedIn, hintSignedIn } from '../lib/signed-in-hint.ts'

export const queryClient = createQueryClient()

export const gatePages: Record<Exclude<Gate, 'open'>, typeof paths.expired | typeof paths.overCapacity> = {
  expired: paths.expired,
  over_capacity: paths.overCapacity,
}

export const session = (): Promise<Session> => queryClient.query({ ...sessionQuery, staleTime: 'static' })

function wayBack(from: string): { next?: string } {
  const next = safeNext(from)
  return next ? { next } : {}
}

/** The session, or the way to the sign-in page and back. */
export async function requireSession(from: string): Promise<Session> {
  try {
    const [found] = await Promise.all([session(), speak('inside')])
    hintSignedIn()
    return found
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
    forgetSignedIn()
    throw redirect({ to: paths.signIn, search: wayBack(from), replace: true })
  }
}

/** The session of a church whose gate is open, or the page that says why it is shut; a payer who is back gets the outcome. */
export async function requireOpenGate(from: string): Promise<Session> {
  const found = await requireSession(from)
  if (found.gate === 'open') return found
  const paid = /^\/tenant\/(?:(u)nits|subscription)(\?.*payment=.+)/.exec(from)
  const href = paid && (paid[1] ? paths.buyUnitsWhileGated : paths.subscribeWhileGated) + paid[2]
  if (href) throw redirect({ href, replace: true })
  throw redirect({ to: gatePages[found.gate], replace: true })
}

type Doors = { toSignIn: (next: { next?: string }) => Promise<void>; runGuards: () => Promise<void> }

/**
 * What any refused call does to the page: without a session it leads to sign in and back again; behind a shut gate the
 * session is read anew and the guards show the gate's page.
 */
export function watchRefusals({ toSignIn, runGuards }: Doors): void {
  onRefusal((failure) => void (failure.status === 401 ? leave(toSignIn) : lookAgain(runGuards)))
}

async function leave(toSignIn: Doors['toSignIn']): Promise<void> {
  forgetSignedIn()
  // Several calls of one screen may be refused together; the first one leads the way.
  if (location.pathname === paths.signIn) return
  await toSignIn(wayBack(location.pathname + location.search))
  queryClient.clear()
}

async function lookAgain(runGuards: Doors['runGuards']): Promise<void> {
  await queryClient.query({ ...sessionQuery, staleTime: 0 })
  await runGuards()
}
