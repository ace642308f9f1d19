import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayFromNow } from './kit/checkin.ts'
import { fillMessage } from './kit/pages.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const visit = (path: string) => stage.visit({ as: 'admin@grace.example', path })
const row = (page: Page, text: string) => page.getByRole('table').locator('tbody tr').filter({ hasText: text })
const tab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: word('messaging.lists.label') })
    .getByRole('link', { name: new RegExp(`^${name}`) })
const message = (page: Page) => page.getByLabel('Message', { exact: true })

async function pick(page: Page, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: word('messaging.compose.scheduleOrDraft') }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('what is scheduled stands with when it leaves and what it costs, is cancelled into a draft, and sent from there', async () => {
  const { page } = await visit('/tenant/sms/compose')
  const text = 'Choir practice moved to five'
  await fillMessage(page, { numbers: '08035550301, 08035550302', text })
  await pick(page, /^Schedule/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Sunday/ }).click()
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.waitForURL('**/tenant/sms/scheduled')
  const waiting = row(page, text)
  await waiting.getByText('GRACECHAPEL to 2 people').waitFor()
  await waiting.getByText(/^Sun, .* 8:00 AM$/).waitFor()
  expect(await waiting.getByRole('cell', { name: '2', exact: true }).count()).toBe(1)

  await waiting.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText(word('messaging.scheduled.cancelled')).waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^View drafts/ }).click()
  await row(page, text).getByText('2 numbers').waitFor()
})

test('one that lacks units says so, leads to them, and is sent now once they are there', async () => {
  const { page } = await visit('/tenant/sms/scheduled')
  const { request } = page.context()
  const id = crypto.randomUUID()
  const phoneNumbers = Array.from({ length: 12_000 }, (_, at) => `0803${6_000_000 + at}`).join(',')
  const localTime = `${dayFromNow(5)}T08:00`
  const content = { senderId: 'GRACECHAPEL', message: 'More than we can pay for' }
  const schedule = (numbers: string, version: number) =>
    request.put(`/api/messaging/drafts/${id}/schedule`, {
      data: { channel: 'sms', content, destination: { phoneNumbers: numbers }, localTime, version },
      headers: { origin: stage.url },
    })
  expect((await schedule(phoneNumbers, 0)).status()).toBe(200)
  await page.reload()
  const waiting = row(page, content.message)
  await waiting.getByText(/ units short$/).waitFor()
  expect(await waiting.getByRole('link', { name: 'Buy units' }).getAttribute('href')).toBe('/tenant/units')
  await waiting.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: word('messaging.scheduled.sendNow') }).click()
  const dialog = page.getByRole('dialog', { name: word('messaging.scheduled.sendNowTitle') })
  await dialog.getByText(/^You need [\d,]+ more units to send this\.$/).waitFor()
  const go = dialog.getByRole('button', { name: word('messaging.scheduled.sendNow') })
  expect(await go.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  expect((await schedule('08035550303', 1)).status()).toBe(200)
  await page.reload()
  await waiting.getByText('GRACECHAPEL to 1 person').waitFor()
  await waiting.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: word('messaging.scheduled.sendNow') }).click()
  await go.click()
  await page.getByRole('heading', { name: 'Delivery report' }).waitFor()
  await page.goto('/tenant/sms/scheduled')
  await tab(page, 'Scheduled').waitFor()
  await waiting.waitFor({ state: 'detached' })
})

test('a draft kept on one device is opened, duplicated and deleted on another', async () => {
  const { page } = await visit('/tenant/sms/compose')
  await fillMessage(page, { numbers: '08035550304', text: 'Parents, please bring white socks' })
  await pick(page, /^Draft/)
  await page.getByText(word('messaging.draft.saved'), { exact: true }).waitFor()
  await page.waitForURL('**/tenant/sms/draft')
  await row(page, 'white socks').waitFor()

  const { page: phone } = await visit('/tenant/sms/draft')
  const kept = row(phone, 'white socks')
  await kept.getByText('1 number').waitFor()
  await kept.getByRole('button', { name: /^More actions for/ }).click()
  await phone.getByRole('menuitem', { name: word('messaging.lists.duplicate') }).click()
  await expect.poll(() => kept.count()).toBe(2)
  await kept.first().getByRole('link', { name: 'Open' }).click()
  await expect.poll(() => message(phone).inputValue()).toBe('Parents, please bring white socks')
  await message(phone).fill('Parents, please bring white socks and a cap')
  await phone.getByText(/^Draft saved/).waitFor()
  await page.reload()
  await row(page, 'white socks and a cap').waitFor()

  await kept.first().waitFor({ state: 'detached' })
  await row(page, 'white socks').first().getByRole('checkbox').check()
  await row(page, 'white socks').nth(1).getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  const asks = page.getByRole('dialog', { name: 'Confirm delete' })
  await asks.getByText("Are you sure you want to proceed? This operation can't be reversed").waitFor()
  await asks.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('SMS has been deleted successfully').waitFor()
  await expect.poll(() => row(page, 'white socks').count()).toBe(0)
})

test('a template begins a message, is renamed, and its name is nobody else’s', async () => {
  const { page, trouble } = await visit('/tenant/sms/templates')
  trouble.expect(/^409 PUT /)
  const { request } = page.context()
  for (const title of ['Ushers', 'Reminder']) {
    const content = { senderId: 'GRACECHAPEL', message: `${title} to everybody` }
    const data = { channel: 'sms', content, title, isBirthday: false, version: 0 }
    const path = `/api/messaging/templates/${crypto.randomUUID()}`
    expect((await request.put(path, { data, headers: { origin: stage.url } })).status()).toBe(200)
  }
  await page.reload()
  await row(page, 'Ushers').getByRole('button', { name: 'More actions for Ushers' }).click()
  await page.getByRole('menuitem', { name: word('messaging.lists.rename') }).click()
  const dialog = page.getByRole('dialog', { name: word('messaging.lists.renameTitle') })
  await dialog.getByLabel('Name').fill('reminder')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByText(word('messaging.lists.nameTaken')).waitFor()
  await dialog.getByLabel('Name').fill('First-timers')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByText(word('messaging.lists.renamed')).waitFor()
  await row(page, 'First-timers').getByRole('link', { name: 'Use', exact: true }).click()
  await expect.poll(() => message(page).inputValue()).toBe('Ushers to everybody')
})
