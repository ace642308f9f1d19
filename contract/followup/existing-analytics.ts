import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'

/** The analytics calls of clients that exist already, in their shapes: dates as M/D/YYYY. */

const text = z.nullable(z.string())
const usDate = z.optional(z.string().check(z.maxLength(10)))
const named = z.array(z.object({ name: z.string(), value: z.int() }))

/** No dates: the last 30 days. `personId` is a contact owner. */
const query = z.object({
  startDate: usDate,
  endDate: usDate,
  personId: z.optional(z.union([z.literal(''), id])),
})

const firstTimer = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: text,
  phoneNumber: text,
  /** Day of the first visit, YYYY-MM-DD. */
  date: z.string(),
  howDidYouAboutUsName: text,
  lifeCycle: z.string(),
})

const figures = {
  totalGuests: z.int(),
  averageActivity: z.number(),
  /** Percent, one decimal. */
  retentionRate: z.number(),
  lifeCycleSummary: z.array(z.tuple([z.string(), z.int()])),
  retentionSummary: z.object({
    categories: z.array(z.string()),
    series: z.array(z.object({ name: z.string(), data: z.array(z.int()) })),
  }),
  interestedSummary: named,
  sourceSummary: named,
  /** The latest hundred. */
  firsttimers: z.array(firstTimer),
}

export const getFirstTimerAnalytics = endpoint({
  method: 'GET',
  path: '/api/FirsttimerManager/analytics',
  access: { ability: 'reports.read' },
  summary: 'Figures of first-timers for existing clients',
  query,
  response: z.object({ returnObject: z.object(figures) }),
  errors: ['invalid_input'],
})

export const getFirstTimerAnalyticsDashboard = endpoint({
  method: 'GET',
  path: '/api/FirsttimerManager/analyticsDashboard',
  access: { ability: 'reports.read' },
  summary: 'The same figures, and who they are',
  query,
  response: z.object({
    returnObject: z.object({
      ...figures,
      ageGroupSummary: named,
      genderSummary: named,
      maritalSummary: named,
      wantToBeVisitedSummary: named,
    }),
  }),
  errors: ['invalid_input'],
})
