import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './kit/checkin.ts'
import { unitsOf } from './kit/pages.ts'
import {
  atPayPage,
  chooseUnits,
  goToPay,
  leftOver,
  mayLeave,
  NOTHING_LEFT,
  onPayPage,
  orderFault,
  payByTransfer,
  paidDialog,
  paymentsAtProviders,
  waysToPay,
} from './kit/pay-page.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const GRACE = 'admin@grace.example'
const HOPE = 'admin@hope.example'

async function toBuy(as: string, path = '/tenant/units'): Promise<Page> {
  const { page, trouble } = await stage.visit({ as, path })
  mayLeave(trouble)
  await page.getByLabel('Amount', { exact: true }).waitFor()
  return page
}

const balanceOn = (page: Page) => page.getByText('Current Units Balance').locator('xpath=following-sibling::b').first()
const shown = (units: number) => units.toLocaleString('en-US')

describe('before anything is paid', () => {
  test('amount, units and total are live, and nothing is begun without an amount', async () => {
    const page = await toBuy(GRACE)
    await page.getByRole('heading', { name: "Choose a plan that's right for your church" }).waitFor()
    await page.getByText('SMS units have no maximum limit or expiry. Buying more gives you more units.').waitFor()
    const form = page.locator('form').filter({ hasText: 'Buy SMS Unit' })
    const amount = form.getByLabel('Amount', { exact: true })
    for (const [typed, units, total] of [
      ['8.85', '2', '₦9'],
      ['25,000', '4,237', '₦25,000'],
      ['1000.4', '170', '₦1,001'],
    ] as const) {
      await amount.fill(typed)
      expect(await form.getByLabel('SMS Units').inputValue()).toBe(units)
      expect(await form.getByLabel('Total').inputValue()).toBe(total)
    }
    for (const name of ['SMS Units', 'Total']) expect(await form.getByLabel(name).getAttribute('readonly')).toBe('')
    for (const nonsense of ['', '0', '-5', 'abc', '1e309', '0.1', 'NaN']) {
      await amount.fill(nonsense)
      await page.getByRole('button', { name: 'Buy SMS Unit' }).click()
      await page.getByText('Please enter amount').waitFor()
      expect({ nonsense, dialogs: await page.getByRole('dialog').count() }).toEqual({ nonsense, dialogs: 0 })
    }
    await amount.fill('9999999999')
    await page.getByRole('button', { name: 'Buy SMS Unit' }).click()
    await page.getByText('You can pay up to ₦999,999,999 at a time').waitFor()
    expect(await paymentsAtProviders(stage.sandboxUrl)).toEqual([])
  })

  test('units and total are read out when typing rests, and who pays too early is led to the amount', async () => {
    const page = await toBuy(GRACE)
    const amount = page.getByLabel('Amount', { exact: true })
    await amount.fill('25,000')
    await page.getByRole('status').getByText('4,237 units, ₦25,000 in total').waitFor()
    await amount.fill('')
    await page.getByText('Bank Payment / Direct Bank Transfer').click()
    await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
    await page.getByText('Please enter amount').waitFor()
    expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('who takes the payment goes by the currency', async () => {
    const page = await toBuy(GRACE)
    for (const [currency, ways] of [
      ['NGN', ['Paystack', 'Direct Bank Transfer']],
      ['USD', ['Stripe', 'Direct Bank Transfer']],
      ['GHS', ['Stripe', 'Paystack']],
    ] as const) {
      await page.getByLabel('Currency').selectOption(currency)
      await chooseUnits(page, '500')
      expect((await waysToPay(page)).slice(0, ways.length)).toEqual(ways)
      expect(await waysToPay(page)).not.toContain('Flutterwave')
      await page.keyboard.press('Escape')
      await page.getByLabel('Amount', { exact: true }).fill('')
    }
  })

  test('where there is no price, it says whom to write to', async () => {
    const { page } = await stage.visit({ as: HOPE })
    await page.route('**/api/billing/pricing?currency=EUR', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), smsPrice: null } })
    })
    await page.goto('/tenant/units')
    await page.getByLabel('Currency').selectOption('EUR')
    const notice = page.getByRole('dialog', { name: 'This currency is not available yet' })
    await notice.getByText('The SMS unit pricing is not available for this currency').waitFor()
    await notice.getByRole('link', { name: 'support@narthex.example' }).waitFor()
    await page.keyboard.press('Escape')
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('The SMS unit pricing is not available for this currency').waitFor()
    await page.getByText('We await your feedback. Thank you').waitFor()
    expect(await page.getByRole('button', { name: 'Buy SMS Unit' }).isDisabled()).toBe(true)
  })
})

