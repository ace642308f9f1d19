import { expect, test } from 'vitest'
import { ageInMonths } from './suggest-class.ts'

const born = (birthYear: number | null, birthMonth: number | null = null, birthDay: number | null = null) => ({
  birthYear,
  birthMonth,
  birthDay,
})

test.each([
  ['the day before', born(2024, 5, 10), '2026-05-09', 23],
  ['the birthday', born(2024, 5, 10), '2026-05-10', 24],
  ['born on 29 February, in a common year', born(2024, 2, 29), '2025-03-01', 12],
  ['born that day', born(2026, 5, 10), '2026-05-10', 0],
  ['born later', born(2027), '2026-05-10', 0],
  ['only the year', born(2020), '2026-07-01', 72],
  ['the month too', born(2020, 9), '2026-08-31', 71],
  ['no year', born(null, 5, 10), '2026-05-10', null],
])('age in months: %s', (_what, birthday, day, months) => {
  expect(ageInMonths(birthday, day)).toBe(months)
})
