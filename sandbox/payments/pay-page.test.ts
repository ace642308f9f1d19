import { expect, test } from 'vitest'
import { asking, begin, openPayments, type Payments } from '../test-kit/payments.ts'
import { paymentProviders } from '../platform/provider.ts'

const pageUrlOf = async (payments: Payments): Promise<string> => (await payments.payments()).items[0]?.checkoutUrl ?? ''

const press = (url: string, act: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })
const leadsTo = (response: Response) => [response.status, response.headers.get('location')]

test.each(paymentProviders)(
  'the page of %s names the provider, the sandbox, the sum and what for',
  async (provider) => {
    const payments = await openPayments()
    await begin(payments, provider, 'NX-1')
    const page = await (await fetch(await pageUrlOf(payments))).text()
    const label = { stripe: 'Stripe', paystack: 'Paystack', flutterwave: 'Flutterwave', paypal: 'PayPal' }[provider]
    const currency = provider === 'stripe' || provider === 'paypal' ? 'USD' : 'NGN'
    for (const words of [`stands in for ${label}`, `${currency} 3,540.50`, '600 SMS units', 'NX-1'])
      expect(page).toContain(words)
    for (const act of ['pay', 'decline', 'later', 'cancel']) expect(page).toContain(`name="act" value="${act}"`)
    expect(page).not.toMatch(/<script| style=| on\w+=/)
  },
)

test('shows whatever it is given as text', async () => {
  const payments = await openPayments()
  const attack = '<img src=x onerror=alert(1)>'
  await payments.paystack('/transaction/initialize', {
    json: asking.paystack('NX-1', { metadata: { description: attack } }),
  })
  for (const address of [await pageUrlOf(payments), `${payments.url}/?show=payments`]) {
    const page = await (await fetch(address)).text()
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<img')
  }
})

test('lets its form lead to itself and to where it came from, and nothing else', async () => {
  const payments = await openPayments()
  await begin(payments, 'stripe', 'NX-1')
  expect((await fetch(await pageUrlOf(payments))).headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' http://127.0.0.1:9; frame-ancestors 'none'",
  )
})

test('paying, giving up and declining lead on with 303', async () => {
  const payments = await openPayments()
  await begin(payments, 'paystack', 'NX-1')
  const url = await pageUrlOf(payments)
  const here = new URL(url).pathname
  expect(leadsTo(await press(url, 'decline'))).toEqual([303, here])
  expect(await (await fetch(url)).text()).toContain('Your card was declined')
  expect(leadsTo(await press(url, 'cancel'))).toEqual([303, 'http://127.0.0.1:9/cancelled'])
  expect(leadsTo(await press(url, 'nonsense'))).toEqual([303, here])
  expect(leadsTo(await press(url, 'pay'))).toEqual([303, 'http://127.0.0.1:9/paid?trxref=NX-1&reference=NX-1'])
  expect(leadsTo(await press(url, 'pay'))).toEqual([303, here])
  const paid = await (await fetch(url)).text()
  expect(paid).toContain('<b>Paid</b>')
  expect(paid).not.toContain('name="act"')
  expect((await payments.payments()).items[0]).toMatchObject({ state: 'paid' })
})

test('a payer who leaves pays a little later without doing anything', async () => {
  const payments = await openPayments()
  await begin(payments, 'stripe', 'NX-1')
  const url = await pageUrlOf(payments)
  expect((await payments.act('stripe', 'NX-1', 'later', { afterMs: 200 })).body).toMatchObject({
    returnUrl: null,
    payment: { state: 'open' },
  })
  const waiting = await (await fetch(url)).text()
  expect(waiting).toContain('Not paid yet')
  expect(waiting).not.toContain('name="act"')
  await expect.poll(async () => (await payments.payments()).items[0]?.state).toBe('paid')
})

test('Flutterwave leads back from a payment that is still to come as pending', async () => {
  const payments = await openPayments()
  await begin(payments, 'flutterwave', 'NX-1')
  await payments.act('flutterwave', 'NX-1', 'later')
  expect(await (await fetch(await pageUrlOf(payments))).text()).toContain(
    'href="http://127.0.0.1:9/back?status=pending&amp;tx_ref=NX-1"',
  )
})

test('an ended page says so', async () => {
  const payments = await openPayments()
  await begin(payments, 'stripe', 'NX-1')
  const { items } = await payments.payments()
  await payments.stripe(`/v1/checkout/sessions/${items[0]?.id ?? ''}/expire`, { method: 'POST' })
  const page = await (await fetch(items[0]?.checkoutUrl ?? '')).text()
  expect(page).toContain('Expired')
  expect(page).not.toContain('name="act"')
})

test('shows the payments, newest first, and can be emptied', async () => {
  const payments = await openPayments()
  await begin(payments, 'paystack', 'NX-1')
  await begin(payments, 'flutterwave', 'NX-2')
  await payments.act('flutterwave', 'NX-2', 'pay')
  expect(await payments.payments()).toMatchObject({
    total: 2,
    items: [
      {
        provider: 'flutterwave',
        reference: 'NX-2',
        state: 'paid',
        amount: '3540.50',
        currency: 'NGN',
        taken: { amount: '3540.50', currency: 'NGN' },
        refunded: '0.00',
        email: 'ada@grace.example',
      },
      { provider: 'paystack', reference: 'NX-1', state: 'open', amount: '354050', taken: null, refunded: '0' },
    ],
  })
  expect((await payments.payments('?provider=paystack')).total).toBe(1)
  expect((await payments.payments('?state=paid&reference=NX-2')).total).toBe(1)
  const tab = await (await fetch(`${payments.url}/?show=payments`)).text()
  expect(tab).toMatch(/NX-2[\s\S]*NX-1/)
  expect(tab).toContain(`href="${(await payments.payments('?provider=paystack')).items[0]?.checkoutUrl}"`)
  await fetch(`${payments.url}/_sandbox/payments`, { method: 'DELETE' })
  expect(await payments.payments()).toEqual({ total: 0, items: [] })
  expect((await payments.paystack('/transaction/verify/NX-1')).status).toBe(400)
})

test('fails softly where there is nothing', async () => {
  const { url, act } = await openPayments()
  expect((await act('stripe', 'none', 'pay')).status).toBe(404)
  const statuses = []
  for (const path of ['/pay/stripe/none', '/pay/fax/none', '/portal/none'])
    statuses.push((await fetch(url + path)).status)
  expect(statuses).toEqual([404, 404, 404])
  expect((await press(`${url}/pay/stripe/none`, 'pay')).status).toBe(404)
})
