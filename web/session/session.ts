import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Ability } from '#contract/identity/abilities.ts'
import { readSession, type Session } from '#contract/identity/session.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/queries.ts'
import { hintSignedIn } from './signed-in-hint.ts'

export const sessionQuery = queryOptions({
  queryKey: keyOf(readSession),
  queryFn: async ({ signal }) => {
    const found = await call(readSession, {}, { signal, quiet: true })
    // Only what the server says counts: a page that is fetched ahead while somebody signs out still finds the session kept.
    hintSignedIn()
    return found
  },
  staleTime: 60_000,
})

/** Who is signed in. Only inside the tenant and gate doors, where the guard has loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

export const can = (session: Session, ability: Ability) => session.abilities.includes(ability)

/** Screens ask for abilities, never for roles; the server refuses anyway. */
export const useCan = (ability: Ability) => can(useSession(), ability)
