import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../platform/config/index.ts'
import { flutterwaveProvider } from './flutterwave.ts'
import { paypalProvider } from './paypal.ts'
import { paystackProvider } from './paystack.ts'
import { ProviderAway, ProviderRefusal, type PaymentProvider } from './provider.ts'
import { stripeProvider } from './stripe.ts'
import { loadStripe } from './stripe-sdk.ts'
import { openRecordingServer, type RecordingServer, type Reply } from './test-kit/recording-server.ts'
import { ORDER_ID, SESSION_ID } from './test-kit/said.ts'
import { charge, keysAt, known, PAYER, refundOrder } from './test-kit/samples.ts'

const SHORT_MS = 300

let server: RecordingServer
beforeAll(async () => {
  server = await openRecordingServer()
  // Read once before anything is to be short.
  await loadStripe()
})
afterAll(() => server.close())

const open: Record<string, (url: string, patienceMs?: number) => PaymentProvider> = {
  stripe: (url, patienceMs) => stripeProvider(keysAt(url).stripe, patienceMs),
  paystack: (url, patienceMs) => paystackProvider(keysAt(url).paystack, patienceMs),
  flutterwave: (url, patienceMs) => flutterwaveProvider(keysAt(url).flutterwave, patienceMs),
  paypal: (url, patienceMs) => paypalProvider(keysAt(url).paypal, patienceMs),
}
const ids: Record<string, string> = { stripe: SESSION_ID, paypal: ORDER_ID }

/** PayPal's token comes as it should, so that what is tried is the call behind it. */
const afterToken =
  (reply: Reply | 'never' | 'cut') =>
  ({ path }: { path: string }): Reply | 'never' | 'cut' =>
    path === '/v1/oauth2/token' ? { body: { access_token: 'a-token', expires_in: 32_400 } } : reply

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => answer,
    (error: unknown) => error,
  )

/** Everything that a provider is asked for. */
const everything = (provider: PaymentProvider, name: string): Promise<unknown>[] => [
  provider.begin(charge({ currency: 'USD' })),
  provider.find(known(ids[name] ?? null)),
  provider.refund(refundOrder(ids[name] ?? null)),
  ...(provider.end ? [provider.end(known(ids[name]))] : []),
  ...(provider.portal
    ? [
        provider.portal.openCustomer({ key: 'k', name: 'Grace Chapel', email: PAYER }),
        provider.portal.pageFor('cus_1', 'https://narthex.example/'),
      ]
    : []),
]

async function expectAway(name: string, reply: Reply | 'never' | 'cut', message: RegExp): Promise<void> {
  server.answer(afterToken(reply))
  const isSlow = message.source.includes('time')
  const provider = open[name]?.(server.url, isSlow ? SHORT_MS : undefined)
  if (!provider) throw new Error('No such provider')
  for (const error of await Promise.all(everything(provider, name).map(failure))) {
    expect(error).toBeInstanceOf(ProviderAway)
    expect(String(error)).toMatch(message)
  }
}

const quoting = `Invalid email ${PAYER}`

