import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { unitsOf } from './kit/pages.ts'
import { openStage, type Stage } from './kit/stage.ts'

const GRACE = 'admin@grace.example'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const rows = (page: Page) => page.getByRole('table').locator('tbody tr:not([aria-hidden])')
const row = (page: Page, words: string | RegExp) => rows(page).filter({ hasText: words })
const said = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words).waitFor()

async function openStatement(search = ''): Promise<Page> {
  const { page } = await stage.visit({ as: GRACE, path: `/tenant/units/statement${search}` })
  await rows(page).first().waitFor()
  return page
}

async function sendMessage(page: Page, message: string): Promise<void> {
  const answer = await page.context().request.post('/api/Messaging/sendSms', {
    data: { subject: 'GRACECHAPEL', message, toOthers: '08035550201' },
    headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
  })
  expect(await answer.json()).toMatchObject({ status: true })
}

async function linesOf(page: Page): Promise<number> {
  const answer = await page.context().request.get('/api/billing/units/statement?limit=1')
  return ((await answer.json()) as { total: number }).total
}

test('a message is one line: it opens to show what it took aside and spent, and leads to its report', async () => {
  const { page } = await stage.visit({ as: GRACE, path: '/tenant/units' })
  const before = await unitsOf(page)
  const text = `Harvest thanksgiving ${crypto.randomUUID().slice(0, 4)}`
  await sendMessage(page, text)
  await page.getByRole('link', { name: 'Statement' }).click()
  await page.getByRole('heading', { name: 'Units statement' }).waitFor()
  const line = row(page, text)
  await line.getByText('−1', { exact: true }).waitFor()
  await line.getByText((before - 1).toLocaleString('en-US'), { exact: true }).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      await rows(page).first().waitFor()
      return line.allInnerTexts()
    })
    .toEqual([expect.stringMatching(/^Used for a message/)])
  await line.click()
  const message = page.getByRole('dialog', { name: text })
  await expect.poll(() => message.getByRole('listitem').count()).toBe(2)
  const [spent, held] = await message.getByRole('listitem').allInnerTexts()
  expect(spent).toMatch(/^Used\s+1\s/)
  expect(held).toMatch(/^Reserved for a message\s+−1\s/)
  await page.keyboard.press('Escape')
  await message.waitFor({ state: 'hidden' })
  await line.getByRole('button', { name: 'Used for a message' }).press('Enter')
  await message.getByRole('link', { name: 'Delivery report' }).click()
  await page.getByRole('heading', { name: 'Delivery report' }).waitFor()
})

test('what was bought stands there with its reference, and leads to its receipt', async () => {
  const page = await openStatement('?kind=grant')
  const bought = row(page, 'Bought')
  await bought.getByText('+1,000', { exact: true }).waitFor()
  const reference = await bought.getByRole('link').innerText()
  await bought.getByRole('link').click()
  const receipt = page.getByRole('article')
  await receipt.getByText(reference).waitFor()
  expect(await receipt.innerText()).toContain('1,000 SMS units')
})

test('kinds and days are filtered, the address keeps it, and a saved view brings it back', async () => {
  const page = await openStatement()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByText('Bought or free').click()
  await page.waitForURL((url) => url.searchParams.get('kind') === 'grant')
  await expect.poll(() => row(page, 'Used').count()).toBe(0)
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByText('No activity matches your search.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter: To Jan 31, 2020' }).click()
  await row(page, 'Bought').waitFor()
  await page.reload()
  await row(page, 'Bought').waitFor()
  expect(new URL(page.url()).search).toBe('?kind=grant')

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save this view as').fill('What came')
  await page.getByRole('button', { name: 'Save view' }).click()
  await said(page, '“What came” saved')
  await page.goto(`${stage.url}/tenant/units/statement`)
  await row(page, 'Used').first().waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'What came', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('kind') === 'grant')
})

test('the whole statement is a file, and on paper it has a title of its own', async () => {
  const page = await openStatement('?kind=grant')
  await page.getByRole('button', { name: 'Export' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  const csv = await readFile(await (await coming).path(), 'utf8')
  expect(csv).toMatch(/Date.*Activity.*For.*Units.*Reserved.*Balance/)
  expect(csv).toMatch(/Bought.*NX-.*1000/)

  // A real printer is asked for nothing.
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.getByRole('button', { name: 'Print' }).click()
  const paper = page.getByRole('article', { name: 'Units statement', includeHidden: true })
  await paper.waitFor({ state: 'attached' })
  expect(await paper.getByRole('heading', { includeHidden: true }).innerText()).toBe('Units statement')
  expect(await paper.innerText()).toContain('Bought')
})

test('on a phone each line reads as a sentence, and the next ones come as it is scrolled', async () => {
  const { page } = await stage.visit({ as: GRACE, viewport: { width: 360, height: 780 } })
  for (let more = 20 - (await linesOf(page)); more >= 0; more -= 1) await sendMessage(page, `Reminder ${more}`)
  await page.goto(`${stage.url}/tenant/units/statement`)
  const list = page.getByRole('list', { name: 'Units statement' })
  await list.getByRole('listitem').first().waitFor()
  const total = await linesOf(page)
  expect(total).toBeGreaterThan(20)
  await page.getByText(`20 of ${total} shown`).last().scrollIntoViewIfNeeded()
  await page.getByText('End of list', { exact: true }).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(total)
  const words = (await list.getByRole('listitem').filter({ hasText: 'Bought' }).innerText()).replaceAll('\n', ' ')
  expect(words).toMatch(/^Bought \+1,000 NX-\w+ .+ [\d,]+ left$/)
})

test('the church is told when units run low, and is not when it does not want to be', async () => {
  const { page } = await stage.visit({ as: GRACE, path: '/tenant/units' })
  const tell = page.getByRole('checkbox', { name: /Notify us when fewer than/ })
  const save = page.getByRole('button', { name: 'Save' })
  await tell.check()
  await page.getByRole('textbox', { name: /Notify us when fewer than/ }).fill('none')
  await page.getByText('Enter a whole number from 1 to 10,000,000.').waitFor()
  expect(await save.count()).toBe(0)
  await page.getByRole('textbox', { name: /Notify us when fewer than/ }).fill('9,000')
  await save.click()
  await said(page, 'You will be notified when fewer than 9,000 units are left')
  await page.getByText('Fewer than 9,000 units are left. Buy more before you run out.').waitFor()
  expect(await save.count()).toBe(0)

  await page.reload()
  await page.getByText('Fewer than 9,000 units are left. Buy more before you run out.').waitFor()
  await page.getByText('units are left', { exact: true }).click()
  await save.click()
  await said(page, 'Low unit alerts are off')
  expect(await page.getByText('Fewer than 9,000 units are left.').count()).toBe(0)
  await page.reload()
  await tell.waitFor()
  expect(await tell.isChecked()).toBe(false)
  const number = page.getByRole('textbox', { name: /Notify us when fewer than/ })
  await number.focus()
  expect(await tell.isChecked()).toBe(false)
  await number.fill('700')
  expect(await tell.isChecked()).toBe(true)
})
