import { expect, test } from 'vitest'
import { asListed } from './list-export.ts'

const format = {
  number: (value: number) => value.toLocaleString('en-US'),
  day: (day: string) => `day ${day}`,
  wallTime: (day: string, clock: string) => `${day} at ${clock}`,
}

test('paper says phones, days, times and numbers as the screen does, and leaves every other text as it is', () => {
  const listed = (value: string | number | null) => asListed(value, format)
  expect(listed('+2348031234567')).toBe('+234 803 123 4567')
  expect(listed('2026-11-22')).toBe('day 2026-11-22')
  expect(listed('2026-11-22 17:30')).toBe('2026-11-22 at 17:30')
  expect(listed('2026-11-22T17:30:05')).toBe('2026-11-22 at 17:30')
  expect(listed(1200)).toBe('1,200')
  expect(listed(null)).toBe('')
  for (const text of ['Room 2026-11-22', 'Ngọzi Eze', '08031234567', '']) expect(listed(text)).toBe(text)
})
