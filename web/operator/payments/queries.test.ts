import { expect, test } from 'vitest'
import { paymentsFilterOf } from './queries.ts'

test('an address keeps what makes sense and leaves the rest', () => {
  expect(paymentsFilterOf({ state: 'review', method: 'paystack', search: ' NX1 ', page: '2' })).toEqual({
    state: 'review',
    method: 'paystack',
    search: 'NX1',
  })
  expect(paymentsFilterOf({ state: 'lost', method: 'cash' })).toEqual({})
})
