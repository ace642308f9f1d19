import { expect, test } from 'vitest'
import type { ConsolePayment } from '#contract/operator/requests.ts'
import { stateOf } from './payment-words.ts'

const payment = (part: Partial<ConsolePayment>) =>
  ({ state: 'pending', method: 'bank_transfer', refund: null, waiting: null, incidents: [], ...part }) as ConsolePayment
const wordOf = (part: Partial<ConsolePayment>) => stateOf(payment(part)).word

test('of a large payment that one operator has approved, the other is waited for, until it is decided', () => {
  const waiting = { what: 'approve' } as ConsolePayment['waiting']
  expect(wordOf({ waiting })).toBe('operator.payments.oneOfTwo')
  expect(wordOf({ waiting, state: 'succeeded' })).toBe('operator.payments.succeeded')
})

test('money that goes back says so, whatever the payment was', () => {
  for (const method of ['bank_transfer', 'paystack'] as const) {
    const back = (state: 'wanted' | 'done' | 'failed') =>
      wordOf({ method, state: 'refunded', refund: { state } as ConsolePayment['refund'] })
    expect([back('wanted'), back('done'), back('failed')]).toEqual([
      'operator.payments.goingBack',
      'operator.payments.refunded',
      'operator.payments.notBack',
    ])
  }
})

test('a transfer waits for the console, a payment through a provider for its payer', () => {
  expect(wordOf({ state: 'pending' })).toBe('operator.payments.pending')
  expect(wordOf({ state: 'pending', method: 'stripe' })).toBe('operator.payments.withPayer')
  expect(wordOf({ state: 'succeeded', method: 'stripe' })).toBe('operator.payments.paid')
})
