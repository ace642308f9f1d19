import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { PAGES } from '../api/queries.ts'

type Page<Row> = { items: Row[]; total: number; nextCursor: string | null }
type PageWanted = { cursor?: string; limit: number }
type Pages<P> = InfiniteData<P, string | null>

/** Enough rows for the first window in one call; after that the list grows by tens as it is scrolled. */
const FIRST = 20
const STEP = 10

/** A list scrolled far would be read again page after page; that waits until something in it changes (web/api/queries.ts). */
const REFRESHED_PAGES = 3
const isShort = ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
  (state.data?.pages.length ?? 0) <= REFRESHED_PAGES

const none: never[] = []
const flat = <Row, P extends Page<Row>>({ pages }: Pages<P>) => ({
  rows: pages.flatMap((page) => page.items),
  last: pages.at(-1),
})

type LoadPage<P> = (page: PageWanted, signal: AbortSignal) => Promise<P>

/** The pages of a list: the first as long as it was when it was read last, so that a list in view keeps its rows. */
export const pagesOf = <Row, P extends Page<Row>>(key: readonly unknown[], load: LoadPage<P>) =>
  infiniteQueryOptions({
    queryKey: [...key, PAGES],
    queryFn: ({ pageParam, signal, client, queryKey }) => {
      if (pageParam !== null) return load({ cursor: pageParam, limit: STEP }, signal)
      const before = client.getQueryData<Pages<P>>(queryKey)?.pages[0]?.items.length ?? 0
      return load({ limit: Math.max(FIRST, before) }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: P) => page.nextCursor,
    select: flat<Row, P>,
    placeholderData: keepPreviousData,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  })

/**
 * A list that comes page by page, as the data table takes it:
 * `usePagedList([...keyOf(listPeople), filter], (page, signal) => call(listPeople, { query: { ...filter, ...page } }, { signal }))`.
 * While a new filter is on its way the rows of the last one stay, marked as stale.
 */
export function usePagedList<Row, P extends Page<Row> = Page<Row>>(key: readonly unknown[], load: LoadPage<P>) {
  const query = useInfiniteQuery(pagesOf<Row, P>(key, load))
  const { data, fetchNextPage, refetch, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query
  const rows = data?.rows ?? none
  // A refresh in the background gives way to the next page.
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const isStale = isPlaceholderData
  return {
    rows,
    total: data?.last?.total ?? 0,
    /** What the server says beside the rows. */
    last: data?.last,
    step: STEP,
    hasMore: query.hasNextPage && !isStale,
    isLoading: query.isPending || (isStale && rows.length === 0),
    isLoadingMore: isFetchingNextPage,
    isStale,
    failure: query.error,
    loadMore,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
