import { readFamilySession } from '#contract/checkin/door.ts'
import {
  churchHere,
  forgetGuardian,
  likelySignedIn,
  rememberGuardian,
  watchSignOut,
} from '../../checkin/portal/session/session.ts'
import { forgetPasses } from '../../checkin/portal/session/kept-passes.ts'
import { forgetReads, load } from '../../checkin/portal/reading/use-read.ts'
import { ApiFailure, onRefusal } from '../../api/call.ts'
import { i18n } from '../../languages/index.ts'
import { hrefOf } from '../../routing/light/link.tsx'
import { find } from '../../routing/light/routes.ts'
import { go } from '../../routing/light/steps.ts'
import { churchPath, portalPaths, safePortalNext } from '../../routing/portal-paths.ts'
import { toast } from '../../ui/toasts/index.ts'

/** Where one signs in: at the church whose portal was open last. */
function signInPath(): string {
  const slug = churchHere()
  return slug ? churchPath(slug) : portalPaths.entrance
}

function wayBack(from: string): { next?: string } {
  const next = safePortalNext(from)
  return next ? { next } : {}
}

const isNobody = (failure: unknown): boolean => failure instanceof ApiFailure && failure.status === 401

/** Sign-in with the way back. */
const signInHref = (from: string): string => hrefOf({ to: signInPath(), search: wayBack(from) })

const askWhoIsHere = () => load(readFamilySession, {}, { quiet: true })
/** For the guard of the first screen. */
let begun: ReturnType<typeof askWhoIsHere> | undefined

/** Begins to ask who is signed in, so that it travels with what the first screen reads. */
export function beginAtDoor(href: string): void {
  if (!find(href)?.route.isInside) return
  begun = askWhoIsHere()
  begun.catch(() => undefined)
}

/**
 * Lets whoever is signed in through. Where that is likely the screen does not wait for the answer: both are asked for at
 * the same time, and a refusal of either leads to the sign-in page. Without a network the screens show what they have.
 */
export function guardDoor(href: string): Promise<string | null> | null {
  const asked = begun ?? askWhoIsHere()
  begun = undefined
  const isLikely = likelySignedIn()
  // Where it is not likely, the answer below leads the way.
  asked.then(rememberGuardian).catch((failure: unknown) => isLikely && isNobody(failure) && leave())
  if (isLikely) return null
  return asked.then(
    () => null,
    (failure: unknown) => (isNobody(failure) ? signInHref(href.split('?', 1)[0] ?? '') : null),
  )
}

/**
 * Several calls of one screen may be refused together, and some only once the sign-in page is on its way: the first one
 * leads there. Another tab may have forgotten already.
 */
function leave(): void {
  if (!find(location.pathname)?.route.isInside) return
  // Whoever was writing is told what became of it.
  if (document.querySelector('dialog[open] form')) toast.warn(i18n._('portal.enter.ended'))
  forgetGuardian()
  void forgetPasses()
  // The sign-in page lets through whoever it still knows: what was read of them goes first.
  forgetReads()
  void go(signInHref(location.pathname), true).then(forgetReads)
}

/** Until the returned function is called: signing out in another tab leads out here too, and so does a refused call. Without a session it leads to sign in and back again; behind a shut gate the session is read anew. */
export function watchRefusals(): () => void {
  onRefusal((failure) => {
    if (failure.status === 401) return leave()
    askWhoIsHere().catch(() => undefined)
  })
  const stopWatching = watchSignOut(leave)
  return () => {
    onRefusal(() => undefined)
    stopWatching()
  }
}
