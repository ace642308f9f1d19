import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { reason } from './changes.ts'
import { asked } from './settings.ts'

const country = z.string().check(z.regex(/^[A-Z]{2}$/))
/** More than any country has in a year. */
const HOLIDAYS_MAX = 60

export const publicHoliday = z.object({
  day: calendarDay,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  /** Hangs on the moon and is not announced yet. */
  isEstimated: z.boolean(),
})
export type PublicHoliday = z.infer<typeof publicHoliday>

/** The public holidays of a country in a year. */
export const holidayYear = z.object({
  country: z.string(),
  year: z.int(),
  days: z.array(publicHoliday),
  /** Where they stand, and the day they were looked up last. */
  source: z.string(),
  checkedOn: z.string(),
})
export type HolidayYear = z.infer<typeof holidayYear>

export const listHolidays = endpoint({
  method: 'GET',
  path: '/api/operator/holidays',
  access: 'operator',
  summary: 'Public holidays by country and year, with their source',
  response: z.object({ years: z.array(holidayYear) }),
  errors: [],
})

/** They count from the next message that is handed over. No days: the year is taken away. */
export const saveHolidays = endpoint({
  method: 'PUT',
  path: '/api/operator/holidays/{country}/{year}',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for other public holidays of a country in a year; a second operator confirms',
  params: z.object({ country, year: z.string().check(z.regex(/^20\d\d$/)) }),
  body: z.object({
    days: z.array(publicHoliday).check(z.maxLength(HOLIDAYS_MAX)),
    source: z.string().check(z.trim(), z.minLength(3), z.maxLength(400)),
    checkedOn: calendarDay,
    reason,
  }),
  response: asked,
  errors: ['invalid_input'],
})
