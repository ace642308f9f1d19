import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './kit/browser.ts'
import { messyFile } from './kit/messy-file.ts'
import { startEmpty, type RunningNarthex } from './kit/narthex.ts'
import { send, signIn } from './kit/pages.ts'

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

/** The country's networks take no bulk messages by night: the clock of the demo goes on to the next noon. */
async function atNoon(): Promise<void> {
  const noon = new Date()
  noon.setUTCHours(11, 0, 0, 0)
  if (noon.getTime() < Date.now()) noon.setUTCDate(noon.getUTCDate() + 1)
  const answer = await fetch(`${narthex.sandboxUrl}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ at: noon.toISOString() }),
  })
  expect(answer.status).toBe(200)
}

type Sent = { items: { state: string; counts: { queued: number; sent: number } }[] }

let unitsLast = -1
/** The demo has sent its own messages of today, and their receipts are here: its units are those of the look before. */
async function isQuiet(page: Page): Promise<boolean> {
  const before = unitsLast
  unitsLast = await units(page)
  const reply = await page.evaluate(() => fetch('/api/messaging/sms/sent').then((answer) => answer.text()))
  const { items } = JSON.parse(reply) as Sent
  const isOver = items.every(({ state, counts }) => state === 'finished' && counts.queued + counts.sent === 0)
  return isOver && before === unitsLast
}

test('an administrator uploads a messy file, sends with #name#, pays the quote and sees receipts', async () => {
  await atNoon()
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  await page.goto(narthex.url)
  await signIn(page, 'admin@grace.example')
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  await expect.poll(() => isQuiet(page), { timeout: 60_000, interval: 2_000 }).toBe(true)
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

  await send(page)
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
    .getByText(/ delivered, 100%$/)
    .first()
    .waitFor({ timeout: 15_000 })

  const arrived = await fetch(`${narthex.sandboxUrl}/_sandbox/sms?limit=1000`)
  const { items } = (await arrived.json()) as { items: { to: string; from: string; text: string; state: string }[] }
  const split = items.map(({ text, ...sms }) => ({
    ...sms,
    text: text.split('\n')[0] ?? '',
    link: text.split('/o/')[1],
  }))
  const mine = split.filter(({ text }) => text.endsWith('welcome to Grace Chapel'))
  expect(mine).toHaveLength(file.good)
  expect(new Set(mine.map(({ link }) => link)).size).toBe(file.good)
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
