import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from '#contract/billing/providers.ts'
import { sandboxSecrets } from '../../platform/config/config.ts'
import { sandboxPaymentSecrets } from '../../platform/config/payment-keys.ts'
import { startSandbox, type Sandbox } from '#sandbox/index.ts'
import type { Charge, ProviderRefusal } from './provider.ts'
import { begunAt, failing, newCharge, open, sandboxKeys, sandboxPage } from './test-kit/begun.ts'

const SHORT_MS = 400
const SOME_ID: unknown = expect.any(String)

let sandbox: Sandbox
let url: string
let page: ReturnType<typeof sandboxPage>
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...sandboxSecrets })
  url = `http://127.0.0.1:${sandbox.port}`
  page = sandboxPage(url)
})
afterEach(() => page.noFaults())
afterAll(() => sandbox.close())

/** With other keys than the sandbox's. */
const wrongKeys = () => {
  const keys = sandboxKeys(url, sandboxPaymentSecrets)
  return {
    stripe: { ...keys.stripe, secretKey: 'sk_test_of_somebody' },
    paystack: { ...keys.paystack, secretKey: 'sk_test_of_somebody' },
    flutterwave: { ...keys.flutterwave, secretKey: 'FLWSECK_TEST-of-somebody' },
    paypal: { ...keys.paypal, clientSecret: 'of-somebody' },
  }
}

const begun = (name: Provider, change: Partial<Charge> = {}) =>
  begunAt({ provider: open[name](sandboxKeys(url, sandboxPaymentSecrets)), page }, change)

