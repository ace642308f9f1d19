import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { unitsOf } from './kit/pages.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(async () => {
  // What one test left to slow down would befall the next.
  await fetch(`${stage.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' })
  await stage.leave()
})
afterAll(() => stage?.close())

const rows = (page: Page) => page.getByRole('table').locator('tbody tr:not([aria-hidden])')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** More than a batch, so that some have not left when the first are on their way. */
const numbersOf = (count: number) => Array.from({ length: count }, (_, at) => `0803${7_000_000 + at}`)
/** As they end, so the sandbox's network says. */
const troubled = ['08031555501', '08031555502', '08031555504', '08031555506']

async function send(page: Page, text: string, numbers: readonly string[]): Promise<string> {
  const answer = await page.context().request.post('/api/Messaging/sendSms', {
    data: { subject: 'GRACECHAPEL', message: text, toOthers: numbers.join(',') },
    headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
  })
  const { sentMessageDTO } = (await answer.json()) as { sentMessageDTO: { id: string } }
  return sentMessageDTO.id
}

/** Everything has left, and every receipt is here. */
async function isOver(page: Page, id: string): Promise<boolean> {
  const answer = await page.context().request.get(`/api/messaging/sms/sent/${id}`)
  const { state, counts } = (await answer.json()) as { state: string; counts: { queued: number; sent: number } }
  return state === 'finished' && counts.queued + counts.sent === 0
}

/** The gateway answers no batch until `letGo`. */
const hold = () =>
  fetch(`${stage.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'sms', mode: 'hold', times: 100 }),
  })
const letGo = () => fetch(`${stage.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' })

test('a message is paused, goes on, and the rest is cancelled; whoever was left out gets it afterwards', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example' })
  expect((await hold()).ok).toBe(true)
  const id = await send(page, 'Read as it goes', numbersOf(1_100))
  await page.goto(`/tenant/sms/sent/${id}`)
  await button(page, word('messaging.report.pause')).click()
  await page.getByText(/^Paused by Ngọzi Eze, Today/).waitFor()
  await page.getByText('Still reserved').waitFor()
  await button(page, word('messaging.report.goOn')).click()

  await button(page, word('messaging.report.cancelRest')).click()
  const asks = page.getByRole('dialog', { name: /^Cancel the [\d,]+ that have not left\?$/ })
  await asks.getByText(/unused units are returned\.$/).waitFor()
  await asks.getByRole('button', { name: /^Cancel [\d,]+ messages$/ }).click()
  await asks.waitFor({ state: 'hidden' })
  await letGo()
  const again = button(page, /^Send to the [\d,]+$/)
  await again.waitFor()
  const left = Number(/[\d,]+/.exec((await again.textContent()) ?? '')?.[0].replace(',', ''))
  await page.getByRole('heading', { name: /were cancelled before they left$/ }).waitFor()
  await page.getByText(new RegExp(`^${left.toLocaleString('en-US')} cancelled: returned$`)).waitFor()

  await again.click()
  const dialog = page.getByRole('dialog', { name: word('messaging.report.resendTitle') })
  await dialog.getByRole('button', { name: `Send ${left.toLocaleString('en-US')} messages` }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(id))
  await page.getByRole('heading', { name: new RegExp(` of ${left.toLocaleString('en-US')} `) }).waitFor()
})

test('why some of it did not arrive is told in plain words, with what helps', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example' })
  const id = await send(page, 'Not for everybody', [...troubled, ...numbersOf(3)])
  await expect.poll(() => isOver(page, id)).toBe(true)
  await page.goto(`/tenant/sms/sent/${id}`)
  await page.getByRole('heading', { name: 'Why 4 were not delivered' }).waitFor()
  await page.getByText('4 not delivered: returned').waitFor()
  const balance = page.locator('dl > div').filter({ hasText: 'Balance now' }).locator('dd')
  await expect.poll(async () => (await balance.textContent())?.replace(',', '')).toBe(String(await unitsOf(page)))

  await button(page, 'Correct: Number does not exist').click()
  await expect.poll(() => rows(page).allTextContents()).toEqual([expect.stringContaining('+234 803 155 5502')])
  await rows(page).getByText('1 unit returned').waitFor()
  await button(page, /^Remove .*Number does not exist/).click()
  await expect.poll(() => rows(page).count()).toBe(7)

  await button(page, 'Change sender: Sender ID not allowed').click()
  const dialog = page.getByRole('dialog', { name: word('messaging.report.resendTitle') })
  await dialog.getByLabel('Sender ID').waitFor()
  await dialog.getByRole('button', { name: 'Send 1 message' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await button(page, 'Resend to 1').click()
  await dialog.getByRole('button', { name: 'Send 1 message' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(id))
  await page.getByRole('heading', { name: '0 of 1 delivered, 0%' }).waitFor()
  await page.getByText('Phone off or out of coverage').first().waitFor()
})
