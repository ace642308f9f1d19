import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { readDesk, type DeskSession } from '#contract/operator/session.ts'
import { call } from '../lib/api.ts'
import { keyOf } from '../lib/queries.ts'

export const deskQuery = queryOptions({
  queryKey: keyOf(readDesk),
  queryFn: ({ signal }) => call(readDesk, {}, { signal, quiet: true }),
  staleTime: 30_000,
})

/** How often the desk looks whether something new waits. */
const LOOK_AGAIN_MS = 60_000

/** Which operator is signed in and what waits. Only inside the desk's door, where the guard has loaded it. */
export const useDesk = (): DeskSession => useSuspenseQuery({ ...deskQuery, refetchInterval: LOOK_AGAIN_MS }).data
