import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './kit/browser.ts'
import { messyFile } from './kit/messy-file.ts'
import { startEmpty, type RunningNarthex } from './kit/narthex.ts'
import { signIn } from './kit/pages.ts'

let narthex: RunningNarthex
let browser: Browser
beforeAll(async () => {
  ;[narthex, browser] = await Promise.all([startEmpty(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await narthex.stop()
})

const units = async (page: Page): Promise<number> => {
  const reply = await page.evaluate(() => fetch('/api/identity/session').then((answer) => answer.text()))
  return (JSON.parse(reply) as { units: number }).units
}

type Sent = { items: { state: string; counts: { queued: number; sent: number } }[] }

/** The demo has sent its own messages of today, and their receipts are here: its units stay as they are. */
async function isQuiet(page: Page): Promise<boolean> {
  const before = await units(page)
  await page.waitForTimeout(2_000)
  const reply = await page.evaluate(() => fetch('/api/messaging/sms/sent').then((answer) => answer.text()))
  const { items } = JSON.parse(reply) as Sent
  const isOver = items.every(({ state, counts }) => state === 'finished' && counts.queued + counts.sent === 0)
  return isOver && before === (await units(page))
}

test('an administrator uploads a messy file, sends with #name#, pays the quote and sees receipts', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  await page.goto(narthex.url)
  await signIn(page, 'admin@grace.example')
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  await expect.poll(() => isQuiet(page), { timeout: 60_000 }).toBe(true)
  const before = await units(page)

  await page.getByRole('link', { name: 'Send SMS' }).first().click()
  await page.getByRole('heading', { name: 'Send SMS' }).waitFor()
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Upload contacts' })
  const file = messyFile(500)
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'friends.csv', mimeType: 'text/csv', buffer: file.bytes })
  await page.getByText('Phone numbers extracted from file').waitFor()
  await page.getByText(`${file.bad} rows are not valid`).first().waitFor()
  await page.getByText('The spreadsheet shortened this number', { exact: false }).waitFor()

  await page.getByLabel('Message', { exact: true }).fill('Dear #name#, welcome to Grace Chapel')
  const aside = page.getByRole('region', { name: 'Cost' })
  await aside.getByText('Recipients').waitFor()
  const cost = file.good
  await aside.getByText((before - cost).toLocaleString('en-US')).waitFor()

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Your sms has been sent successfully!').waitFor()
  expect(await units(page)).toBe(before - cost)
  await page.waitForURL('**/tenant/sms/sent')
  await page.getByText('Dear #name#, welcome to Grace Chapel').first().waitFor()

  await page
    .getByRole('link', { name: /Dear #name#/ })
    .first()
    .click()
  await page
    .getByRole('heading', { name: /Delivery|Sent message|Report/i })
    .first()
    .waitFor()
  await page
    .getByText(/100\s?% delivered|All delivered|Everybody/i)
    .first()
    .waitFor({ timeout: 15_000 })

  const arrived = await fetch(`${narthex.sandboxUrl}/_sandbox/sms?limit=1000`)
  const { items } = (await arrived.json()) as { items: { to: string; from: string; text: string; state: string }[] }
  const mine = items.filter(({ text }) => text.endsWith('welcome to Grace Chapel'))
  expect(mine).toHaveLength(file.good)
  expect(new Set(mine.map(({ text }) => text))).toEqual(
    new Set([
      'Dear Chidi, welcome to Grace Chapel',
      'Dear José, welcome to Grace Chapel',
      'Dear Amélie, welcome to Grace Chapel',
      'Dear Ada, welcome to Grace Chapel',
      'Dear Friend, welcome to Grace Chapel',
    ]),
  )
  expect(mine.every(({ from, state }) => from === 'GRACECHAPEL' && state === 'delivered')).toBe(true)
  expect(await units(page)).toBe(before - cost)
  await page.close()
})
