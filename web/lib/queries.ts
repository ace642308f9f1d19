import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiFailure, call, type Rest } from './api.ts'
import { foldChangedLists } from './fold-pages.ts'

const RETRIES = 2
const passing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 500) && failure.code !== 'timeout'

/** Reads are tried again only when the network or the server failed; a refusal stays a refusal. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, failure) => count < RETRIES && passing(failure),
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  foldChangedLists(client)
  return client
}

/** First part of the key of every read of this endpoint, for `invalidateQueries({ queryKey: keyOf(listPeople) })`. */
export const keyOf = (endpoint: Endpoint) => [endpoint.path] as const

/** A read of the API as query options: `useQuery(read(listPeople, { query: { search } }))`. */
export const read = <E extends Endpoint>(endpoint: E, ...[args]: Rest<E>) =>
  queryOptions({
    queryKey: [endpoint.path, args ?? null] as const,
    queryFn: ({ signal }) => call(endpoint, ...([args, { signal }] as unknown as Rest<E>)),
  })
