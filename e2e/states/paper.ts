import type { Page } from 'playwright-core'
import type { Payment } from '#contract/billing/payments.ts'
import type { ConsolePayment } from '#contract/operator/requests.ts'
import { CUT_OFF, GRACE, text, type State } from './state.ts'

const OPERATOR = 'operator@narthex.example'
const STATEMENT = '**/api/billing/units/statement?**'
const ALERT = '**/api/billing/units/alert'
const PAYMENTS = '**/api/billing/payments?**'
const DESK_PAYMENTS = '**/api/operator/payments?**'

type Rows = { items: object[] }

/** The list as it is, with these rows before its own. */
const withRows = async (page: Page, call: string, rows: readonly object[]): Promise<void> => {
  await page.route(call, async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as Rows
    const [like] = items
    await route.fulfill({ response, json: { ...rest, items: [...rows.map((row) => ({ ...like, ...row })), ...items] } })
  })
  await page.reload()
}

/** The list with nothing in it. */
const emptied = async (page: Page, call: string): Promise<void> => {
  await page.route(call, (route) => route.fulfill({ json: { items: [], total: 0, nextCursor: null } }))
  await page.reload()
}

const openFilter = (page: Page) => page.getByRole('button', { name: /^Filter/ }).click()

const statement: State[] = [
  { state: 'statement', as: GRACE, path: '/tenant/units/statement', reach: text('Used for a message') },
  {
    state: 'a message of the statement, opened',
    as: GRACE,
    path: '/tenant/units/statement',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Used for a message' }).first().click()
      await page.getByRole('dialog').getByText('Reserved for a message').waitFor()
    },
  },
  {
    state: 'statement, its filters',
    as: GRACE,
    path: '/tenant/units/statement?kind=hold&from=2026-01-01',
    reach: async (page) => {
      await page.getByText('Clear all').waitFor()
      await openFilter(page)
    },
  },
  {
    state: 'statement in which nothing has moved',
    as: GRACE,
    path: '/tenant/units/statement',
    reach: async (page) => {
      await emptied(page, STATEMENT)
      await page.getByText('No activity yet').waitFor()
    },
  },
  {
    state: 'nothing in the statement matches',
    as: GRACE,
    path: '/tenant/units/statement?search=zzzz&kind=revoke',
    reach: text('No activity matches'),
  },
  { state: 'statement cut off', as: GRACE, path: '/tenant/units/statement', cut: STATEMENT, reach: text(CUT_OFF) },
]

const told = (alert: object) => async (page: Page) => {
  await page.route(ALERT, (route) => route.fulfill({ json: alert }))
  await page.reload()
  const when = page.getByRole('button', { name: 'Low unit alert' })
  // By its words: where there is room it is in the page and not shown.
  await page.getByText('Low unit alert').waitFor({ state: 'attached' })
  if (await when.isVisible()) await when.click()
}

const alert: State[] = [
  {
    state: 'units that run low',
    as: GRACE,
    path: '/tenant/units',
    reach: async (page) => {
      await told({ threshold: 10_000, isLow: true })(page)
      await page.getByText('Buy more before you run out').waitFor()
    },
  },
  {
    state: 'a wrong number to be told at',
    as: GRACE,
    path: '/tenant/units',
    widths: [320, 768],
    reach: async (page) => {
      await told({ threshold: 500, isLow: false })(page)
      await page.getByRole('textbox', { name: /Notify us when fewer than/ }).fill('many')
      await page.getByText('Enter a whole number').waitFor()
    },
  },
]

const back = (state: 'wanted' | 'done'): Partial<Payment> => ({
  id: crypto.randomUUID(),
  method: 'stripe',
  state: 'refunded',
  receiptNumber: 'NX-2026-000099',
  refund: { amountMinor: 590_000, currency: 'NGN', units: 1000, days: 0, state, at: '2026-10-01T08:00:00Z' },
})

