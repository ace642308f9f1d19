import { describe, expect, test } from 'vitest'
import { returnSearch } from './return-search.ts'

const payment = '01990000-0000-7000-8000-000000000001'

describe('an address that a provider leads back to', () => {
  test('names the payment and what the provider hints', () => {
    expect(returnSearch({ payment, outcome: 'paid' })).toEqual({ payment, outcome: 'paid' })
    expect(returnSearch({ payment, outcome: 'cancelled' })).toEqual({ payment, outcome: 'cancelled' })
  })

  test('keeps nothing of what the provider adds', () => {
    expect(returnSearch({ payment, outcome: 'paid', token: 'EC-1', PayerID: 'X', trxref: 'NX-1' })).toEqual({
      payment,
      outcome: 'paid',
    })
  })

  test('tells by the word of Flutterwave, which has one way back, that the payer gave up', () => {
    expect(returnSearch({ payment, outcome: 'paid', status: 'cancelled', tx_ref: 'NX-1' })).toEqual({
      payment,
      outcome: 'cancelled',
    })
  })

  test('is of no payment when what it names is none', () => {
    for (const nonsense of [undefined, '', 7, 'x', `${payment}0`, ['a'], { payment }])
      expect(returnSearch({ payment: nonsense, outcome: 'paid' })).toEqual({})
    expect(returnSearch({ payment, outcome: 'succeeded' })).toEqual({ payment })
  })
})
