import { expect, test } from 'vitest'
import { dayGroups } from './hours-words.ts'

const weekday = { opens: '08:00', closes: '20:00' }
const saturday = { opens: '09:00', closes: '13:00' }

test('days with the same hours are told together, those without hours too', () => {
  const week = [weekday, weekday, { ...weekday }, weekday, weekday, saturday, null]
  expect(dayGroups(week)).toEqual([
    { first: 1, last: 5, hours: weekday },
    { first: 6, last: 6, hours: saturday },
    { first: 7, last: 7, hours: null },
  ])
})

test('the same hours on days apart stay apart', () => {
  expect(
    dayGroups([weekday, null, weekday, weekday, null, null, weekday]).map(({ first, last }) => [first, last]),
  ).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 6],
    [7, 7],
  ])
})