describe('Stripe, in dollars', () => {
  test('what is paid is there at once, here and on the dashboard, without a reload', async () => {
    const page = await toBuy(HOPE)
    const before = await unitsOf(page)
    await chooseUnits(page, '20')
    await goToPay(page, 'Stripe')
    await onPayPage(page, 'pay')
    const paid = paidDialog(page)
    await paid.waitFor()
    await paid.getByText('Thank You').waitFor()
    await paid.getByText('USD 20 worth of SMS units has been added.').waitFor()
    await paid.getByText(shown(before + 400)).waitFor()
    await paid.getByRole('link', { name: /^Receipt NX-\d{4}-\d{6}$/ }).waitFor()
    expect(await paid.getByRole('link', { name: 'Send SMS Now!' }).getAttribute('href')).toBe('/tenant/sms/compose')
    await paid.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    expect(await balanceOn(page).textContent()).toBe(shown(before + 400))
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByText(shown(before + 400), { exact: true }).waitFor()
    expect(await unitsOf(page)).toBe(before + 400)
    await page.goBack()
    await page.getByLabel('Amount', { exact: true }).waitFor()
    expect(await paidDialog(page).count()).toBe(0)
  })

  test('a payer who cancels is told so, and nothing stays open', async () => {
    const page = await toBuy(HOPE)
    const before = await unitsOf(page)
    await chooseUnits(page, '30')
    await goToPay(page, 'Stripe')
    await onPayPage(page, 'cancel')
    await page.getByText('You have cancelled the transaction').waitFor()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    expect(await unitsOf(page)).toBe(before)
  })

  test('pressed twice, it is one payment; left by the back button, it is kept and can be gone on with', async () => {
    const page = await toBuy(HOPE)
    const before = await unitsOf(page)
    const asked = (await paymentsAtProviders(stage.sandboxUrl)).length
    await chooseUnits(page, '40')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Stripe/ })
      .dblclick()
    await atPayPage(page, 'Stripe')
    expect((await paymentsAtProviders(stage.sandboxUrl)).length).toBe(asked + 1)
    await page.goBack()
    await page.getByText('Payment window closed').waitFor()
    const open = page.getByRole('region', { name: 'Pay with Stripe' })
    await open.getByText('Waiting for your payment').waitFor()
    await chooseUnits(page, '50')
    await page.keyboard.press('Escape')
    await open.getByRole('button', { name: 'Continue paying' }).click()
    await atPayPage(page, 'Stripe')
    await onPayPage(page, 'pay')
    await paidDialog(page).waitFor()
    expect(await unitsOf(page)).toBe(before + 800)
    expect((await paymentsAtProviders(stage.sandboxUrl)).length).toBe(asked + 1)
  })

  test('a transfer paid on a provider’s page instead is given up for it', async () => {
    const page = await toBuy(HOPE)
    await chooseUnits(page, '35')
    await payByTransfer(page)
    await page.getByRole('button', { name: 'Send proof of payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog').getByText('For 700 SMS units').waitFor()
    await goToPay(page, 'Stripe')
    await page.goBack()
    await page.getByRole('region', { name: 'Pay with Stripe' }).waitFor()
    expect(await leftOver(page)).toEqual({ search: '', open: 1 })
    await page.getByRole('button', { name: 'Continue paying' }).click()
    await atPayPage(page, 'Stripe')
    await onPayPage(page, 'cancel')
    await page.getByText('You have cancelled the transaction').waitFor()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
  })

  test('another sum than the one asked for is said plainly, and credits nothing', async () => {
    const page = await toBuy(HOPE)
    const before = await unitsOf(page)
    await orderFault(stage.sandboxUrl, 'stripe', 'wrong-amount')
    await chooseUnits(page, '60')
    await goToPay(page, 'Stripe')
    await onPayPage(page, 'pay')
    await page.getByText('Confirming your SMS unit purchase failed, please contact support').waitFor()
    const open = page.getByRole('region', { name: 'Pay with Stripe' })
    await open.getByText('Under review').waitFor()
    await open.getByText('We have received your payment and are reviewing it').waitFor()
    expect(await open.getByRole('button').count()).toBe(0)
    expect(await unitsOf(page)).toBe(before)
  })
})

