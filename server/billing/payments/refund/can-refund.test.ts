import { expect, test } from 'vitest'
import { canRefund } from './refund-payment.ts'

const payment: Parameters<typeof canRefund>[0] = {
  state: 'succeeded',
  reviewReason: null,
  taken: null,
  amountMinor: 300_000,
  currency: 'NGN',
  refund: null,
}
const other = { reference: 'NX-OTHER', providerId: '1', currency: 'NGN', amountMinor: 300_000 }

test('the sum that was seen goes back, and no other one', () => {
  expect(() => canRefund(payment, 300_000)).not.toThrow()
  expect(() => canRefund(payment, 299_999)).toThrow(expect.objectContaining({ code: 'changed_meanwhile' }))
})

test('what was taken for another payment is not this one’s to give back', () => {
  const aside = { ...payment, state: 'review', taken: other } as const
  expect(() => canRefund({ ...aside, reviewReason: 'amount_differs' }, 300_000)).not.toThrow()
  expect(() => canRefund({ ...aside, reviewReason: 'reference_differs' }, 300_000)).toThrow(
    expect.objectContaining({ code: 'not_refundable' }),
  )
})

test('nothing goes back twice, but what could not be sent the first time', () => {
  expect(() => canRefund({ ...payment, state: 'refunded', refund: { state: 'done' } }, 300_000)).toThrow(
    expect.objectContaining({ code: 'not_refundable' }),
  )
  expect(() => canRefund({ ...payment, state: 'refunded', refund: { state: 'failed' } }, 300_000)).not.toThrow()
})
