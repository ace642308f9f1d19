import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsFor, unitsForAll } from './rate.ts'
import { unitsDue } from './record-outcomes.ts'
import type { CampaignBooks } from './outcome-store.ts'

const books = (changes: Partial<CampaignBooks>): CampaignBooks => ({
  id: 'c',
  queued: 0,
  channel: 'sms',
  rateNumerator: 75,
  rateFree: null,
  rateDenominator: 59,
  returnsUndelivered: true,
  segmentsAccepted: 0,
  segmentsReturned: 0,
  unitsHeld: 0,
  unitsPosted: 0,
  unitsReturned: 0,
  isFinished: false,
  parts: [],
  ...changes,
})

test('a campaign is rounded up once', () => {
  expect(unitsFor(1, { numerator: 75, denominator: 59 })).toBe(2)
  expect(unitsFor(59, { numerator: 75, denominator: 59 })).toBe(75)
  expect(unitsFor(60, { numerator: 75, denominator: 59 })).toBe(77)
  expect(unitsFor(0, { numerator: 75, denominator: 59 })).toBe(0)
  expect(unitsFor(100_000_000, { numerator: 1, denominator: 1 })).toBe(100_000_000)
})

test('emails cost by bands: up to a thousand is free, each further thousand that is begun costs two', () => {
  const bands = { numerator: 2, denominator: 1_000, free: 1_000 }
  const units = [0, 1, 1_000, 1_001, 2_000, 2_001, 3_001, 4_001, 5_000, 5_001, 100_000].map((people) =>
    unitsFor(people, bands),
  )
  expect(units).toEqual([0, 0, 0, 2, 2, 4, 6, 8, 8, 10, 198])
})

test('by several routes it is added exactly and rounded up once', () => {
  const [dear, plain] = [
    { numerator: 75, denominator: 59 },
    { numerator: 127, denominator: 100 },
  ]
  // 1.271… and 1.27: three units, not two and two.
  expect(
    unitsForAll([
      { segments: 1, rate: dear },
      { segments: 1, rate: plain },
    ]),
  ).toBe(3)
  expect(
    unitsForAll([
      { segments: 59, rate: dear },
      { segments: 100, rate: plain },
    ]),
  ).toBe(202)
  expect(unitsForAll([])).toBe(0)
  const part = (rate: typeof dear, segmentsAccepted: number, segmentsReturned: number) => ({
    rateNumerator: rate.numerator,
    rateDenominator: rate.denominator,
    segmentsAccepted,
    segmentsReturned,
  })
  const parts = [part(dear, 59, 59), part(plain, 100, 0)]
  expect(unitsDue(books({ parts, segmentsAccepted: 159, segmentsReturned: 59 }))).toMatchObject({
    posted: 202,
    returned: 75,
  })
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
