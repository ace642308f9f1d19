import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { pagesOf } from './paged-list.ts'

const TOTAL = 57

/** A list of 57 rows as the server gives it, and what was asked of it. */
function longList() {
  const asked: { cursor?: string; limit: number }[] = []
  const load = (page: { cursor?: string; limit: number }) => {
    asked.push(page)
    const from = Number(page.cursor ?? 0)
    const items = Array.from({ length: Math.min(page.limit, TOTAL - from) }, (_, index) => from + index)
    const next = from + items.length
    return Promise.resolve({ items, total: TOTAL, nextCursor: next < TOTAL ? String(next) : null })
  }
  return { asked, load }
}

test('a list begins with a window of rows and grows by tens, as far as it goes', async () => {
  const { asked, load } = longList()
  const observer = new InfiniteQueryObserver(new QueryClient(), pagesOf(['/api/people', {}], load))
  await observer.refetch()
  while (observer.getCurrentResult().hasNextPage || asked.length === 1) await observer.fetchNextPage()
  expect(asked).toEqual([
    { limit: 20 },
    { cursor: '20', limit: 10 },
    { cursor: '30', limit: 10 },
    { cursor: '40', limit: 10 },
    { cursor: '50', limit: 10 },
  ])
  expect(observer.getCurrentResult().data?.rows).toEqual(Array.from({ length: TOTAL }, (_, at) => at))
})

test('a list whose pages became one is read again in one call, with as many rows as it had', async () => {
  const { asked, load } = longList()
  const client = new QueryClient()
  const options = pagesOf(['/api/people', {}], load)
  const { items, ...rest } = await load({ limit: 40 })
  client.setQueryData(options.queryKey, { pages: [{ items, ...rest }], pageParams: [null] })
  await new InfiniteQueryObserver(client, options).refetch()
  expect(asked.slice(1)).toEqual([{ limit: 40 }])
})
