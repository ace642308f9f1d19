import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unitsOf } from './kit/pages.ts'
import {
  chooseUnits,
  goToPay,
  leftOver,
  mayLeave,
  NOTHING_LEFT,
  onPayPage,
  orderFault,
  paidDialog,
  waysToPay,
} from './kit/pay-page.ts'
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
const shown = (units: number) => units.toLocaleString('en-US')

describe('units through Paystack, in naira', () => {
  test('what is paid a little later is confirmed as soon as the provider knows of it', async () => {
    const page = await visit(GRACE, '/tenant/units')
    const before = await unitsOf(page)
    await chooseUnits(page, '5,900')
    await goToPay(page, 'Paystack')
    await onPayPage(page, 'later')
    await page.getByRole('link', { name: 'Go back' }).click()
    await page.getByRole('dialog', { name: 'Confirming your payment…' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await paidDialog(page).getByText('NGN 5,900 worth of SMS units has been added.').waitFor()
    await paidDialog(page)
      .getByText(shown(before + 1000))
      .waitFor()
    expect(await unitsOf(page)).toBe(before + 1000)
  })

  test('a declined card is said, and so is what was given up in the list', async () => {
    const page = await visit(GRACE, '/tenant/units')
    const before = await unitsOf(page)
    await chooseUnits(page, '590')
    await goToPay(page, 'Paystack')
    await onPayPage(page, 'decline')
    await page.getByText('Your card was declined').waitFor()
    await page.goBack()
    if (!page.url().startsWith(stage.url)) await page.goBack()
    await page.getByText('Payment failed. Please try again.').waitFor()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    await chooseUnits(page, '1,180')
    await goToPay(page, 'Paystack')
    await page.goto('/tenant/units')
    await page.getByRole('button', { name: 'Cancel purchase' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel purchase' }).click()
    await page.getByText('You have cancelled the transaction').waitFor()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    expect(await unitsOf(page)).toBe(before)
  })
})

async function toSubscribe(): Promise<Page> {
  const page = await visit(HOPE, '/tenant/subscription')
  await page.getByRole('region', { name: 'Payment summary' }).waitFor()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  return page
}

async function expiryOf(page: Page): Promise<string> {
  const answer = await page.context().request.get('/api/billing/subscription')
  return ((await answer.json()) as { expiresOn: string }).expiresOn
}

const congrats = (page: Page) =>
  page.getByRole('dialog', { name: 'Congrats, subscription successful and account upgraded' })
const oops = (page: Page) => page.getByRole('dialog', { name: 'Oops, upgrade not successful' })

describe('a subscription, in dollars', () => {
  test.each(['Flutterwave', 'PayPal', 'Stripe'])('is paid through %s, and lasts longer at once', async (provider) => {
    const page = await toSubscribe()
    expect(await waysToPay(page)).toEqual(['Stripe', 'Flutterwave', 'PayPal', 'Direct Bank Transfer'])
    const before = await expiryOf(page)
    await goToPay(page, provider)
    await onPayPage(page, 'pay')
    await congrats(page).waitFor()
    const after = await expiryOf(page)
    expect(after > before).toBe(true)
    expect(await congrats(page).getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/tenant')
    await congrats(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(after))
    await page.getByRole('region', { name: 'Account status' }).getByText(day).waitFor()
  })

  test.each(['Flutterwave', 'PayPal'])('is given up on the page of %s', async (provider) => {
    const page = await toSubscribe()
    const before = await expiryOf(page)
    await goToPay(page, provider)
    await onPayPage(page, 'cancel')
    await page.getByText('You have cancelled the transaction').waitFor()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    expect(await expiryOf(page)).toBe(before)
  })

  test('a sum that is not ours is no upgrade: it says so, and whom to ask', async () => {
    const page = await toSubscribe()
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
})
