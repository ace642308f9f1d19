import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { openFamilySession, readFamilySession, type FamilySession } from '#contract/checkin/door.ts'
import { ApiFailure, call } from '../../../api/call.ts'
import { portalPaths, safePortalNext } from '../../../routing/portal-paths.ts'
import { forgetGuardian, knownGuardian, likelySignedIn, rememberGuardian } from '../shared/church-memory.ts'
import { forgetPasses } from '../shared/kept-passes.ts'
import { putSession } from '../shared/session.ts'
import { forgetReads } from '../shared/use-read.ts'

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
