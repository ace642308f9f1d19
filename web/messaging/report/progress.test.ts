import { expect, test } from 'vitest'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { heldOf, leftOf, minutesLeft, totalsOf } from './progress.ts'

const none: CampaignRow['counts'] = {
  queued: 0,
  sent: 0,
  no_report: 0,
  delivered: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
}
const shown = (state: CampaignRow['state'], counts: Partial<CampaignRow['counts']>) =>
  totalsOf({ state, counts: { ...none, ...counts } }).map((total) => total.state)

test('what is on its way is shown as long as something is, what seldom happens where it did', () => {
  expect(shown('sending', { queued: 4 })).toEqual(['delivered', 'sent', 'failed', 'queued'])
  expect(shown('finished', { delivered: 4 })).toEqual(['delivered', 'failed'])
  expect(shown('finished', { delivered: 3, sent: 1 })).toEqual(['delivered', 'sent', 'failed'])
  expect(shown('cancelled', { skipped: 3, no_report: 1, unknown: 1 })).toEqual([
    'delivered',
    'failed',
    'no_report',
    'unknown',
    'skipped',
  ])
})

test('what was skipped has not left', () => {
  expect(leftOf({ recipients: 10, counts: { ...none, delivered: 2, sent: 1, queued: 3, skipped: 4 } })).toBe(3)
})

test('what is neither spent nor back is still set aside', () => {
  expect(heldOf({ unitsHeld: 10, unitsSpent: 6, unitsReturned: 1 } as CampaignRow)).toBe(3)
})

test('says how long the rest takes at the pace that was seen', () => {
  expect(
    minutesLeft([
      { at: 0, left: 1_000 },
      { at: 60_000, left: 600 },
    ]),
  ).toBe(2)
})

test.each([
  ['nothing was seen', []],
  [
    'it was watched too shortly',
    [
      { at: 0, left: 9 },
      { at: 2_000, left: 8 },
    ],
  ],
  [
    'nothing moves',
    [
      { at: 0, left: 9 },
      { at: 60_000, left: 9 },
    ],
  ],
  [
    'nothing is left',
    [
      { at: 0, left: 9 },
      { at: 60_000, left: 0 },
    ],
  ],
])('says nothing of that when %s', (_why, samples) => {
  expect(minutesLeft(samples)).toBeNull()
})