const history: State[] = [
  {
    state: 'billing history with payments of every kind',
    as: GRACE,
    path: '/tenant/billing-history',
    reach: async (page) => {
      const open = { method: 'paystack', state: 'pending', checkoutUrl: 'https://pay.example/', receiptNumber: null }
      const review = { id: crypto.randomUUID(), method: 'paypal', state: 'review', receiptNumber: null }
      await withRows(page, PAYMENTS, [{ ...open, id: crypto.randomUUID() }, review, back('wanted'), back('done')])
      await page.getByText('Continue paying').waitFor()
    },
  },
  {
    state: 'what can be done with a payment',
    as: GRACE,
    path: '/tenant/billing-history',
    reach: async (page) => {
      await page.getByRole('button', { name: 'More actions for 1,000 SMS units' }).first().click()
      await page.getByText('Download PDF').waitFor()
    },
  },
]

const openReceipt = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: '1,000 SMS units' }).first().click()
  await page.getByRole('article').waitFor()
}

const receipt: State[] = [
  { state: 'a receipt', as: GRACE, path: '/tenant/billing-history', reach: openReceipt },
  {
    state: 'a receipt whose money went back',
    as: GRACE,
    path: '/tenant/billing-history',
    reach: async (page) => {
      await page.route('**/receipt', async (route) => {
        const response = await route.fetch()
        const found = (await response.json()) as object
        await route.fulfill({ response, json: { ...found, refundedAt: '2026-10-01T08:00:00Z' } })
      })
      await openReceipt(page)
      await page.getByText('Refunded on').waitFor()
    },
  },
  {
    state: 'no receipt',
    as: GRACE,
    path: '/tenant/billing-history/01990000-0000-7000-8000-000000000009',
    refused: /^404 GET/,
    reach: text('No receipt available'),
  },
  {
    state: 'a receipt cut off',
    as: GRACE,
    path: '/tenant/billing-history/01990000-0000-7000-8000-000000000009',
    cut: '**/receipt',
    reach: text(CUT_OFF),
  },
]

const BY_STRIPE = {
  id: '01990000-0000-7000-8000-000000000008',
  reference: 'NX-7F3K2Q9D4M',
  method: 'stripe',
  providerId: 'cs_test_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6',
  proofs: [],
  firstApproval: null,
} as const

/** A payment of the desk, opened, and gone on with to one of its acts. */
const atConsole = (payment: Partial<ConsolePayment>, act?: string) => async (page: Page) => {
  await withRows(page, DESK_PAYMENTS, [{ ...BY_STRIPE, ...payment }])
  await page
    .locator('tr, li')
    .filter({ hasText: BY_STRIPE.reference })
    .getByRole('button', { name: 'Grace Chapel' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(BY_STRIPE.providerId).waitFor()
  if (act) await dialog.getByRole('button', { name: act }).click()
}

const review: Partial<ConsolePayment> = {
  state: 'review',
  reviewReason: 'amount_differs',
  taken: { amountMinor: 630_000, currency: 'NGN' },
}
const sent = {
  amountMinor: 6_300_000,
  currency: 'NGN',
  units: 1000,
  days: 0,
  at: '2026-10-01T08:00:00Z',
  reason: 'Bought twice.',
}

const desk: State[] = [
  { state: 'desk, another sum was taken', reach: atConsole(review) },
  { state: 'desk, given in spite of another sum', reach: atConsole(review, 'Approve anyway') },
  { state: 'desk, a payment that waits for its payer', reach: atConsole({ state: 'pending' }) },
  { state: 'desk, paying back', reach: atConsole({ state: 'succeeded', decidedAt: '2026-10-01T08:00:00Z' }, 'Refund') },
  {
    state: 'desk, money on its way back',
    reach: atConsole({ state: 'refunded', refund: { ...sent, state: 'wanted', failure: null } }),
  },
  {
    state: 'desk, money that was not sent back',
    reach: atConsole({ state: 'refunded', refund: { ...sent, state: 'failed', failure: 'charge_already_refunded' } }),
  },
  {
    state: 'desk, payments by how they were made',
    path: '/operator/payments?method=bank_transfer',
    reach: async (page: Page) => {
      await page.getByText('Clear all').waitFor()
      await openFilter(page)
    },
  },
].map((state) => ({ as: OPERATOR, path: '/operator/payments', ...state }))

/** What is written of money and units: the statement, receipts, the history, and the desk's payments. */
export const paper: State[] = [...statement, ...alert, ...history, ...receipt, ...desk]
