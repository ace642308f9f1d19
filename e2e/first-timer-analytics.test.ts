import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findFaults } from './kit/looks.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''))

/** Opens a figure and answers how many people stand behind it, by the dialog and by its lines. */
async function openFigure(page: Page, name: string | RegExp): Promise<{ told: number; shown: number }> {
  await page.getByRole('button', { name }).first().click()
  const dialog = page.getByRole('dialog')
  const status = dialog.getByRole('status')
  await status.filter({ hasText: 'Showing' }).waitFor()
  const more = dialog.getByRole('button', { name: 'Show more' })
  while (await more.isVisible()) {
    const before = await dialog.getByRole('listitem').count()
    await more.click()
    await expect.poll(() => dialog.getByRole('listitem').count()).toBeGreaterThan(before)
  }
  const told = numberIn((await status.innerText()).split(' of ')[1] ?? '')
  const shown = await dialog.getByRole('listitem').count()
  await page.keyboard.press('Escape')
  return { told, shown }
}

test('figures open the people behind them, follow period and owner, and can be taken away', async () => {
  const { page } = await stage.visit({ as: 'followup@grace.example', path: '/tenant/firsttimeranalytics' })
  await page.getByRole('heading', { name: 'First-timer analytics' }).waitFor()
  const cards = page.getByRole('region', { name: 'Last 30days' })
  for (const name of ['Total Guest', 'Retention Rate', 'Activity Involved', 'Top acquisition source'])
    await cards.getByText(name, { exact: true }).waitFor()
  const guests = numberIn(await cards.getByRole('button', { name: /guests?, see the people/ }).innerText())
  expect(guests).toBeGreaterThan(0)
  expect(await openFigure(page, /guests?, see the people/)).toEqual({ told: guests, shown: guests })

  await page.getByLabel('Period').selectOption('Last 90days')
  await expect.poll(() => new URL(page.url()).searchParams.get('days')).toMatch(/90/)
  const again = page.getByRole('region', { name: 'Overview' }).getByRole('button', { name: /came again/ })
  const wanted = numberIn((await again.getAttribute('aria-label'))?.split(' ')[0] ?? '')
  await again.click()
  await page
    .getByRole('dialog', { name: `${wanted} ` })
    .getByRole('status')
    .filter({ hasText: `of ${wanted}` })
    .waitFor()
  await page.keyboard.press('Escape')
  for (const title of ['Retention Flow', 'Inflow Summary', 'Interested Visitors', 'How Did You Hear About Us'])
    await page.getByRole('region', { name: title }).waitFor()

  const flow = page.getByRole('region', { name: 'Retention Flow' })
  const take = async (name: string) => {
    await flow.getByRole('button', { name: 'Show as a table or export: Retention Flow' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const text = await take('Download as CSV')
  expect(text.name).toMatch(/^retention-flow-.*\.csv$/)
  expect(text.bytes.toString()).toMatch(
    /^\uFEFFRetention Flow\r\n.* to .*\r\n\d+ guests\r\n\r\nStage,Guests,Share,Same weekdays last year\r\n/,
  )
  const picture = await take('Download as picture')
  expect(picture.name).toMatch(/^retention-flow-.*\.png$/)
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  await flow.getByRole('button', { name: 'Show as a table or export: Retention Flow' }).click()
  await page.getByRole('menuitem', { name: 'Show as a table' }).click()
  await flow
    .getByRole('table', { name: 'Retention Flow' })
    .getByRole('row', { name: /^Member/ })
    .waitFor()

  await page.getByLabel('Contact owner').selectOption('No owner')
  await page.getByRole('table', { name: 'Who came again, by month of the first visit' }).waitFor()
  expect(await findFaults(page)).toEqual([])
})

test('whoever may send takes the people behind a figure away as a file, or writes to them', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant' })
  const tiles = page.getByRole('region', { name: 'Key figures' })
  await tiles.getByText('Retention Rate', { exact: true }).waitFor()
  const guests = tiles
    .locator('dd')
    .filter({ has: page.getByRole('link') })
    .first()
  const count = numberIn(await guests.innerText())
  await guests.getByRole('link').click()
  await page.getByRole('heading', { name: 'First-timer analytics' }).waitFor()
  await page
    .getByRole('button', { name: `${count} guests, see the people` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: `${count} guests` })
  await dialog
    .getByRole('status')
    .filter({ hasText: `of ${count}` })
    .waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^first-timers-\d{4}-\d\d-\d\d\.xlsx$/)
  await dialog.getByRole('button', { name: 'Send SMS' }).click()
  await page.waitForURL('**/tenant/sms/compose')
  await page
    .getByText(`and ${count - 1} more`)
    .first()
    .waitFor()
})

test('an overview that was closed stays closed, and Easter takes the place of last year', async () => {
  const path = '/tenant/firsttimeranalytics?days=365&compare=easter'
  const { page } = await stage.visit({ as: 'followup@grace.example', path })
  const flow = page.getByRole('region', { name: 'Retention Flow' })
  await flow.waitFor()
  expect(await page.getByLabel('Period').inputValue()).toBe('365')
  await page
    .getByText(/at the same time around Easter/)
    .first()
    .waitFor()
  await page.getByRole('heading', { name: 'Overview' }).click()
  await flow.waitFor({ state: 'hidden' })
  await page.waitForURL('**closed=yes**')
  await page.reload()
  await page.getByRole('table', { name: 'Who came again, by month of the first visit' }).waitFor()
  expect(await flow.isVisible()).toBe(false)
})
