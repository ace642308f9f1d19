import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const field = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

/** Ctrl K is heard as soon as the page stands. */
async function openByKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).first().waitFor()
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}

test('Ctrl K and three letters lead to a person; Escape gives the focus back', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant' })
  const button = page.getByRole('button', { name: 'Search', exact: true }).first()
  await button.click()
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((pressed) => pressed === document.activeElement)).toBe(true)

  await openByKeys(page)
  await page.keyboard.type('adebayo ola')
  await option(page, /Adébáyọ̀ Ọlátúnjí.*803 123 4567/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tenant\/people\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { name: 'Adébáyọ̀ Ọlátúnjí' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/adebayo|Adébáyọ̀/i)
})

test('arrows choose among the places, families are found by their people, and nothing found says so', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant' })
  await openByKeys(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await option(page, 'People').getAttribute('aria-selected')).toBe('true')
  await field(page).fill('olatunji')
  await page.getByRole('group', { name: 'Families' }).getByRole('option').first().waitFor()
  await field(page).fill('zzzz')
  await page.getByText('No results for “zzzz”.').waitFor()
  await field(page).fill('fam')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tenant/families')
})

test('who may not read people finds places only', async () => {
  const { page } = await stage.visit({ as: 'desk@grace.example', path: '/tenant/account' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openByKeys(page)
  await field(page).fill('adebayo')
  await page.getByText('No results for “adebayo”.').waitFor()
  expect(asked.filter((url) => /\/api\/.*(Membership|families)/.test(url))).toEqual([])
})

test('phones have the lens; the desk finds churches', async () => {
  const { page } = await stage.visit({
    as: 'admin@grace.example',
    path: '/tenant',
    viewport: { width: 360, height: 780 },
  })
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await option(page, 'Dashboard').waitFor()
  expect(await option(page, /./).count()).toBeGreaterThan(5)

  const { page: desk, context } = await stage.visit()
  await context.request.post('/api/operator/session', {
    data: { email: 'operator@narthex.example', password: 'narthex-demo' },
    headers: { origin: stage.url },
  })
  await desk.goto('/operator/churches')
  await openByKeys(desk)
  await field(desk).fill('hope')
  await option(desk, /Hope Church/).click()
  await desk.waitForURL(/\/operator\/churches\/[0-9a-f-]{36}$/)
})
