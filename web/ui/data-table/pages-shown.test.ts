import { expect, test } from 'vitest'
import { pagesShown } from './pages-shown.ts'

test('the first, the last and those around the page in sight are shown, never more than seven', () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pagesShown(1, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
  expect(pagesShown(4, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
  expect(pagesShown(5, 20)).toEqual([1, null, 4, 5, 6, null, 20])
  expect(pagesShown(17, 20)).toEqual([1, null, 16, 17, 18, 19, 20])
  expect(pagesShown(20, 20)).toEqual([1, null, 16, 17, 18, 19, 20])
  for (let page = 1; page <= 40; page++) {
    const shown = pagesShown(page, 40)
    expect([shown.length, shown.includes(page)]).toEqual([7, true])
  }
})
