import { keepPreviousData, useQuery } from '@tanstack/react-query'

type NumberedPage<Row> = { data: Row[]; totalItems: number }

/** As the calls with numbered pages answer. */
export const ROWS_A_PAGE = 50

const none: never[] = []
const nothing = () => undefined

/** A list that is turned page by page, as the data table takes it; while a page is on its way the last one stays, marked as stale. */
export function useNumberedList<Row>(
  key: readonly unknown[],
  load: (signal: AbortSignal) => Promise<NumberedPage<Row>>,
) {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
  })
  return {
    rows: query.data?.data ?? none,
    total: query.data?.totalItems ?? 0,
    step: ROWS_A_PAGE,
    hasMore: false,
    isLoading: query.isPending,
    isLoadingMore: false,
    isStale: query.isPlaceholderData,
    failure: query.error,
    loadMore: nothing,
    retry: () => void query.refetch(),
  }
}