describe.each<Provider>(['stripe', 'paystack', 'flutterwave', 'paypal'])('%s at the sandbox', (name) => {
  test('leads to a page, where it is paid for exactly what was asked', async () => {
    const { checkoutUrl, act, find, taken } = await begun(name)
    const reply = await fetch(checkoutUrl)
    expect(reply.status).toBe(200)
    expect(await reply.text()).toContain('5,900.00')
    expect((await find()).state).toBe(name === 'flutterwave' ? 'unknown' : 'open')
    expect(await act('pay')).toBe(true)
    expect(await find()).toMatchObject({ state: 'paid', providerId: SOME_ID, ...taken })
    expect(await find()).toMatchObject({ state: 'paid', providerId: SOME_ID, ...taken })
  })

  test('asks for odd sums of each of its currencies and finds the same', async () => {
    const currencies = {
      stripe: ['USD', 'NGN', 'XOF', 'GNF', 'CLP', 'UGX', 'IDR'],
      paystack: ['NGN', 'GHS', 'KES', 'ZAR', 'USD'],
      flutterwave: ['NGN', 'XOF', 'RWF', 'UGX', 'TZS', 'USD'],
      paypal: ['USD', 'EUR', 'GBP', 'CAD'],
    }[name]
    for (const currency of currencies) {
      const amountMinor = currency === 'UGX' ? 500_100 : 500_109
      const { act, find, taken } = await begun(name, { currency, amountMinor })
      await act('pay')
      expect(await find()).toMatchObject({ state: 'paid', providerId: SOME_ID, ...taken })
    }
  })

  test('finds what is declined, and paid at the second try', async () => {
    const { act, find, taken } = await begun(name)
    await act('decline')
    // At PayPal a card is refused on its own page, and the order waits on.
    expect(await find()).toMatchObject({ state: name === 'paypal' ? 'open' : 'declined' })
    await act('pay')
    expect(await find()).toMatchObject({ state: 'paid', providerId: SOME_ID, ...taken })
  })

  test('finds that a page which the payer left can still be paid', async () => {
    const { act, find } = await begun(name)
    await act('cancel')
    expect((await find()).state).toBe(name === 'flutterwave' ? 'unknown' : 'open')
  })

  test('begins the same reference once', async () => {
    const { provider, asked, checkoutUrl } = await begun(name)
    const again = await provider.begin(asked).then(
      (answer) => answer.checkoutUrl,
      (error: ProviderRefusal) => error.code,
    )
    expect(again).toBe(name === 'paystack' ? 'duplicate_reference' : checkoutUrl)
    expect(await page.payments(name, asked.reference)).toHaveLength(1)
  })

  test('begins once though the answer was lost', async () => {
    const provider = open[name](sandboxKeys(url, sandboxPaymentSecrets))
    const asked = newCharge()
    await page.fault(name, 'malformed')
    expect(await failing(provider.begin(asked))).toBe('ProviderAway')
    expect(await failing(provider.begin(asked))).toBe(name === 'paystack' ? 'duplicate_reference' : 'answered')
    expect(await page.payments(name, asked.reference)).toHaveLength(1)
  })

  test('knows nothing of what was never begun', async () => {
    const never = { stripe: 'cs_test_never', paystack: null, flutterwave: '1', paypal: 'NEVER' }[name]
    const provider = open[name](sandboxKeys(url, sandboxPaymentSecrets))
    expect(await provider.find({ reference: 'NX-NEVER00000', providerId: never, mayTake: true })).toEqual({
      state: 'unknown',
    })
  })

  test('gives all of it back, once', async () => {
    const { act, asked, find, refund, taken } = await begun(name)
    expect(await failing(refund())).not.toBe('answered')
    await act('pay')
    await find()
    expect(await refund()).toEqual({ providerId: expect.any(String), done: true })
    expect(await find()).toMatchObject({ state: 'refunded', refundedMinor: 590_000, providerId: SOME_ID, ...taken })
    expect(await refund()).toMatchObject({ done: true })
    const [kept] = await page.payments(name, asked.reference)
    expect(kept?.refunded.replace('.', '')).toBe('590000')
  })

  test('gives it back once though the answer was lost', async () => {
    const { act, asked, find, refund } = await begun(name)
    await act('pay')
    await find()
    await page.fault(`${name}-refund`, 'malformed')
    expect(await failing(refund())).toBe('ProviderAway')
    expect(await refund()).toMatchObject({ done: true })
    const [kept] = await page.payments(name, asked.reference)
    expect(kept?.refunded.replace('.', '')).toBe('590000')
  })

  test('finds another sum and another currency as they are', async () => {
    for (const mode of ['wrong-amount', 'wrong-currency']) {
      const { act, find, taken } = await begun(name)
      await page.fault(name, mode)
      await act('pay')
      const found = await find()
      const another = mode === 'wrong-amount' ? { amountMinor: 590_000 } : { currency: 'USD' }
      expect(found).toMatchObject({ state: 'paid', reference: taken.reference })
      expect(found).not.toMatchObject(another)
    }
  })

  test('is refused with another key, whatever is asked', async () => {
    const stranger = open[name](wrongKeys())
    const { known, asked } = await begun(name)
    expect(await failing(stranger.begin(asked))).toBe('unauthorized')
    expect(await failing(stranger.find(known))).toBe('unauthorized')
    expect(await failing(stranger.refund({ ...known, ...asked, reason: '…' }))).toBe('unauthorized')
  })

  test('is away while it fails, is busy, babbles or says nothing, and there again afterwards', async () => {
    const { act, find, known, provider, taken } = await begun(name)
    await act('pay')
    for (const mode of ['500', '429', 'malformed']) {
      await page.fault(name, mode)
      expect(await failing(provider.begin(newCharge()))).toBe('ProviderAway')
      await page.fault(`${name}-verify`, mode)
      expect(await failing(find())).toBe('ProviderAway')
    }
    const hasty = open[name](sandboxKeys(url, sandboxPaymentSecrets), SHORT_MS)
    await page.fault(`${name}-verify`, 'timeout', 2_000)
    expect(await failing(hasty.find(known))).toBe('ProviderAway')
    await page.fault(name, 'delay', 2_000)
    expect(await failing(hasty.begin(newCharge()))).toBe('ProviderAway')
    expect(await find()).toMatchObject({ state: 'paid', providerId: SOME_ID, ...taken })
  })
})