describe.each(Object.keys(open))('%s', (name) => {
  test.each([500, 502, 503, 429, 408])('is away when it answers %i, even with words of its own', async (status) => {
    await expectAway(
      name,
      { status, body: { status: false, message: quoting, error: { message: quoting } } },
      /answered \d+/,
    )
  })

  test.each<[string, Reply]>([
    ['a page of some machine between', { raw: '<html><h1>Just a moment</h1></html>' }],
    ['such a page with a 403', { status: 403, raw: '<html>Blocked</html>' }],
    ['nothing', { raw: '' }],
    ['half an object', { raw: '{"status":true,"data":{' }],
    ['a number', { raw: '5' }],
    ['a text', { raw: '"ok"' }],
    ['null', { raw: 'null' }],
    ['a list', { raw: '[]' }],
    ['an object of nothing', { raw: '{}' }],
    ['an error that is no object', { status: 400, raw: '{"error":5}' }],
    ['other shapes', { raw: '{"status":true,"data":{"status":7},"id":[],"links":"","url":1}' }],
    ['bytes that are no text', { raw: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) }],
    ['a page that leads to another scheme', { body: sayingPage('javascript:alert(1)') }],
    ['a page without https', { body: sayingPage('http://pay.example/1') }],
  ])('is away when it answers %s', async (_what, reply) => {
    server.answer(afterToken(reply))
    const provider = open[name]?.(server.url)
    if (!provider) throw new Error('No such provider')
    const calls = [provider.begin(charge()), provider.find(known(ids[name]))]
    const errors = await Promise.all(calls.map((call) => failure(call)))
    for (const error of errors) expect(error).toBeOneOf([expect.any(ProviderAway), expectedRefusal(reply)])
    expect(errors[0]).not.toHaveProperty('checkoutUrl')
  })

  test('is away when nobody is there, when it says nothing, stops in the middle or hangs up', async () => {
    await expectAway(name, 'never', /in time/)
    await expectAway(name, { raw: '{"status":', hang: true }, /in time/)
    await expectAway(name, 'cut', /cannot be reached/)
    await expectAway(name, { raw: '{}', headers: { 'content-length': '9' } }, /cannot be reached|in time/)
    const gone = await openRecordingServer()
    await gone.close()
    const error = await failure(open[name]?.(gone.url).find(known(ids[name])) ?? Promise.resolve())
    expect(String(error)).toBe('ProviderAway: The provider cannot be reached.')
  })

  test('is away when it answers without end, and when little becomes much', async () => {
    const much = `{"a":"${'x'.repeat(1_500_000)}"}`
    await expectAway(name, { raw: much }, /more than can be read/)
    await expectAway(name, { raw: gzipSync(much), headers: { 'content-encoding': 'gzip' } }, /more than can be read/)
  })

  test('is not followed elsewhere: the key stays', async () => {
    const elsewhere = await openRecordingServer()
    await expectAway(name, { status: 307, headers: { location: `${elsewhere.url}/v1` } }, /answered 307/)
    expect(elsewhere.calls).toEqual([])
    await elsewhere.close()
  })

  test('refuses a wrong key, and says nothing of the payer', async () => {
    server.answer(() => ({
      status: 401,
      body: { status: 'error', message: quoting, error: { type: 'x', message: quoting } },
    }))
    const provider = open[name]?.(server.url)
    if (!provider) throw new Error('No such provider')
    for (const error of await Promise.all(everything(provider, name).map(failure))) {
      expect(error).toBeInstanceOf(ProviderRefusal)
      expect(error).toMatchObject({ code: 'unauthorized', message: 'The provider refused our key.' })
      expect(error).not.toHaveProperty('cause')
    }
  })

  test('refuses with its code only, whatever it writes', async () => {
    for (const code of [quoting, PAYER, `a_code`, randomBytes(200).toString('hex'), 7, null]) {
      const error = { code, type: 'invalid_request_error', message: quoting }
      server.answer(
        afterToken({
          status: 400,
          body: { status: false, message: quoting, code, name: code, details: [{ issue: code }], error },
        }),
      )
      const thrown = await failure(open[name]?.(server.url).begin(charge()) ?? Promise.resolve())
      expect(inspected(thrown)).not.toContain('ada')
    }
  })

  test('is called over https only, but for this machine', () => {
    expect(() => open[name]?.('http://api.example')).toThrow(ConfigurationError)
    expect(() => open[name]?.('ftp://127.0.0.1')).toThrow(ConfigurationError)
    expect(open[name]?.('https://api.example/')).toHaveProperty('name', name)
  })
})

/** Where each of the four would say its page. */
function sayingPage(url: string): object {
  const links = [{ rel: 'payer-action', href: url }]
  return { id: SESSION_ID, url, links, status: true, data: { authorization_url: url, reference: 'x', link: url } }
}

/** An object with a status of refusal is one, however it looks. */
const expectedRefusal = (reply: Reply): unknown => (reply.status === 400 ? expect.any(ProviderRefusal) : undefined)

const inspected = (error: unknown): string =>
  error instanceof Error ? JSON.stringify([error.message, error, error.stack, String(error.cause)]) : String(error)
