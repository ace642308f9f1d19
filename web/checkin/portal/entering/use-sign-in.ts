import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useRef, type ChangeEventHandler } from 'react'
import { openFamilySession, readFamilySession, type FamilySession } from '#contract/checkin/door.ts'
import { ApiFailure, call } from '../../../api/call.ts'
import { portalPaths, safePortalNext } from '../../../routing/portal-paths.ts'
import { forgetGuardian, knownGuardian, likelySignedIn, rememberGuardian, putSession } from '../session/session.ts'
import { forgetPasses } from '../session/kept-passes.ts'
import { forgetReads } from '../reading/use-read.ts'

export type Credentials = { userName: string; password: string; tenantId?: string }

/** Lets whoever the answer names in, and goes on to where they wanted to go. */
export function useLetIn(): (session: FamilySession) => Promise<void> {
  const navigate = useNavigate()
  const { next }: { next?: unknown } = useSearch({ strict: false })
  return async (session) => {
    // Nothing of whoever was here before; whoever is here still keeps their passes.
    if (knownGuardian() !== session.person.id) {
      forgetReads()
      await forgetPasses()
    }
    rememberGuardian(session)
    putSession(session)
    await navigate({ to: safePortalNext(next) ?? portalPaths.home, replace: true })
  }
}

/** Whoever is signed in already goes straight through the door. Asked on arrival, and once the server is reached again. */
export function usePassThrough(isReached = true): void {
  const letIn = useLetIn()
  const passOn = useEffectEvent(() => {
    if (likelySignedIn()) call(readFamilySession, {}, { quiet: true }).then(letIn, forgetWhenNobody)
  })
  useEffect(() => {
    if (isReached) passOn()
  }, [isReached])
}

/** Their session is over: as on signing out, whoever takes the phone next finds nothing. */
function forgetWhenNobody(failure: unknown): void {
  if (!(failure instanceof ApiFailure) || failure.status !== 401) return
  forgetGuardian()
  forgetReads()
  void forgetPasses()
}

/** Signs in; a guardian of several churches chooses one first. */
export function useSignIn() {
  const letIn = useLetIn()
  const [choice, setChoice] = useState<{ churches: Record<string, string>; credentials: Credentials } | null>(null)
  const signIn = async (credentials: Credentials) => {
    try {
      await letIn(await call(openFamilySession, { body: credentials }))
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'choose_church') throw failure
      setChoice({ churches: failure.fields, credentials })
    }
  }
  return { signIn, choice, startAgain: () => setChoice(null) }
}

/** E-mail or phone number as it is typed, kept by the page that shows one form or the other. */
export type TypedName = { value: string; onChange: ChangeEventHandler<HTMLInputElement> }

/** What was typed is neither an e-mail address nor a phone number. */
export const isNoAddress = (failure: ApiFailure | null): boolean =>
  failure?.code === 'invalid_input' && 'userName' in failure.fields

/** Said at its field, not above the button. */
export const isAtField = (failure: ApiFailure): boolean => isNoAddress(failure) || failure.code === 'weak_password'

/** Leads to the field that a refusal names. */
export function useFaultFocus(failure: ApiFailure | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failure])
  return form
}
