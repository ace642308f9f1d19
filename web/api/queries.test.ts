import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { folded, foldChangedLists } from './queries.ts'

const pageOf = (from: number, count: number) => ({
  items: Array.from({ length: count }, (_, index) => from + index),
  total: 500,
  nextCursor: `after ${from + count - 1}`,
})
const list = (pages: number) => ({
  pages: Array.from({ length: pages }, (_, index) => (index === 0 ? pageOf(0, 20) : pageOf(10 + index * 10, 10))),
  pageParams: Array.from({ length: pages }, (_, index) => (index === 0 ? null : `after ${9 + index * 10}`)),
})

test('the first rows of a list become one page, and the list goes on after them', () => {
  const short = folded(list(3))
  expect(short.pages).toEqual([{ ...pageOf(0, 40) }])
  expect(short.pageParams).toEqual([null])
  const long = folded(list(30))
  expect(long.pages).toEqual([{ ...pageOf(0, 100) }])
  expect(folded({ pages: [], pageParams: [] }).pages).toEqual([])
})

test('lists that have changed are folded, others are left alone', async () => {
  const client = new QueryClient()
  foldChangedLists(client)
  const [changed, other, single] = [
    ['/api/people', {}, 'pages'],
    ['/api/families', {}, 'pages'],
    ['/api/people', null],
  ]
  client.setQueryData(changed, list(12))
  client.setQueryData(other, list(12))
  client.setQueryData(single, list(2))
  await client.invalidateQueries({ queryKey: ['/api/people'] })
  expect(client.getQueryData(changed)).toEqual(folded(list(12)))
  expect(client.getQueryState(changed)?.isInvalidated).toBe(true)
  expect(client.getQueryData(other)).toEqual(list(12))
  expect(client.getQueryData(single)).toEqual(list(2))
})
