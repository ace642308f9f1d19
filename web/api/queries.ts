import { QueryClient, queryOptions, type InfiniteData } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiFailure, call, type Rest } from './call.ts'

/** Last part of the key of every list that comes page by page. */
export const PAGES = 'pages'
/** As many rows a call as the server gives. */
const MOST = 100

type Page = { items: unknown[]; total: number; nextCursor: string | null }
type Pages = InfiniteData<Page, string | null>

/** The first rows of the pages as one page, as far as one call brings them. */
export function folded(data: Pages): Pages {
  const items: unknown[] = []
  let last: Page | undefined
  for (const page of data.pages) {
    if (last && items.length + page.items.length > MOST) break
    items.push(...page.items)
    last = page
  }
  return last ? { ...data, pages: [{ ...last, items }], pageParams: [null] } : data
}

/**
 * A list that was scrolled far would be read again page after page. Once something in it has changed, in sight or not,
 * its first rows become one page, which one call reads again.
 */
export function foldChangedLists(client: QueryClient): void {
  const cache = client.getQueryCache()
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const query = cache.get<Pages>(event.query.queryHash)
    if (query?.queryKey.at(-1) !== PAGES) return
    const { data } = query.state
    if (data && data.pages.length > 1) query.setState({ data: folded(data) })
  })
}

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
