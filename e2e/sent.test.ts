import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '#server/test-kit/until.ts'
import { unitsOf } from './kit/pages.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** Waits until the last receipt of everything that matches came. */
async function allArrived(page: Page, search: string): Promise<void> {
  await until(async () => {
    const list = await page
      .context()
      .request.get(`/api/messaging/sms/sent?search=${encodeURIComponent(search)}&limit=50`)
    const { items } = (await list.json()) as { items: { counts: Record<string, number>; recipients: number }[] }
    return items.every(({ counts, recipients }) => (counts['delivered'] ?? 0) + (counts['failed'] ?? 0) === recipients)
  })
}

/** Sends as the page would, without walking it. */
async function sendMessage(page: Page, text: string, toOthers: string): Promise<void> {
  const answer = await page.context().request.post('/api/Messaging/sendSms', {
    data: { subject: 'GRACECHAPEL', message: text, toOthers },
    headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
  })
  expect(await answer.json()).toMatchObject({ status: true })
  await allArrived(page, text)
}

const rows = (page: Page) => page.getByRole('table').locator('tbody tr:not([aria-hidden])')

test('a recipient who was out of reach stands in the report with the reason, and the unit is back', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example' })
  // What the demo sends itself may still be on its way.
  await allArrived(page, '')
  const before = await unitsOf(page)
  await sendMessage(page, 'The choir meets at six', '08035550201, 08035550202, 08035550299')
  expect(await unitsOf(page)).toBe(before - 2)

  await page.goto('/tenant/sms/sent')
  const sent = rows(page).filter({ hasText: 'The choir meets at six' })
  await sent.getByText('1 unit returned').waitFor()
  await sent.getByText('1 not delivered').waitFor()
  await sent.getByRole('link').click()
  await page.getByRole('heading', { name: 'Delivery report' }).waitFor()
  await page.getByText('2 units used.').waitFor()
  await page.getByText('1 not delivered: returned').waitFor()
  const failed = rows(page).filter({ hasText: '+234 803 555 0299' })
  await failed.getByText('Not delivered').waitFor()
  await failed.getByText('Phone off or out of coverage').waitFor()

  await page.getByRole('group', { name: 'Show' }).getByText('Not delivered').click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.reload()
  await failed.waitFor()
  expect(await rows(page).count()).toBe(1)
  await page.getByRole('group', { name: 'Show' }).getByText('All').click()
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('5550201')
  await expect.poll(() => rows(page).allTextContents()).toEqual([expect.stringContaining('+234 803 555 0201')])

  await page.getByRole('link', { name: 'Use this text again' }).click()
  await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe('The choir meets at six')
})

test('sent messages are found by their words and by their sender, and one is duplicated for the same people', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example' })
  await sendMessage(page, 'Tambourines are welcome on Sunday', '08035550203')
  await page.goto('/tenant/sms/sent')
  const search = page.getByRole('searchbox', { name: 'Search sent messages' })
  await search.fill('tambourines ARE')
  await page.getByText('1 matching message').waitFor()
  await rows(page).getByText('Tambourines are welcome on Sunday').waitFor()
  await search.fill('nothing of the kind')
  await page.getByText('No messages match your search.').waitFor()
  expect(await rows(page).count()).toBe(0)
  await search.fill('gracechapel')
  const found = rows(page).filter({ hasText: 'Tambourines are welcome on Sunday' })
  await found.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.waitForURL(/\/tenant\/sms\/compose\?draftId=/)
  await expect
    .poll(() => page.getByLabel('Message', { exact: true }).inputValue())
    .toBe('Tambourines are welcome on Sunday')
  await expect.poll(() => page.getByLabel('Phone numbers').inputValue()).toContain('8035550203')
})

test('deleting asks, can be discarded, and takes the message off the list for good', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example' })
  await sendMessage(page, 'To be deleted', '08035550204')
  await page.goto('/tenant/sms/sent')
  const row = rows(page).filter({ hasText: 'To be deleted' })
  await row.getByRole('checkbox').check()
  const asks = page.getByRole('dialog', { name: 'Confirm delete' })
  const askToDelete = () =>
    page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await askToDelete()
  await asks.getByText("Are you sure you want to proceed? This operation can't be reversed").waitFor()
  await asks.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Delete discarded').waitFor()
  expect(await row.count()).toBe(1)

  await askToDelete()
  await asks.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('SMS has been deleted successfully').waitFor()
  await row.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'SMS' }).waitFor()
  await rows(page).first().waitFor()
  expect(await row.count()).toBe(0)
})

test('a report that is not there says so, and leads back to the list', async () => {
  const { page, trouble } = await stage.visit({
    as: 'admin@grace.example',
    path: '/tenant/sms/sent/0199f3c0-0000-7000-8000-000000000000',
  })
  trouble.expect(/^404 GET \/api\/messaging\/sms\/sent\//)
  await page.getByText('Message not found').waitFor()
  await page.getByRole('link', { name: 'View all sent messages' }).click()
  await page.getByRole('heading', { name: 'SMS' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tenant/sms/sent')
})
