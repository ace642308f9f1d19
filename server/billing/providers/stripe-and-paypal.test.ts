import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Provider } from '#contract/billing/providers.ts'
import { sandboxSecrets } from '../../platform/config/config.ts'
import { sandboxPaymentSecrets } from '../../platform/config/payment-keys.ts'
import { startSandbox, type Sandbox } from '#sandbox/index.ts'
import type { Charge } from './provider.ts'
import { begunAt, failing, open, sandboxKeys, sandboxPage } from './test-kit/begun.ts'
import { PAYER } from './test-kit/samples.ts'

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

const begun = (name: Provider, change: Partial<Charge> = {}) =>
  begunAt({ provider: open[name](sandboxKeys(url, sandboxPaymentSecrets)), page }, change)

test('a page is ended, cannot be paid then, and is ended again without harm', async () => {
  const { act, find, known, provider } = await begun('stripe')
  await provider.end?.(known)
  expect(await find()).toEqual({ state: 'ended' })
  expect(await act('pay')).toBe(false)
  await provider.end?.(known)
})

test('a page that was paid is not ended', async () => {
  const { act, find, known, provider, taken } = await begun('stripe')
  await act('pay')
  expect(await failing(provider.end?.(known))).not.toBe('answered')
  expect(await find()).toEqual({ state: 'paid', providerId: known.providerId, ...taken })
})

test('a church that is made known pays as itself and finds its page', async () => {
  const { portal } = open.stripe(sandboxKeys(url, sandboxPaymentSecrets))
  const church = { key: 'church-1', name: 'Grace Chapel', email: PAYER }
  const customerId = (await portal?.openCustomer(church)) ?? ''
  expect(await portal?.openCustomer(church)).toBe(customerId)
  const { act, find, known, taken } = await begun('stripe', { customerId })
  await act('pay')
  expect(await find()).toEqual({ state: 'paid', providerId: known.providerId, ...taken })
  const address = (await portal?.pageFor(customerId, 'https://narthex.example/tenant/units')) ?? ''
  expect((await fetch(address)).status).toBe(200)
  expect(await failing(portal?.pageFor('cus_never', 'https://narthex.example/'))).toBe('resource_missing')
})

test('money that cannot be had when it is taken is declined', async () => {
  const { act, find } = await begun('paypal')
  await act('pay')
  await page.fault('paypal', 'decline')
  expect(await find()).toEqual({ state: 'declined' })
})

test('two that ask at once take the money once', async () => {
  const { act, find, known, taken } = await begun('paypal')
  await act('pay')
  const found = await Promise.all([find(), find(), find()])
  expect(found).toEqual(found.map(() => ({ state: 'paid', providerId: known.providerId, ...taken })))
})

test('money that was taken though the answer was lost is found', async () => {
  const { act, find, known, taken } = await begun('paypal')
  await act('pay')
  await page.fault('paypal-capture', 'malformed')
  expect(await failing(find())).toBe('ProviderAway')
  expect(await find()).toEqual({ state: 'paid', providerId: known.providerId, ...taken })
})
