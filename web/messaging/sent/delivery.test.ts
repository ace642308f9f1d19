import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headlineOf, isUnderWay, paceOf, partsOf, shareOf, waitingOf } from './delivery.ts'

const none = { queued: 0, sent: 0, no_report: 0, delivered: 0, failed: 0, unknown: 0, skipped: 0 }
const SENT_AT = '2026-11-20T16:00:00.000Z'
const at = Date.parse(SENT_AT)

test('a share is rounded down to a tenth of a percent', () => {
  expect(shareOf(1106, 1118)).toBe(0.989)
  expect(shareOf(1, 3)).toBe(0.333)
})

test('one missing among a hundred thousand is not all, one arrived is not nothing', () => {
  expect(shareOf(99_999, 100_000)).toBe(0.999)
  expect(shareOf(1, 100_000)).toBe(0.001)
})

test('a share is 1 exactly when none is missing and 0 exactly when there is none', () => {
  const sizes = fc.tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }))
  fc.assert(
    fc.property(sizes, ([some, whole]) => {
      const part = Math.min(some, whole)
      const share = shareOf(part, whole)
      expect([share === 1, share === 0]).toEqual([part === whole, part === 0])
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }),
  )
})

test('a send to nobody has no share', () => {
  expect(shareOf(0, 0)).toBe(0)
})

test('while it is being sent, the headline counts what has left', () => {
  const counts = { ...none, queued: 2500, sent: 400, delivered: 1100 }
  expect(headlineOf({ state: 'sending', recipients: 4000, counts })).toEqual({ kind: 'sending', done: 1500, all: 4000 })
})

test('what waits for its hours, is paused or was cancelled says so, and is looked at as often as it can move', () => {
  const counts = { ...none, queued: 2500, sent: 400, delivered: 1100 }
  const kinds = (['waiting', 'paused', 'cancelled'] as const).map((state) =>
    headlineOf({ state, recipients: 4000, counts }),
  )
  expect(kinds).toEqual([
    { kind: 'later' },
    { kind: 'paused', done: 1500, all: 4000 },
    { kind: 'cancelled', done: 1500, all: 4000 },
  ])
  const skipped = { ...none, delivered: 1500, skipped: 2500 }
  expect(headlineOf({ state: 'cancelled', recipients: 4000, counts: skipped })).toMatchObject({ done: 1500 })
  expect(paceOf({ state: 'waiting', counts, sentAt: SENT_AT }, at)).toBe(30_000)
  expect(paceOf({ state: 'cancelled', counts, sentAt: SENT_AT }, at)).toBe(2_000)
  expect([
    isUnderWay({ state: 'waiting', counts }),
    isUnderWay({ state: 'cancelled', counts }),
    isUnderWay({ state: 'cancelled', counts: skipped }),
    isUnderWay({ state: 'finished', counts: skipped }),
  ]).toEqual([true, true, false, false])
})

test('before the first receipt nothing is called undelivered', () => {
  const counts = { ...none, sent: 1500 }
  expect(headlineOf({ state: 'finished', recipients: 1500, counts })).toEqual({ kind: 'waiting', count: 1500 })
})

test('few recipients are counted, many are a share of all', () => {
  const few = { ...none, delivered: 30, failed: 1 }
  const many = { ...none, delivered: 1106, failed: 12 }
  expect(headlineOf({ state: 'finished', recipients: 31, counts: few })).toEqual({
    kind: 'counted',
    delivered: 30,
    all: 31,
  })
  expect(headlineOf({ state: 'finished', recipients: 1118, counts: many })).toEqual({ kind: 'share', share: 0.989 })
})

test('skipped and unknown recipients count as not delivered', () => {
  const counts = { ...none, delivered: 998, unknown: 1, skipped: 1 }
  expect(headlineOf({ state: 'finished', recipients: 1000, counts })).toEqual({ kind: 'share', share: 0.998 })
})

test('the bar leaves out states that do not occur', () => {
  expect(partsOf({ ...none, queued: 4, delivered: 9, failed: 2 }).map(({ state }) => state)).toEqual([
    'delivered',
    'failed',
    'queued',
  ])
})

test('waiting is what is queued and what has no receipt yet', () => {
  expect(waitingOf({ ...none, queued: 3, sent: 4, delivered: 5 })).toBe(7)
})

test('a send is followed closely, its receipts ever more slowly and for an hour', () => {
  const waiting = { ...none, sent: 1 }
  expect(paceOf({ state: 'sending', counts: none, sentAt: SENT_AT }, at)).toBe(2000)
  const after = (seconds: number) =>
    paceOf({ state: 'finished', counts: waiting, sentAt: SENT_AT }, at + seconds * 1000)
  expect([-300, 0, 5, 20, 60, 100, 1800].map(after)).toEqual([2000, 2000, 2000, 2000, 6000, 10_000, 10_000])
  expect(paceOf({ state: 'finished', counts: waiting, sentAt: SENT_AT }, at + 3_600_000)).toBe(false)
  expect(paceOf({ state: 'finished', counts: { ...none, delivered: 5 }, sentAt: SENT_AT }, at)).toBe(false)
})
