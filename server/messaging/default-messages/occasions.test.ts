import { expect, test } from 'vitest'
import { daysKept, dayToSend, written } from './occasions.ts'

test.each([
  ['2026-11-23T08:59:59', null],
  ['2026-11-23T09:00:00', '2026-11-23'],
  ['2026-11-23T17:59:59', '2026-11-23'],
  ['2026-11-23T18:00:00', null],
])('from nine on, not at night: %s', (local, day) => {
  const found = dayToSend(local, 9)
  expect(found && written(found)).toBe(day)
})

test.each([
  [{ year: 2026, month: 2, day: 28 }, [28, 29]],
  [{ year: 2100, month: 2, day: 28 }, [28, 29]],
  [{ year: 2028, month: 2, day: 28 }, [28]],
  [{ year: 2028, month: 2, day: 29 }, [29]],
  [{ year: 2000, month: 2, day: 28 }, [28]],
  [{ year: 2026, month: 3, day: 1 }, [1]],
])('who was born on 29 February has a birthday every year, once: %o', (day, kept) => {
  expect(daysKept(day)).toEqual(kept)
})
