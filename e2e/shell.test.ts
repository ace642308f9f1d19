import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const inSight = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name })
    .last()
    .evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })

const SIGNED_OUT_WHILE_IT_LOADS = /^401 GET \/api\/dashboard$/

test.each([800, 500, 360])(
  'at a height of %i px the account block stands in sight and the list of places scrolls',
  async (height) => {
    const { page, trouble } = await stage.visit({
      as: 'admin@grace.example',
      path: '/tenant',
      viewport: { width: 1280, height },
    })
    trouble.expect(SIGNED_OUT_WHILE_IT_LOADS)
    const me = /Ngọzi Eze/
    await page.getByRole('button', { name: me }).waitFor()
    expect(await inSight(page, me)).toBe(true)
    await page.getByRole('link', { name: word('app.nav.settings') }).scrollIntoViewIfNeeded()
    expect(await inSight(page, me)).toBe(true)
    await page.getByRole('button', { name: me }).click()
    await page.getByRole('button', { name: word('ui.shell.logout') }).click()
    await page.waitForURL((url) => url.pathname === '/')
  },
)

test('on the smallest phone the way out is reached', async () => {
  const viewport = { width: 320, height: 480 }
  const { page, trouble } = await stage.visit({ as: 'admin@grace.example', path: '/tenant', viewport })
  trouble.expect(SIGNED_OUT_WHILE_IT_LOADS)
  await page.getByRole('button', { name: word('ui.shell.more') }).click()
  await page.getByRole('button', { name: word('ui.shell.logout') }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})
