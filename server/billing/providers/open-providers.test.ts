import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoteProvider } from '#server/platform/provider-notes/index.ts'
import { openProviders } from './index.ts'
import { openRecordingServer, type RecordingServer, type Reply } from './test-kit/recording-server.ts'
import { paystackAnswer } from './test-kit/said.ts'
import { charge, keysAt, known, PAYER, REFERENCE } from './test-kit/samples.ts'

let server: RecordingServer
beforeAll(async () => {
  server = await openRecordingServer()
})
afterAll(() => server.close())

type Note = Parameters<NoteProvider>

/** The providers of this test's keys, and what was noted of them. */
function opened(without: Partial<Record<'stripe' | 'paystack' | 'flutterwave' | 'paypal', null>> = {}) {
  const notes: Note[] = []
  const providers = openProviders({ ...keysAt(server.url), ...without }, (...note) => notes.push(note))
  const find = (name: string) => {
    const found = providers.find(name)
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }
  return { providers, find, notes }
}

const refused = (code: string, status = 400): Reply => ({
  status,
  body: { status: false, message: `Not for ${PAYER}`, code },
})

test('each provider with keys is there, by its name and in the order in which they are offered', () => {
  const { providers } = opened()
  expect(providers.names).toEqual(['stripe', 'paystack', 'flutterwave', 'paypal'])
  for (const name of providers.names) expect(providers.find(name)).toHaveProperty('name', name)
  for (const name of ['', 'Stripe', 'bank_transfer', 'constructor', '__proto__'])
    expect(providers.find(name)).toBe(null)
})

test('one without keys is not', () => {
  const { providers } = opened({ stripe: null, paypal: null })
  expect(providers.names).toEqual(['paystack', 'flutterwave'])
  expect(providers.find('stripe')).toBe(null)
  expect(providers.find('paypal')).toBe(null)
})

test('only Stripe ends pages and has a portal', () => {
  const { find } = opened()
  for (const name of ['paystack', 'flutterwave', 'paypal']) {
    expect(find(name)).not.toHaveProperty('end')
    expect(find(name)).not.toHaveProperty('portal')
  }
  expect(find('stripe')).toHaveProperty('end')
  expect(find('stripe')).toHaveProperty('portal')
})

test('a call that went well is noted', async () => {
  const { find, notes } = opened()
  server.answer(() => ({ body: paystackAnswer() }))
  await find('paystack').find(known())
  expect(notes).toEqual([['payments:paystack']])
})

test('a call that did not is noted in our own words, and the failure goes on', async () => {
  const { find, notes } = opened()
  server.answer(() => ({ status: 503, body: { message: PAYER } }))
  await expect(find('paystack').find(known())).rejects.toMatchObject({ name: 'ProviderAway' })
  server.answer(() => refused('invalid_key', 401))
  await expect(find('paystack').begin(charge())).rejects.toMatchObject({ code: 'unauthorized' })
  server.answer(() => refused('invalid_email_address'))
  await expect(find('paystack').begin(charge())).rejects.toMatchObject({ code: 'invalid_email_address' })
  expect(notes).toEqual([
    ['payments:paystack', { error: 'The provider answered 503.' }],
    ['payments:paystack', { error: 'The provider refused our key.' }],
    ['payments:paystack', { error: 'The provider refused: 400 invalid_email_address.' }],
  ])
})

test('a refusal that lies in the one payment is none of the provider', async () => {
  const { find, notes } = opened()
  server.answer(() => refused('duplicate_reference'))
  await expect(find('paystack').begin(charge())).rejects.toMatchObject({ code: 'duplicate_reference' })
  expect(notes).toEqual([['payments:paystack']])
})

test('Stripe’s portal and the end of its pages are noted too', async () => {
  const { find, notes } = opened()
  server.answer(() => ({ status: 500 }))
  const { end, portal } = find('stripe')
  await expect(end?.(known('cs_test_1'))).rejects.toMatchObject({ name: 'ProviderAway' })
  await expect(portal?.pageFor('cus_1', 'https://narthex.example/')).rejects.toMatchObject({ name: 'ProviderAway' })
  expect(notes).toHaveLength(2)
})

test('a notice is noted where the provider is asked about it, and a forged one never', async () => {
  const { find, notes } = opened()
  const notice = { rawBody: Buffer.from('{}'), headers: {}, at: new Date() }
  for (const name of ['stripe', 'paystack', 'flutterwave', 'paypal'])
    expect(await find(name).readNotice(notice)).toBe('forged')
  expect(notes).toEqual([])
  server.answer(({ path }) => ({
    body: path.endsWith('/token') ? { access_token: 'A', expires_in: 900 } : { verification_status: 'SUCCESS' },
  }))
  const event = { event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { custom_id: REFERENCE } }
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': '69cd13f0-d67a-11e5',
    'paypal-transmission-sig': 'lmI95Jx3Y9nh==',
    'paypal-transmission-time': '2026-11-18T20:01:35Z',
  }
  const read = await find('paypal').readNotice({ ...notice, rawBody: Buffer.from(JSON.stringify(event)), headers })
  expect(read).toEqual({ reference: REFERENCE, providerId: null })
  expect(notes).toEqual([['payments:paypal']])
})
