import Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { Received } from './provider.ts'
import { SESSION_ID, stripeSession } from './test-kit/said.ts'
import { keysAt, REFERENCE } from './test-kit/samples.ts'
import { stripeProvider } from './stripe.ts'

const keys = keysAt('https://api.stripe.com').stripe
const stripe = stripeProvider(keys)
/** Not this machine's time: what counts is when it came. */
const AT = new Date('2031-05-04T09:00:00Z')

type Change = { ageSeconds?: number; secret?: string; header?: string | string[]; sent?: string }

function received(
  event: unknown,
  { ageSeconds = 0, secret = keys.webhookSecret, header, sent }: Change = {},
): Received {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = Math.floor(AT.getTime() / 1_000) - ageSeconds
  const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const said = header ?? signed
  return { rawBody: Buffer.from(sent ?? payload), headers: { 'stripe-signature': said }, at: AT }
}

const event = (type: string, object: unknown = stripeSession()): object => ({
  id: 'evt_1',
  object: 'event',
  type,
  data: { object },
})
const completed = event('checkout.session.completed')

test('a notice of Stripe names the payment and its page', async () => {
  for (const type of ['completed', 'expired', 'async_payment_succeeded', 'async_payment_failed'])
    expect(await stripe.readNotice(received(event(`checkout.session.${type}`)))).toEqual({
      reference: REFERENCE,
      providerId: SESSION_ID,
    })
})

test('a notice of the payment behind the page names our reference', async () => {
  const object = { id: 'ch_1', metadata: { reference: REFERENCE } }
  const named = { reference: REFERENCE, providerId: null }
  for (const type of ['payment_intent.payment_failed', 'payment_intent.succeeded'])
    expect(await stripe.readNotice(received(event(type, object)))).toEqual(named)
  for (const type of ['charge.refunded', 'refund.failed', 'charge.dispute.created'])
    expect(await stripe.readNotice(received(event(type, object)))).toEqual({ ...named, isAfterwards: true })
})

test('one of five minutes ago is taken, and an older one is not', async () => {
  expect(await stripe.readNotice(received(completed, { ageSeconds: 300 }))).toHaveProperty('reference')
  expect(await stripe.readNotice(received(completed, { ageSeconds: 301 }))).toBe('forged')
  expect(await stripe.readNotice(received(completed, { ageSeconds: 86_400 }))).toBe('forged')
})

test('a notice that somebody else signed, or changed, is forged', async () => {
  expect(await stripe.readNotice(received(completed, { secret: 'whsec_of_somebody' }))).toBe('forged')
  const altered = JSON.stringify(completed).replace(REFERENCE, 'NX-OTHER00000')
  expect(await stripe.readNotice(received(completed, { sent: altered }))).toBe('forged')
  expect(await stripe.readNotice(received(completed, { sent: `${JSON.stringify(completed)} ` }))).toBe('forged')
  expect(await stripe.readNotice(received(completed, { sent: '' }))).toBe('forged')
})

test('a signature that is none is forged, whatever it looks like', async () => {
  const now = Math.floor(AT.getTime() / 1_000)
  const wrong = [
    '',
    't=1',
    'v1=ab',
    `t=${now},v1=`,
    `t=${now},v1=${'é'.repeat(64)}`,
    `t=x,v1=${'a'.repeat(64)}`,
    'é',
    ',,,=',
  ]
  for (const header of [...wrong, ['t=1', 'v1=2']])
    expect([String(header), await stripe.readNotice(received(completed, { header }))]).toEqual([
      String(header),
      'forged',
    ])
  expect(await stripe.readNotice({ ...received(completed), headers: {} })).toBe('forged')
})

test('what is signed and no notice is unreadable', async () => {
  const without = event('checkout.session.completed', { id: SESSION_ID })
  for (const wrong of ['no json', '[]', '5', 'null', '{}', { type: 1, data: {} }, without, event('charge.refunded', 5)])
    expect([JSON.stringify(wrong), await stripe.readNotice(received(wrong))]).toEqual([
      JSON.stringify(wrong),
      'unreadable',
    ])
})

test('what is not about a payment of ours is let be', async () => {
  const foreign = event('checkout.session.completed', stripeSession({ client_reference_id: null }))
  for (const other of [event('customer.created', {}), foreign, event('charge.refunded', { id: 'ch_1', metadata: {} })])
    expect(await stripe.readNotice(received(other))).toBe('other')
  expect(await stripe.readNotice(received({ object: 'v2.core.event', type: 'v2.core.x', data: { object: {} } }))).toBe(
    'other',
  )
})
