import { expect, test } from 'vitest'
import { paymentsFilterOf, paymentsQueryOf } from './queries.ts'

test('an address keeps what makes sense and leaves the rest', () => {
  expect(paymentsFilterOf({ state: 'review', method: 'paystack', search: ' NX1 ', page: '2' })).toEqual({
    state: 'review',
    method: 'paystack',
    search: 'NX1',
  })
  expect(paymentsFilterOf({ state: 'lost', method: 'cash' })).toEqual({})
})

test('the call is asked for what is looked for, and for nothing when nothing is', () => {
  expect(paymentsQueryOf({ state: 'pending', search: 'Grace' })).toEqual({ state: 'pending', search: 'Grace' })
  expect(paymentsQueryOf({})).toEqual({})
})
