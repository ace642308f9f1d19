import type { Page } from 'playwright-core'
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
  await page.getByText('We await your feedback. Thank you').waitFor()
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
      await page.getByLabel('Amount', { exact: true }).fill('20')
      await press(page, 'Buy SMS Unit')
      await page.getByText('Write the reference on your transfer').waitFor()
      await press(page, 'Give up this purchase')
      await page.getByRole('dialog', { name: 'Give up this purchase?' }).waitFor()
    },
  },
  { state: 'units while expired', as: EXPIRED, path: '/buyunitsexpired', reach: text('Current Units Balance') },
]

const subscription: State[] = [
  {
    state: 'subscription with a transfer that is looked at',
    as: GRACE,
    path: '/tenant/subscription',
    reach: text('Your proof is with us'),
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
    reach: text('No payment matches'),
  },
]

/** Units, subscription and payments, inside the door and while the gate is shut. */
export const billing: State[] = [...units, ...subscription, ...history]
