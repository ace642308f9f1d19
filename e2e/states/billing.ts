import type { Page } from 'playwright-core'
import type { Payment } from '#contract/billing/payments.ts'
import { chooseUnits, payByTransfer } from '../kit/pay-page.ts'
import { CUT_OFF, GRACE, HOPE, press, heading, text, type State } from './state.ts'

const EXPIRED = 'admin@expired.example'
const FULL = 'admin@full.example'
const PRICING = '**/api/billing/pricing**'

/** The screen as it is where nobody has set a price: the server's answer without the prices. */
const unpriced = async (page: Page): Promise<void> => {
  await page.route(PRICING, async (route) => {
    const response = await route.fetch()
    const pricing = (await response.json()) as object
    await route.fulfill({ response, json: { ...pricing, smsPrice: null, plans: [], bankAccount: null } })
  })
  await page.reload()
  await page
    .getByText(/pricing is not (currently )?available/)
    .first()
    .waitFor()
}

const units: State[] = [
  {
    state: 'units with an amount and the account looked up',
    as: GRACE,
    path: '/tenant/units',
    reach: async (page) => {
      await page.getByLabel('Amount', { exact: true }).fill('5,900')
      await page.getByText(/after this purchase/).waitFor()
      await page.getByText('Bank Payment / Direct Bank Transfer').click()
      await page.getByText('Account number').waitFor()
    },
  },
  {
    state: 'units without an amount',
    as: GRACE,
    path: '/tenant/units',
    reach: async (page) => {
      await press(page, 'Buy SMS Unit')
      await page.getByText('Please enter amount').waitFor()
    },
  },
  { state: 'units cut off', as: GRACE, path: '/tenant/units', cut: PRICING, reach: text(CUT_OFF) },
  { state: 'units without a price', as: GRACE, path: '/tenant/units', reach: unpriced },
  {
    state: 'a transfer begun, and about to be given up',
    as: HOPE,
    path: '/tenant/units',
    reach: async (page) => {
      await chooseUnits(page, '20')
      await payByTransfer(page)
      await page.getByText('Put the reference on your transfer').waitFor()
      await press(page, 'Cancel purchase')
      await page.getByRole('dialog', { name: 'Cancel this purchase?' }).waitFor()
    },
  },
  { state: 'units while expired', as: EXPIRED, path: '/buyunitsexpired', reach: text('Current Units Balance') },
]

const AT_PROVIDER: Payment = {
  id: '01990000-0000-7000-8000-000000000001',
  reference: 'NX-7F3K-2Q9D-4M2T',
  purpose: 'units',
  method: 'paystack',
  amountMinor: 2_500_000,
  currency: 'NGN',
  units: 4237,
  planName: null,
  months: null,
  lines: [{ what: 'units', count: 4237, amountMinor: 2_500_000 }],
  taxMinor: 0,
  taxRate: '0',
  taxName: '',
  automatic: false,
  state: 'pending',
  createdAt: '2026-03-01T09:00:00.000Z',
  decidedAt: null,
  refusedReason: null,
  checkoutUrl: 'http://127.0.0.1:9/pay',
  receiptNumber: null,
  refund: null,
  proofs: [],
}

/** The payer comes back to a payment of which the server says this; null: it says nothing yet. */
const back = (path: string, payment: Partial<Payment> | null, name: string | RegExp) => async (page: Page) => {
  await page.route('**/confirm', (route) =>
    payment ? route.fulfill({ json: { ...AT_PROVIDER, ...payment } }) : undefined,
  )
  await page.goto(`${path}?payment=${AT_PROVIDER.id}&outcome=paid`)
  await page.getByRole('dialog', { name }).or(page.getByText(name)).first().waitFor()
}

/** A payment at a provider among those that wait. */
const openAtProvider = (state: Payment['state']) => async (page: Page) => {
  await page.route('**/api/billing/payments?**', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as { items: Payment[] }
    await route.fulfill({ response, json: { ...rest, items: [{ ...AT_PROVIDER, state }, ...items] } })
  })
  await page.reload()
  await page.getByRole('region', { name: 'Pay with Paystack' }).waitFor()
}

const FAILED = 'Confirming your SMS unit purchase failed, please contact support'
const paying: State[] = [
  {
    state: 'choosing who takes a payment',
    as: GRACE,
    path: '/tenant/units',
    reach: (page) => chooseUnits(page, '25,000'),
  },
  {
    state: 'a provider that does not answer',
    as: GRACE,
    path: '/tenant/units',
    cut: '**/api/billing/checkouts',
    reach: async (page) => {
      await chooseUnits(page, '25,000')
      await page.getByRole('button', { name: /^Paystack/ }).click()
      await page.getByText('Check your internet connection').waitFor()
    },
  },
  {
    state: 'confirming a payment',
    as: GRACE,
    path: '/tenant/units',
    reach: back('/tenant/units', null, 'Confirming your payment…'),
  },
  {
    state: 'a payment that succeeded',
    as: GRACE,
    path: '/tenant/units',
    reach: back('/tenant/units', { state: 'succeeded', receiptNumber: 'NX-2026-000418' }, 'Payment was Successful'),
  },
  {
    state: 'a payment that cannot be confirmed',
    as: GRACE,
    path: '/tenant/units',
    reach: back('/tenant/units', { state: 'review' }, FAILED),
  },
  { state: 'a payment at a provider', as: GRACE, path: '/tenant/units', reach: openAtProvider('pending') },
  { state: 'a payment that is looked at', as: GRACE, path: '/tenant/units', reach: openAtProvider('review') },
  {
    state: 'choosing who takes a subscription',
    as: HOPE,
    path: '/tenant/subscription',
    reach: async (page) => {
      await page.getByText('Payment summary').waitFor()
      await press(page, 'Pay Now')
      await page.getByRole('dialog', { name: 'Continue Payment with' }).waitFor()
    },
  },
  {
    state: 'an upgrade that did not succeed',
    as: HOPE,
    path: '/tenant/subscription',
    reach: back('/tenant/subscription', { purpose: 'subscription', state: 'failed' }, 'Oops, upgrade not successful'),
  },
]

const subscription: State[] = [
  {
    state: 'subscription with a transfer that is looked at',
    as: GRACE,
    path: '/tenant/subscription',
    reach: text('We have received your proof of payment'),
  },
  {
    state: 'subscription cut off',
    as: GRACE,
    path: '/tenant/subscription',
    cut: '**/api/billing/subscription**',
    reach: text(CUT_OFF),
  },
  { state: 'subscription without a price', as: HOPE, path: '/tenant/subscription', reach: unpriced },
  { state: 'subscribing while expired', as: EXPIRED, path: '/subexpired', reach: text('Payment summary') },
  { state: 'subscribing while over capacity', as: FULL, path: '/subexpired', reach: heading('Choose a plan') },
]

const history: State[] = [
  {
    state: 'billing history',
    as: GRACE,
    path: '/tenant/billing-history',
    reach: text('The slip is of another account'),
  },
  {
    state: 'billing history cut off',
    as: GRACE,
    path: '/tenant/billing-history',
    cut: '**/api/billing/payments?**',
    reach: text(CUT_OFF),
  },
  {
    state: 'no payment matches',
    as: GRACE,
    path: '/tenant/billing-history?search=zzzz&state=refunded',
    reach: text('No payments match'),
  },
]

/** Units, subscription and payments, inside the door and while the gate is shut. */
export const billing: State[] = [...units, ...paying, ...subscription, ...history]
