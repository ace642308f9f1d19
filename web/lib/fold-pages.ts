import type { InfiniteData, QueryClient } from '@tanstack/react-query'

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
