import { expect, test } from 'vitest'
import { providerState, type Calls } from './provider-state.ts'

const none = { succeeded: 0, failed: 0 }

test.each<[string, string, Calls]>([
  ['without a call in a day', 'quiet', { hour: none, day: none, failedLast: 9 }],
  [
    'that failed in the last four calls',
    'troubled',
    { hour: { succeeded: 0, failed: 4 }, day: { succeeded: 9, failed: 4 }, failedLast: 4 },
  ],
  [
    'that failed in the last five calls',
    'down',
    { hour: { succeeded: 95, failed: 5 }, day: { succeeded: 95, failed: 5 }, failedLast: 5 },
  ],
  ['that failed for hours', 'down', { hour: none, day: { succeeded: 0, failed: 5 }, failedLast: 5 }],
  [
    'with a tenth failed in the hour',
    'troubled',
    { hour: { succeeded: 90, failed: 10 }, day: { succeeded: 90, failed: 10 }, failedLast: 0 },
  ],
  [
    'with less than a tenth failed',
    'well',
    { hour: { succeeded: 91, failed: 10 }, day: { succeeded: 91, failed: 10 }, failedLast: 1 },
  ],
  [
    'whose failures are over an hour old',
    'well',
    { hour: { succeeded: 1, failed: 0 }, day: { succeeded: 1, failed: 9 }, failedLast: 0 },
  ],
  ['that was called hours ago', 'well', { hour: none, day: { succeeded: 1, failed: 0 }, failedLast: 0 }],
])('a provider %s is %s', (_what, state, known) => {
  expect(providerState(known)).toBe(state)
})
