import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mailTo, smsSaying } from './kit/inboxes.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** Time stands still, however slow the machine is. */
const standStill = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)

/** What is said while time stands still stays for so long, and then goes. */
async function staysFor(page: Page, text: string, milliseconds: number): Promise<void> {
  const toast = page.getByText(text, { exact: true })
  await toast.waitFor()
  await page.mouse.move(0, 0)
  await page.clock.runFor(milliseconds - 100)
  await toast.waitFor()
  await page.clock.runFor(200)
  await toast.waitFor({ state: 'detached' })
  await page.clock.resume()
}

test('the page has its title, tabs and Logout; people their columns, found by any field, each leading to their page', async () => {
  const { page } = await stage.visit({ as: 'followup@grace.example', path: '/tenant/followup/people' })
  await page.getByRole('heading', { name: 'Follow up', exact: true }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Follow up' })
  for (const name of [/^Dashboard/, /^People/, /^Task/]) await tabs.getByRole('link', { name }).waitFor()
  for (const name of ['FIRST NAME', 'LAST NAME', 'EMAIL', 'PHONE', 'ACTION'])
    await page.getByRole('columnheader', { name }).waitFor()
  const here = tabs.locator('[aria-current=page]')
  const search = page.getByRole('searchbox').first()
  const find = async (text: string) => {
    await search.fill(text)
    await search.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('search') === text)
  }
  await find('joao')
  const row = page.getByRole('row').filter({ hasText: 'Baptista' })
  await row.waitFor()
  expect(await here.allTextContents()).toEqual(['People'])
  const links = await row.getByRole('link').all()
  const places = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(links.length).toBeGreaterThanOrEqual(3)
  expect(new Set(places).size).toBe(1)
  expect(places[0]).toMatch(/^\/tenant\/firsttimermanagement\/[\da-f-]+\?memberType=0$/)
  const number = (await row.getByRole('link').last().innerText()).trim()
  await find('yakubu')
  await page.getByRole('row').filter({ hasText: 'Fátímà' }).waitFor()
  await find(number)
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await row.waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.getByLabel(word('identity.signIn.email')).waitFor()
  expect((await page.request.get('/api/identity/session')).status()).toBe(401)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('a task has the choices of the seed, and its toast stays for five seconds', async () => {
  const { page } = await stage.visit({ as: 'followup@grace.example', path: '/tenant/followup/people?search=Jo%C3%A3o' })
  await page.getByRole('link', { name: 'João', exact: true }).first().click()
  await page.getByRole('button', { name: word('followup.write.task'), exact: true }).click()
  const choices = (legend: string) => page.getByRole('group', { name: legend, exact: true }).getByRole('radio')
  const said = async (legend: string) =>
    Promise.all((await choices(legend).all()).map((each) => each.evaluate((radio) => radio.parentElement?.textContent)))
  expect(await said('Due date')).toEqual([
    'Today',
    'Tomorrow',
    'In 2 days',
    'In 3 days',
    'In One Week',
    'In Two Weeks',
    'In One Month',
  ])
  expect(await said('Reminder')).toEqual(['None', '30 minutes before', '1 hour before', '1 day before'])
  const options = (name: string) =>
    page.getByRole('combobox', { name, exact: true }).first().locator('option').allTextContents()
  expect(await options('Priority')).toEqual(['High', 'Low'])
  expect(await options('Set status')).toEqual([
    'Pending',
    'In Progress',
    'Completed',
    'Cancelled',
    'Rescheduled',
    'Stalled',
  ])
  expect(await options('Lead status')).toEqual(['Active', 'Paused', 'Converted'])
  await page.getByLabel(word('followup.task.instructions')).fill('Bring the book')
  await page.getByRole('button', { name: word('followup.task.create'), exact: true }).click()
  const task = page.getByRole('region', { name: 'Bring the book' })
  await task.waitFor()
  await page.clock.install()
  await standStill(page)
  await task.getByRole('combobox', { name: 'Set status' }).selectOption({ label: 'Stalled' })
  await staysFor(page, 'Task marked successfully', 5_000)
})

test('each toast of the seed is said for its time: delete asked, thought better of, and done', async () => {
  const { page } = await stage.visit({
    as: 'followup@grace.example',
    path: '/tenant/followup/people?search=Am%C3%A9lie',
  })
  const row = page.getByRole('row').filter({ hasText: 'N’Diaye' })
  const dialog = page.getByRole('dialog', { name: 'Confirm delete' })
  const answer = async (choice: 'Cancel' | 'OK') => {
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await dialog.getByText('Are you sure you want to proceed?').waitFor()
    await standStill(page)
    await dialog.getByRole('button', { name: choice, exact: true }).click()
  }
  await row.waitFor()
  await page.clock.install()
  await answer('Cancel')
  await staysFor(page, 'Delete canceled', 5_000)
  await answer('OK')
  await staysFor(page, 'Deleted Successfully', 3_000)
  await expect.poll(() => row.count()).toBe(0)
})

test('a new convert, found by email, has a page and a path of their own, and what is written there reaches them', async () => {
  const { page } = await stage.visit({
    as: 'followup@grace.example',
    path: '/tenant/followup/people?search=zainab.k%40mail.example',
  })
  await page.getByRole('row').filter({ hasText: 'Zainab' }).getByRole('link').first().click()
  await page.waitForURL(/\/tenant\/firsttimermanagement\/[\da-f-]+\?memberType=1$/)
  await page.getByText('New convert', { exact: true }).waitFor()
  const place = page.getByRole('link', { name: 'Follow up', exact: true }).and(page.locator('[aria-current=page]'))
  await place.waitFor()
  const stages = page.getByRole('region', { name: 'Life cycle' }).getByRole('button')
  const names = await stages.evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
  expect(names).toEqual(['Decision', 'Contacted', 'Foundation class', 'Baptism', 'Member'])
  await page.getByRole('combobox', { name: 'Lead status' }).selectOption({ label: 'Paused' })
  await page.getByText('Active → Paused').waitFor()
  await page.getByRole('region', { name: 'About' }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Address').fill('3 Bode Thomas Street')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('3 Bode Thomas Street').waitFor()

  const write = page.getByRole('region', { name: word('followup.write.title') })
  const sendAs = async (way: 'SMS' | 'Email', text: string) => {
    await write.getByRole('button', { name: way, exact: true }).click()
    if (way === 'Email') await write.getByLabel('Subject').fill('Foundation class')
    await write.getByLabel('Message to Zainab').fill(text)
    await write.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => write.getByLabel('Message to Zainab').inputValue()).toBe('')
  }
  await sendAs('SMS', 'The class begins at nine.')
  const toWhom = async () => (await smsSaying(stage.sandboxUrl, 'The class begins at nine.')).map(({ to }) => to)
  await expect.poll(toWhom).toEqual(['+2348024473391'])
  await sendAs('Email', 'Bring your Bible.')
  const told = async () => (await mailTo(stage.sandboxUrl, 'zainab.k@mail.example')).text
  await expect.poll(told).toContain('Bring your Bible.')
})
