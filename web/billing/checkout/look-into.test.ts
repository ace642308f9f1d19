import { expect, test } from 'vitest'
import type { Payment } from '#contract/billing/payments.ts'
import { judge } from './look-into.ts'

const verdictOf = (state: Payment['state'], outcome: 'paid' | 'cancelled' | null) =>
  judge({ state } as Payment, outcome as Parameters<typeof judge>[1]).kind

test('what the provider has said counts, whatever the address says', () => {
  for (const outcome of ['paid', 'cancelled', null] as const) {
    expect(verdictOf('succeeded', outcome)).toBe('paid')
    expect(verdictOf('failed', outcome)).toBe('declined')
    expect(verdictOf('review', outcome)).toBe('review')
    expect(verdictOf('refunded', outcome)).toBe('unconfirmed')
  }
})

test('who comes back from paying waits for the provider; who comes back without having paid can still pay', () => {
  for (const state of ['created', 'pending'] as const) {
    expect(verdictOf(state, 'paid')).toBe('waiting')
    expect(verdictOf(state, null)).toBe('closed')
  }
})

test('a payment that was given up is never shown as paid', () => {
  expect(verdictOf('cancelled', 'cancelled')).toBe('cancelled')
  expect(verdictOf('cancelled', null)).toBe('cancelled')
  expect(verdictOf('cancelled', 'paid')).toBe('unconfirmed')
})
