import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { readConsole, type ConsoleSession } from '#contract/operator/session.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/queries.ts'

export const consoleQuery = queryOptions({
  queryKey: keyOf(readConsole),
  queryFn: ({ signal }) => call(readConsole, {}, { signal, quiet: true }),
  staleTime: 30_000,
})

/** How often the console looks whether something new waits. */
const LOOK_AGAIN_MS = 60_000

/** Which operator is signed in and what waits. Only inside the console's door, where the guard has loaded it. */
export const useConsole = (): ConsoleSession =>
  useSuspenseQuery({ ...consoleQuery, refetchInterval: LOOK_AGAIN_MS }).data