describe('Paystack, in naira', () => {
  test('while the provider is away nothing is charged, and the same press works once it is back', async () => {
    const { page, trouble } = await stage.visit({ as: GRACE, path: '/tenant/units' })
    mayLeave(trouble)
    trouble.expect(/^503 POST \/api\/billing\/checkouts$/)
    await orderFault(stage.sandboxUrl, 'paystack', '500')
    await chooseUnits(page, '590')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Paystack/ })
      .click()
    await page.getByText('The payment provider is not responding').waitFor()
    await goToPay(page, 'Paystack')
    await onPayPage(page, 'pay')
    await paidDialog(page).waitFor()
    await paidDialog(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
  })

  test('a church whose gate is shut buys too, and comes back to its own page', async () => {
    const page = await toBuy('admin@expired.example', '/buyunitsexpired')
    await chooseUnits(page, '590')
    await goToPay(page, 'Paystack')
    await onPayPage(page, 'pay')
    await paidDialog(page).waitFor()
    expect(page.url()).toBe(`${stage.url}/buyunitsexpired`)
    await paidDialog(page).getByRole('link', { name: 'Send SMS Now!' }).click()
    await page.waitForURL('**/sendsmsexpired')
  })
})

test('a payer whose gate was shut meanwhile comes to the outcome all the same', async () => {
  const { page, trouble } = await stage.visit({ as: 'admin@expired.example' })
  trouble.expect(/^404 POST \/api\/billing\/payments\/.+\/confirm$/)
  const back = 'payment=00000000-0000-4000-8000-000000000000&outcome=paid'
  for (const [from, to] of [
    ['/tenant/units', '/buyunitsexpired'],
    ['/tenant/subscription', '/subexpired'],
  ] as const) {
    await page.goto(`${from}?${back}`)
    await page.getByText(/We could not check your payment with the provider/).waitFor()
    expect(page.url()).toBe(`${stage.url}${to}`)
  }
})

test('a payment that nobody can say anything of is said to have failed, with whom to ask', async () => {
  const { page, trouble } = await stage.visit({ as: GRACE })
  trouble.expect(/^404 POST \/api\/billing\/payments\/.+\/confirm$/)
  await page.goto('/tenant/units?payment=00000000-0000-4000-8000-000000000000&outcome=paid')
  await page.getByText('Confirming your purchase failed, please contact support').waitFor()
  await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
})

test('many open payments leave the form where it is; all of them are a press away', async () => {
  const page = await toBuy(GRACE)
  const data = { purpose: 'units', amount: '5900', currency: 'NGN' }
  for (let begun = 0; begun < 4; begun += 1)
    await ask(page.context(), { url: stage.url, path: '/api/billing/transfers', data })
  await page.reload()
  const cards = page.getByRole('button', { name: 'Cancel purchase' })
  await cards.first().waitFor()
  expect(await cards.count()).toBe(1)
  await page.getByRole('button', { name: /^Show \d+ more payments/ }).click()
  expect(await cards.count()).toBeGreaterThanOrEqual(4)
  await page.getByRole('button', { name: word('billing.open.showFewer') }).click()
  expect(await cards.count()).toBe(1)
})
