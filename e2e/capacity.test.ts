import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paths } from '#web/routing/paths.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const WHO = 'admin@full.example'
const arriveAt = (page: Page, address: string) => page.waitForURL((url) => url.pathname === address)
const atGate = (page: Page) => page.getByRole('heading', { name: 'Member Capacity Exceeded' }).waitFor()
const archiveAll = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all', exact: false }).first().check()
  const matching = page.getByRole('button', { name: /^Select all 1\d\d/ })
  if (await matching.isVisible()) await matching.click()
  await page.getByRole('button', { name: 'Archive', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
}

test('from the gate room is made, the staff left out by name, and everything opens again', async () => {
  const { page } = await stage.visit({ as: WHO, path: '/tenant' })
  await atGate(page)
  await page.getByRole('link', { name: /^Archive people/ }).click()
  await arriveAt(page, paths.peopleWhileGated)
  await page.getByText('20 people too many (120 of 100)').waitFor()
  await page.getByRole('link', { name: 'Go back' }).click()
  await atGate(page)
  await page.getByRole('link', { name: /^Archive people/ }).click()
  await archiveAll(page)
  await page.getByText('119 people archived').waitFor()
  await page.getByText('Left out, because they are on your staff: Maryam Jibril').waitFor()
  await page.getByText('There is room again (1 of 100).').waitFor()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await arriveAt(page, paths.dashboard)
  expect(await page.getByRole('complementary', { name: 'Over your plan’s limit' }).count()).toBe(0)
})

/** Each day with room gives a day of grace back. */
const haveRoomFor = (days: number) =>
  fetch(`${stage.sandboxUrl}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ forwardSeconds: days * 86_400 }),
  })

test('what was done is undone from there too, and the days of grace are told on every screen', async () => {
  await haveRoomFor(6)
  const { page } = await stage.visit({ as: WHO, path: paths.undoWhileGated })
  await page.getByText('119 people archived').waitFor()
  await page.getByText(/^Maryam Jibril ·/).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('No changes that can be undone').waitFor()
  await page.goto(paths.groups)
  const banner = page.getByRole('complementary', { name: 'Over your plan’s limit' })
  await banner.getByText('Over your plan (120 of 100): 5 days left').waitFor()
  await banner.getByRole('link', { name: 'Archive people' }).click()
  await arriveAt(page, paths.people)
  await banner.getByRole('link', { name: 'Choose a larger plan' }).click()
  await arriveAt(page, paths.subscription)
  const status = page.getByRole('region', { name: 'Account status' })
  await status.getByText('Over capacity').waitFor()
  expect(await status.getByText('Active', { exact: true }).count()).toBe(0)
  const small = page.getByRole('option', { name: 'up to 100 people, you have 120', exact: false })
  expect(await small.isDisabled()).toBe(true)
})

test('the next payment is due on the same day wherever it is told', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: paths.dashboard })
  const told = await page.getByText(/^Next payment due /).innerText()
  await page.goto(paths.subscription)
  const line = page
    .getByRole('region', { name: 'Account status' })
    .locator('dl > div')
    .filter({ hasText: 'Next payment' })
  const due = new Date(await line.locator('dd').innerText())
  const expiry = page.getByRole('region', { name: 'Account status' }).locator('dl > div').filter({ hasText: 'Expiry' })
  expect(told.replace('Next payment due ', '')).toBe(
    due.toLocaleDateString('en-US', { month: 'short', day: 'numeric' }),
  )
  expect(new Date(await expiry.locator('dd').innerText()).getTime() - due.getTime()).toBe(2 * 86_400_000)
})

test('an import that goes past the plan says so before it begins, with the days and the plan that fits', async () => {
  const { page } = await stage.visit({ as: WHO, path: paths.imports })
  const file = ['Name', ...Array.from({ length: 5 }, (_, index) => `Guest number${index}`)].join('\n')
  const upload = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(file) }
  await page.getByLabel('Choose a file').setInputFiles(upload)
  await page.getByRole('button', { name: 'Check rows' }).click({ timeout: 45_000 })
  await page.getByText('25 people more than your plan: 125, and it is for 100').waitFor({ timeout: 45_000 })
  await page.getByText('You then have up to 5 days').waitFor()
  await page.getByText(/The plan that fits: .+, up to \d+ people\./).waitFor()
  expect(await page.getByRole('button', { name: 'Import 5 people' }).isEnabled()).toBe(true)
})
