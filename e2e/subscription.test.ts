import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '#server/test-kit/until.ts'
import { smsSaying } from './kit/inboxes.ts'
import { goToPay, mayLeave, onPayPage } from './kit/pay-page.ts'
import { fillMessage } from './kit/pages.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const visit = async (as: string, path: string): Promise<Page> => {
  const { page, trouble } = await stage.visit({ as, path })
  mayLeave(trouble)
  return page
}
const summary = (page: Page) => page.getByRole('region', { name: 'Payment summary' })
const board = (page: Page) => page.getByRole('region', { name: 'Account status' })

/** Chooses a plan by its name, whatever its price. */
async function choosePlan(page: Page, plan: string): Promise<void> {
  const value = await page.getByRole('option', { name: new RegExp(`^${plan}: `) }).getAttribute('value')
  await page.getByLabel('Plan *').selectOption(value)
}

test('an expired church pays by card in one tab, works again in the other, and sends an SMS from the phone a moment later', async () => {
  const expired = 'admin@expired.example'
  const page = await visit(expired, '/subexpired')
  const beside = await page.context().newPage()
  await beside.goto(`${stage.url}/tenant/people`)
  await beside.getByRole('heading', { name: 'Subscription Expired' }).waitFor()
  const phone = await visit(expired, '/tenant')
  await phone.getByRole('heading', { name: 'Subscription Expired' }).waitFor()
  await choosePlan(page, 'Growing')
  await summary(page).getByText('Tax, 0%').waitFor()
  await page.getByText('This plan starts today.').waitFor()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await goToPay(page, 'Stripe')
  await onPayPage(page, 'pay')
  await page.getByRole('dialog', { name: 'Congrats, subscription successful and account upgraded' }).waitFor()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  for (const open of [page, beside, phone]) await open.waitForURL(`${stage.url}/tenant`)
  await phone.goto(`${stage.url}/tenant/sms/compose`)
  await fillMessage(phone, { numbers: '08035550100', text: 'We are back on Sunday' })
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
  // At any hour: what the usual route may not deliver at night, the other one does.
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /alternative route/i })
    .click()
  await phone.getByText('Your sms has been sent successfully!').waitFor()
  const arrived = await until(async () => {
    const found = await smsSaying(stage.sandboxUrl, 'We are back on Sunday')
    return found.length > 0 && found
  })
  expect(arrived).toHaveLength(1)
})

test('a dearer plan begins today for the days that are left; a cheaper one waits for the renewal, and may be taken back', async () => {
  const page = await visit('admin@grace.example', '/tenant/subscription')
  await choosePlan(page, 'Cathedral')
  await summary(page)
    .getByText(/^Larger plan for \d+ remaining days/)
    .waitFor()
  await page.getByText('This plan starts today.').waitFor()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await goToPay(page, 'Paystack')
  await onPayPage(page, 'pay')
  await page.getByRole('dialog', { name: 'Congrats, subscription successful and account upgraded' }).waitFor()
  await page.goto(`${stage.url}/tenant/subscription`)
  await board(page).getByText('Cathedral').waitFor()
  await page.getByRole('region', { name: 'Subscription history' }).getByText('Paid: Cathedral, 1 month').waitFor()
  await choosePlan(page, 'Thriving')
  await page.getByText(/^This plan starts on .+, when your current one ends\./).waitFor()
  await page.getByRole('button', { name: /^Switch to Thriving on / }).click()
  await board(page)
    .getByText(/^Renews as Thriving on /)
    .waitFor()
  await board(page).getByRole('button', { name: 'Keep current plan' }).click()
  await board(page)
    .getByText(/^Renews as Thriving on /)
    .waitFor({ state: 'detached' })
  expect(await page.getByRole('option', { name: 'Growing: up to 500 people, you have 1,200' }).isDisabled()).toBe(true)
})

test('whoever pays from the United States pays in dollars', async () => {
  const page = await visit('admin@grace.example', '/tenant/subscription')
  await page.getByText('Paying from Nigeria/Africa, in NGN').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const from = page.getByRole('dialog', { name: 'I am paying from' })
  await from.getByLabel('United States').check()
  await from.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Paying from United States, in USD').waitFor()
  await expect.poll(() => summary(page).locator('dd').last().textContent()).toMatch(/^\$\d/)
})
