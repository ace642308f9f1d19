import { expect, test } from 'vitest'
import { addDays } from '../../platform/runtime/index.ts'
import { reminderDue, REMINDER_DAYS } from './milestones.ts'

const END = '2028-02-29'

test.each(REMINDER_DAYS)('on day %i it is told, a day late too, and not later', (day) => {
  expect(reminderDue(END, addDays(END, day))).toBe(day)
  const next = reminderDue(END, addDays(END, day + 1))
  expect(next).toBe(day)
  expect(reminderDue(END, addDays(END, day + 2))).not.toBe(day)
})

test('far from the end nothing is told', () => {
  for (const days of [-365, -8, -5, -4, 2, 5, 6, 9, 13, 16, 400])
    expect(reminderDue(END, addDays(END, days))).toBeNull()
})
