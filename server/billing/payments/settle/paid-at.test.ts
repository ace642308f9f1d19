import { expect, test } from 'vitest'
import { paidAtOf } from './settle.ts'

const createdAt = new Date('2027-03-01T22:50:00Z')
const quoteExpiresAt = new Date('2027-03-01T23:20:00Z')
const later = (days: number): Date => new Date(createdAt.getTime() + days * 86_400_000)
const online = { method: 'paystack', state: 'pending', createdAt, quoteExpiresAt } as const

test('a worker that stood still for three days changes no date: what was paid in time counts from its order', () => {
  const paidAt = new Date('2027-03-01T23:05:00Z')
  expect(paidAtOf(online, { paidAt, at: paidAt })).toEqual(createdAt)
  expect(paidAtOf(online, { paidAt, at: later(3) })).toEqual(createdAt)
  // A provider that does not say when: nobody had given the payment up.
  expect(paidAtOf(online, { at: later(3) })).toEqual(createdAt)
})

test('what was paid on a page that was over counts from when it was paid, and never from what is to come', () => {
  expect(paidAtOf(online, { paidAt: later(2), at: later(3) })).toEqual(later(2))
  expect(paidAtOf(online, { paidAt: later(9), at: later(3) })).toEqual(later(3))
  expect(paidAtOf({ ...online, state: 'cancelled' }, { at: later(3) })).toEqual(later(3))
})

test('a transfer counts from when its money is there', () => {
  const transfer = { method: 'bank_transfer', state: 'pending', createdAt, quoteExpiresAt: null } as const
  expect(paidAtOf(transfer, { at: later(4) })).toEqual(later(4))
})
