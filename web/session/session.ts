import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Ability } from '#contract/abilities.ts'
import { readSession, type Session } from '#contract/identity/session.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/queries.ts'
import { hintSignedIn } from './signed-in-hint.ts'

/** How often a church whose gate is shut is asked for, while somebody looks at it. */
const LOOK_AGAIN_MS = 10_000

const isShut = (found: Session | undefined): boolean => found !== undefined && found.gate !== 'open'

export const sessionQuery = queryOptions({
  queryKey: keyOf(readSession),
  queryFn: async ({ signal }) => {
    const found = await call(readSession, {}, { signal, quiet: true })
    // Only what the server says counts: a page that is fetched ahead while somebody signs out still finds the session kept.
    hintSignedIn()
    return found
  },
  staleTime: 60_000,
  // A church that has paid works again in every open tab and on the phone beside it.
  refetchInterval: ({ state }) => (isShut(state.data) ? LOOK_AGAIN_MS : false),
  refetchOnWindowFocus: ({ state }) => (isShut(state.data) ? 'always' : true),
})

/** Who is signed in. Only inside the tenant and gate doors, where the guard has loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

export const can = (session: Session, ability: Ability) => session.abilities.includes(ability)

/** Screens ask for abilities, never for roles; the server refuses anyway. */
export const useCan = (ability: Ability) => can(useSession(), ability)

const WayOut = createContext<(() => Promise<void>) | null>(null)
/** Around every screen of the shell. */
export const WayOutProvider = WayOut.Provider

/** The one way out: ends the session, and forgets here what was its. */
export function useWayOut(): () => Promise<void> {
  const leave = useContext(WayOut)
  if (!leave) throw new Error('Only the shell has a way out.')
  return leave
}
