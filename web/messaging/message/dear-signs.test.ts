import { segmentsOf } from '#contract/messaging/segments.ts'
import { expect, test } from 'vitest'
import { cheaperSpelling, lastPageFill, placesOf, shownDearSigns } from './dear-signs.ts'

const LONG = 'a'.repeat(150)

test('names the typographic signs that make a message dearer, all at once', () => {
  const cheaper = cheaperSpelling(`We’re “glad” ${LONG}`)
  expect(cheaper).toMatchObject({
    pages: 2,
    pagesNow: 3,
    places: 153,
    placesNow: 67,
    visible: ['’', '“', '”'],
    hasHidden: false,
  })
  expect(cheaper?.message).toBe(`We're "glad" ${LONG}`)
})

test('is silent when the signs cost no page more', () => {
  expect(cheaperSpelling('We’re glad')).toBeNull()
  expect(cheaperSpelling(LONG)).toBeNull()
})

test('counts what stands behind the message', () => {
  // 64 characters are one page either way, with the line behind them two, or one in plain signs.
  const message = `We’re ${'a'.repeat(58)}`
  expect(cheaperSpelling(message)).toBeNull()
  expect(cheaperSpelling(message, `\nStop: ${'b'.repeat(30)}`)).toMatchObject({ pages: 1, pagesNow: 2 })
})

test('is silent when the message stays Unicode anyway', () => {
  expect(cheaperSpelling(`We’re glad, Ọlá ${LONG}`)).toBeNull()
})

test('tells of signs that cannot be seen', () => {
  expect(cheaperSpelling(`6\u00a0PM ${LONG}`)).toMatchObject({ visible: [], hasHidden: true })
  // It is sent composed.
  expect(cheaperSpelling(`cafe\u0301 ${LONG}`)).toBeNull()
})

test('a page holds fewer characters when there are several', () => {
  expect(placesOf(segmentsOf('a'.repeat(160)))).toBe(160)
  expect(placesOf(segmentsOf('a'.repeat(161)))).toBe(153)
  expect(placesOf(segmentsOf('ọ'))).toBe(70)
  expect(placesOf(segmentsOf('ọ'.repeat(71)))).toBe(67)
})

test('the last page fills with what is left over', () => {
  expect(lastPageFill(segmentsOf(''))).toBe(0)
  expect(lastPageFill(segmentsOf('a'.repeat(80)))).toBe(0.5)
  expect(lastPageFill(segmentsOf('a'.repeat(187)))).toBeCloseTo(34 / 153)
  expect(lastPageFill(segmentsOf('a'.repeat(306)))).toBe(1)
})

test('shows the dear signs that can be seen, each once', () => {
  expect(shownDearSigns('Ọlá ọlá\u00a0🌸')).toEqual(['Ọ', 'á', 'ọ', '🌸'])
})
