import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsFor, unitsDue } from './record-outcomes.ts'
import type { CampaignBooks } from './outcome-store.ts'

const books = (changes: Partial<CampaignBooks>): CampaignBooks => ({
  id: 'c',
  queued: 0,
  rateNumerator: 75,
  rateDenominator: 59,
  returnsUndelivered: true,
  segmentsAccepted: 0,
  segmentsReturned: 0,
  unitsHeld: 0,
  unitsPosted: 0,
  unitsReturned: 0,
  isFinished: false,
  ...changes,
})

test('a campaign is rounded up once', () => {
  expect(unitsFor(1, { numerator: 75, denominator: 59 })).toBe(2)
  expect(unitsFor(59, { numerator: 75, denominator: 59 })).toBe(75)
  expect(unitsFor(60, { numerator: 75, denominator: 59 })).toBe(77)
  expect(unitsFor(0, { numerator: 75, denominator: 59 })).toBe(0)
  expect(unitsFor(100_000_000, { numerator: 1, denominator: 1 })).toBe(100_000_000)
})

test('nothing comes back while something is still queued', () => {
  expect(unitsDue(books({ queued: 1, segmentsAccepted: 10, segmentsReturned: 5 }))).toEqual({
    posted: 13,
    returned: 0,
    isOver: false,
  })
})

test('in whatever order messages are accepted and lost, units are spent within the hold and end at what was kept', () => {
  const outcomes = fc.array(fc.constantFrom('accepted', 'refused', 'undelivered'), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(
      outcomes,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 100 }),
      (states, rateNumerator, rateDenominator) => {
        const rate = { numerator: rateNumerator, denominator: rateDenominator }
        const held = unitsFor(states.length, rate)
        let now = books({ rateNumerator, rateDenominator, queued: states.length, unitsHeld: held })
        for (const state of states) {
          now = {
            ...now,
            queued: now.queued - 1,
            segmentsAccepted: now.segmentsAccepted + (state === 'refused' ? 0 : 1),
            segmentsReturned: now.segmentsReturned + (state === 'undelivered' ? 1 : 0),
          }
          const due = unitsDue(now)
          expect(due.posted).toBeGreaterThanOrEqual(now.unitsPosted)
          expect(due.posted).toBeLessThanOrEqual(held)
          expect(due.returned).toBeGreaterThanOrEqual(now.unitsReturned)
          now = { ...now, unitsPosted: due.posted, unitsReturned: due.returned }
        }
        const kept = states.filter((state) => state === 'accepted').length
        expect(now.unitsPosted - now.unitsReturned).toBe(unitsFor(kept, rate))
      },
    ),
  )
})
