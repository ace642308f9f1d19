import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { chooseUnits, goToPay, leftOver, mayLeave, NOTHING_LEFT, onPayPage } from './kit/pay-page.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const GRACE = 'admin@grace.example'
const HOPE = 'admin@hope.example'

async function visit(as: string, path: string): Promise<Page> {
  const { page, trouble } = await stage.visit({ as, path })
  mayLeave(trouble)
  return page
}
/** As far as the provider's page: units at Grace Chapel through Paystack, a subscription at Hope Church through the others. */
async function toPayPage(provider: string): Promise<Page> {
  const isUnits = provider === 'Paystack'
  const page = await visit(isUnits ? GRACE : HOPE, isUnits ? '/tenant/units' : '/tenant/subscription')
  if (isUnits) await chooseUnits(page, '5,900')
  else {
    await page.getByRole('region', { name: 'Payment summary' }).waitFor()
    await page.getByRole('button', { name: 'Pay Now' }).click()
  }
  await goToPay(page, provider)
  return page
}

/** What the church has bought so far. */
async function boughtBy(page: Page): Promise<unknown> {
  const of = async (address: string) => (await page.context().request.get(address)).json()
  const { units } = (await of('/api/identity/session')) as { units: number }
  const { expiresOn } = (await of('/api/billing/subscription')) as { expiresOn: string }
  return { units, expiresOn }
}

/** Stripe and Flutterwave tell us of the card; the others only that the payer left. */
const CANCELLED = 'You have cancelled the transaction'
const NOT_PAID = 'Oops, upgrade not successful'

test.each([
  ['Paystack', CANCELLED],
  ['Stripe', NOT_PAID],
  ['Flutterwave', NOT_PAID],
  ['PayPal', CANCELLED],
])('declined and then given up on the page of %s, nothing is bought and nothing stays open', async (provider, said) => {
  const page = await toPayPage(provider)
  const before = await boughtBy(page)
  await onPayPage(page, 'decline')
  await page.getByText(/was declined/).waitFor()
  await onPayPage(page, 'cancel')
  await page.getByText(said).waitFor()
  await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
  expect(await boughtBy(page)).toEqual(before)
})

test.each(['Stripe', 'Flutterwave', 'PayPal'])(
  'what is paid a little later on the page of %s counts as soon as the provider knows of it',
  async (provider) => {
    const page = await toPayPage(provider)
    const before = await boughtBy(page)
    await onPayPage(page, 'later')
    await page.getByRole('link', { name: 'Go back' }).click()
    await page.getByRole('dialog', { name: 'Congrats, subscription successful and account upgraded' }).waitFor()
    expect(await boughtBy(page)).not.toEqual(before)
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
  },
)
