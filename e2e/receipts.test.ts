import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { beginOnline, buyOnline } from './kit/buy-online.ts'
import { atPayPage, mayLeave } from './kit/pay-page.ts'
import { openStage, type Stage } from './kit/stage.ts'

const GRACE = 'admin@grace.example'
const EXPIRED = 'admin@expired.example'
const HISTORY = '/tenant/billing-history'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const open = async (as: string, path: string): Promise<Page> => (await stage.visit({ as, path })).page
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const sheet = (page: Page) => page.getByRole('article')
const units = (amount: string) => ({ purpose: 'units', currency: 'NGN', amount }) as const

async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download')
  await press()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^receipt-NX-\d{4}-\d{6}\.pdf$/)
  return readFile(await file.path(), 'latin1')
}

test('a payment says how it was made, and its line leads to the receipt, which is saved as a PDF', async () => {
  const bought = await buyOnline(stage, { as: GRACE, provider: 'paystack', purchase: units('5900') })
  const page = await open(GRACE, HISTORY)
  const line = row(page, bought.reference)
  for (const words of ['1,000 SMS units', 'Paystack', '₦5,900', 'Paid', `Receipt ${bought.receiptNumber}`])
    await line.getByText(words, { exact: true }).waitFor()
  await line.getByText('₦5,900').click()
  await sheet(page).getByText(String(bought.receiptNumber)).first().waitFor()
  const facts = await sheet(page).innerText()
  for (const words of ['Grace Chapel', GRACE, 'Paystack', bought.reference, '1,000 SMS units', 'Total paid', '₦5,900'])
    expect(facts).toContain(words)
  const pdf = await downloaded(page, () => page.getByRole('button', { name: 'Download PDF' }).click())
  expect(pdf.startsWith('%PDF-')).toBe(true)
})

test('on paper there is nothing but the receipt', async () => {
  const page = await open(GRACE, HISTORY)
  await page.getByRole('link', { name: '1,000 SMS units' }).first().click()
  await sheet(page).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await sheet(page).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await sheet(page).evaluate((paper) => getComputedStyle(paper).color)).toBe('rgb(0, 0, 0)')
})

test('an open payment is gone on with on its provider’s page, or given up', async () => {
  const { reference } = await beginOnline(stage, { as: GRACE, provider: 'paystack', purchase: units('11800') })
  const { page, trouble } = await stage.visit({ as: GRACE, path: HISTORY })
  mayLeave(trouble)
  await row(page, reference).getByText('Not paid yet').waitFor()
  await row(page, reference).getByRole('link', { name: 'Continue paying' }).click()
  await atPayPage(page, 'Paystack')
  await page.goBack()
  await page.getByText('Payment window closed').waitFor()
  await row(page, reference).getByRole('button', { name: 'More actions for 2,000 SMS units' }).click()
  await page.getByRole('menuitem', { name: 'Cancel purchase' }).click()
  const asked = page.getByRole('dialog', { name: 'Cancel this purchase?' })
  await asked.getByRole('button', { name: 'Cancel purchase' }).click()
  await row(page, reference).getByText('Cancelled').waitFor()
  expect(await row(page, reference).getByRole('button').count()).toBe(0)
})

test('there is no receipt of what was not paid, or is another church’s', async () => {
  const { page, trouble } = await stage.visit({ as: GRACE })
  trouble.expect(/^(400|404) GET \/api\/billing\/payments\//)
  const bought = await buyOnline(stage, {
    as: 'admin@hope.example',
    provider: 'stripe',
    purchase: { purpose: 'units', currency: 'USD', amount: '20' },
  })
  for (const id of [bought.id, crypto.randomUUID(), 'nothing']) {
    await page.goto(`${stage.url}${HISTORY}/${id}`)
    await page.getByRole('heading', { name: 'No receipt available' }).waitFor()
    expect(await page.getByRole('button', { name: 'Download PDF' }).count()).toBe(0)
  }
})

test('a church whose gate is shut finds its receipts where it buys', async () => {
  const bought = await buyOnline(stage, {
    as: EXPIRED,
    provider: 'paystack',
    purchase: units('1180'),
    whileGated: true,
  })
  const page = await open(EXPIRED, '/buyunitsexpired')
  const latest = page.getByRole('region', { name: 'Recent receipts' })
  await latest.getByRole('link', { name: /200 SMS units/ }).click()
  await sheet(page).getByText(String(bought.receiptNumber)).first().waitFor()
  const pdf = await downloaded(page, () => page.getByRole('button', { name: 'Download PDF' }).click())
  expect(pdf.startsWith('%PDF-')).toBe(true)
  await page.getByRole('link', { name: 'Go back' }).click()
  await latest.waitFor()
})
