import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goToPay, leftOver, mayLeave, NOTHING_LEFT, onPayPage, orderFault, waysToPay } from './kit/pay-page.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const GRACE = 'admin@grace.example'
const HOPE = 'admin@hope.example'

/** Whose currency each provider takes, and who else is offered beside it. */
const offered = {
  Paystack: [GRACE, ['Stripe', 'Paystack', 'Flutterwave', 'Direct Bank Transfer']],
  Stripe: [HOPE, ['Stripe', 'Flutterwave', 'PayPal', 'Direct Bank Transfer']],
  Flutterwave: [HOPE, ['Stripe', 'Flutterwave', 'PayPal', 'Direct Bank Transfer']],
  PayPal: [HOPE, ['Stripe', 'Flutterwave', 'PayPal', 'Direct Bank Transfer']],
} as const
type Provider = keyof typeof offered

async function visit(as: string, path: string): Promise<Page> {
  const { page, trouble } = await stage.visit({ as, path })
  mayLeave(trouble)
  return page
}

async function toSubscribe(provider: Provider): Promise<Page> {
  const [as, ways] = offered[provider]
  const page = await visit(as, '/tenant/subscription')
  await page.getByRole('region', { name: 'Payment summary' }).waitFor()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  expect(await waysToPay(page)).toEqual(ways)
  return page
}

async function expiryOf(page: Page): Promise<string> {
  const answer = await page.context().request.get('/api/billing/subscription')
  return ((await answer.json()) as { expiresOn: string }).expiresOn
}

const CONGRATS = 'Congrats, subscription successful and account upgraded'
const CANCELLED = 'You have cancelled the transaction'
const OOPS = 'Oops, upgrade not successful'
const congrats = (page: Page) => page.getByRole('dialog', { name: CONGRATS })
const oops = (page: Page) => page.getByRole('dialog', { name: OOPS })

/** What the payer does on the provider's page. */
const acts = {
  pays: (page: Page) => onPayPage(page, 'pay'),
  'gives up': (page: Page) => onPayPage(page, 'cancel'),
  'is declined and gives up': async (page: Page) => {
    await onPayPage(page, 'decline')
    await page.getByText(/was declined/).waitFor()
    await onPayPage(page, 'cancel')
  },
  'pays a little later': async (page: Page) => {
    await onPayPage(page, 'later')
    await page.getByRole('link', { name: 'Go back' }).click()
  },
}

/** Stripe and Flutterwave tell us of a card that was declined, Paystack and PayPal only that the payer left. */
const cells: [Provider, keyof typeof acts, string][] = (
  ['Stripe', 'Paystack', 'Flutterwave', 'PayPal'] as const
).flatMap((provider) => [
  [provider, 'pays', CONGRATS],
  [provider, 'pays a little later', CONGRATS],
  [provider, 'gives up', CANCELLED],
  [provider, 'is declined and gives up', provider === 'Stripe' || provider === 'Flutterwave' ? OOPS : CANCELLED],
])

test.each(cells)('months at %s: whoever %s reads "%s"', async (provider, act, said) => {
  const page = await toSubscribe(provider)
  const before = await expiryOf(page)
  await goToPay(page, provider)
  await acts[act](page)
  await page.getByText(said).waitFor()
  // The demo's own transfer waits at Grace Chapel.
  const left = { ...NOTHING_LEFT, open: offered[provider][0] === GRACE ? 1 : 0 }
  await expect.poll(() => leftOver(page)).toEqual(left)
  const after = await expiryOf(page)
  expect(after > before).toBe(said === CONGRATS)
  if (said !== CONGRATS) return
  expect(await congrats(page).getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/tenant')
  await congrats(page).getByRole('button', { name: 'Close' }).click()
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(after))
  await page.getByRole('region', { name: 'Account status' }).getByText(day).waitFor()
})

test('a sum that is not ours is no upgrade: it says so, and whom to ask', async () => {
  const page = await toSubscribe('Flutterwave')
  const before = await expiryOf(page)
  await orderFault(stage.sandboxUrl, 'flutterwave', 'wrong-amount')
  await goToPay(page, 'Flutterwave')
  await onPayPage(page, 'pay')
  await oops(page).getByText('We have received your payment and are reviewing it').waitFor()
  await oops(page).getByRole('link', { name: 'support@narthex.example' }).waitFor()
  expect(await expiryOf(page)).toBe(before)
})

test('whoever has paid by card finds the page of cards and invoices, and the way back', async () => {
  const page = await visit(HOPE, '/tenant/subscription')
  await page.getByRole('button', { name: 'Manage Subscription' }).click()
  await page.getByRole('heading', { name: 'Cards and invoices' }).waitFor()
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.getByRole('heading', { name: 'Subscription', exact: true }).waitFor()
  const { page: other } = await stage.visit({ as: GRACE, path: '/tenant/subscription' })
  await other.getByText('Account status').waitFor()
  expect(await other.getByRole('button', { name: 'Manage Subscription' }).count()).toBe(0)
})
