import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const openDay = () => stage.visit({ as: 'admin@grace.example', path: '/tenant/followup' })
const button = (page: Page, id: string) => page.getByRole('button', { name: word(id), exact: true })
const choice = (page: Page, id: string) => page.getByRole('combobox', { name: word(id), exact: true })

test('an outcome takes two presses, and whoever was reached leaves the day', async () => {
  const { page } = await openDay()
  await choice(page, 'followup.day.whose').selectOption({ label: word('followup.day.all') })
  const rows = page.getByRole('listitem').filter({ has: button(page, 'followup.way.outcome') })
  await rows.first().waitFor()
  const name = (await rows.first().getByRole('link').first().textContent()) ?? ''
  expect(name).not.toBe('')
  await rows
    .first()
    .getByRole('button', { name: word('followup.way.outcome') })
    .click()
  await rows
    .first()
    .getByRole('button', { name: word('followup.outcome.noAnswer') })
    .click()
  await page.getByText(word('followup.hub.saved')).waitFor()
  await rows.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' })
})

test('a newcomer is entered, moved along the path, handed on, and has a task that is marked', async () => {
  const { page } = await openDay()
  await page.getByRole('link', { name: word('followup.hub.add') }).click()
  await page.getByLabel(word('followup.addForm.firstName')).fill('Adaeze')
  await page.getByLabel(word('followup.addForm.lastName')).fill('Walker')
  await page.getByLabel(word('followup.addForm.phone')).fill('+2348035550177')
  await button(page, 'followup.hub.add').click()
  await page.getByRole('heading', { name: 'Adaeze Walker' }).waitFor()

  const stages = page.getByRole('region', { name: word('followup.person.path') }).getByRole('button')
  await stages.nth(2).click()
  await expect.poll(() => stages.nth(2).getAttribute('aria-current')).toBe('step')
  const owner = choice(page, 'followup.person.handOn')
  await owner.selectOption({ label: 'Tèmítọ́pẹ́ Àlàbí' })
  await page.getByText(word('followup.log.owner')).waitFor()
  await page.reload()
  await expect.poll(() => owner.locator('option:checked').textContent()).toBe('Tèmítọ́pẹ́ Àlàbí')
  expect(await stages.nth(2).getAttribute('aria-current')).toBe('step')

  await page.getByRole('link', { name: word('followup.way.sms') }).click()
  const text = page.getByLabel('Message to Adaeze')
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true)

  await button(page, 'followup.write.task').click()
  await page.getByLabel(word('followup.task.instructions')).fill('Invite to the choir')
  await button(page, 'followup.task.create').click()
  await page.getByText('Invite to the choir').first().waitFor()
  await page.goto('/tenant/followup/task')
  const task = page.getByRole('region', { name: 'Invite to the choir' })
  await task.getByRole('combobox').selectOption({ label: word('followup.status.completed') })
  await page.getByText('Task marked successfully').waitFor()
  await task.waitFor({ state: 'detached' })
})

type Sources = { id: number | null; name: string | null; guests: number; returned: number }[]

const signs: Record<string, string> = {
  Website: 'world',
  Friend: 'users',
  'Social Media': 'share',
  Flyer: 'file-text',
  'Not Specified': 'help-circle',
}

/** The channels that most came by: name, icon and share of each. */
const topSources = (cards: Locator) =>
  cards.getByRole('listitem').evaluateAll((lines) =>
    lines.map((line) => {
      const [sign, name, share] = line.children
      return [name?.textContent, sign?.classList.value.split('tabler-icon-').at(-1), share?.textContent]
    }),
  )

/** So many of a thousand guests of 120 days came by each. */
async function tellSources(page: Page, guests: Record<string, number>): Promise<void> {
  await page.route(/\/api\/followup\/analytics\?.*days=120/, async (route) => {
    const answer = await route.fetch()
    const figures = (await answer.json()) as { sources: Sources }
    const sources = figures.sources.map((each) => ({ ...each, guests: guests[each.name ?? ''] ?? 0 }))
    await route.fulfill({ json: { ...figures, guests: 1000, sources } })
  })
}

test('the dashboard has the cards, charts and periods of the seed, and every figure opens the people behind it', async () => {
  const { page } = await stage.visit({ as: 'followup@grace.example', path: '/tenant/followup/dashboard' })
  const cards = page.getByRole('region', { name: 'Overview' })
  for (const name of ['Total First Timers', 'Activity Involved', 'Retention Rate', 'Top Acquisition channel'])
    await cards.getByText(name, { exact: true }).waitFor()
  expect(await cards.getByRole('listitem').count()).toBe(3)
  for (const title of ['Retention Flow', 'Inflow Summary', 'Interested Visitors', 'How Did You Hear About Us'])
    await page.getByRole('region', { name: title }).waitFor()
  expect(await choice(page, 'followup.analytics.period').locator('option').allTextContents()).toEqual([
    'Last 30days',
    'Last 90days',
    'Last 120days',
    'One Year',
  ])
  const guests = cards.getByRole('button', { name: /guests?, see the people/ })
  const month = Number(await guests.innerText())
  await choice(page, 'followup.analytics.period').selectOption('Last 90days')
  await expect.poll(async () => Number(await guests.innerText())).toBeGreaterThan(month)
  for (const [name = '', sign, share] of await topSources(cards)) {
    expect(sign).toBe(signs[name])
    expect(share).toMatch(/^\d+\.\d%$/)
  }
  await cards.getByRole('listitem').first().getByRole('button').click()
  await page.getByRole('dialog').getByRole('status').filter({ hasText: 'Showing' }).waitFor()
  await page.keyboard.press('Escape')
  await tellSources(page, { Website: 295, Flyer: 405, '': 300 })
  await choice(page, 'followup.analytics.period').selectOption('Last 120days')
  const told = [
    ['Flyer', 'file-text', '40.5%'],
    ['Not Specified', 'help-circle', '30.0%'],
    ['Website', 'world', '29.5%'],
  ]
  await expect.poll(() => topSources(cards)).toEqual(told)
})

test('what is known of somebody is edited, a comment mended, a note kept private, and the way they are kept from the day', async () => {
  const { page, trouble } = await stage.visit({
    as: 'followup@grace.example',
    path: '/tenant/followup/people?search=Jo%C3%A3o',
  })
  await page.getByRole('link', { name: 'João', exact: true }).first().click()
  await page.getByRole('heading', { name: 'João Baptista' }).waitFor()

  await page.getByRole('region', { name: 'About' }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Year').fill('2199')
  trouble.expect(/400 PUT/)
  await button(page, 'followup.write.save').last().click()
  await form.getByText('It cannot be in the future.').first().waitFor()
  await form.getByLabel('Year').fill('1990')
  await form.getByLabel('Address').fill('14 Allen Avenue')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('14 Allen Avenue').waitFor()

  await button(page, 'followup.write.task').click()
  await page.getByLabel(word('followup.task.instructions')).fill('Pray with him')
  await page.getByText('In 3 days', { exact: true }).click()
  await choice(page, 'followup.task.type').selectOption({ label: 'Pray' })
  await button(page, 'followup.task.create').click()
  const task = page.getByRole('region', { name: 'Pray with him' })
  await task.getByLabel(word('followup.task.comment')).fill('After five')
  await task.getByRole('button', { name: 'Add comment' }).click()
  const comment = task.getByRole('listitem').filter({ hasText: 'After five' })
  await comment.getByRole('button', { name: 'Edit' }).click()
  await task.getByRole('listitem').getByRole('textbox').fill('After six')
  await task.getByRole('listitem').getByRole('button', { name: 'Save' }).click()
  const mended = task.getByRole('listitem').filter({ hasText: 'After six' })
  await mended.getByRole('button', { name: 'Delete' }).click()
  await mended.waitFor({ state: 'detached' })

  await button(page, 'followup.write.private').click()
  await page.getByLabel(word('followup.write.private'), { exact: true }).fill('Ask gently')
  await button(page, 'followup.write.save').click()
  await page.getByText('Ask gently', { exact: true }).first().waitFor()
  await button(page, 'followup.way.outcome').click()
  await button(page, 'followup.snooze.title').click()
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  await page
    .getByText(/^Snoozed until/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: word('followup.snooze.wake') }).click()
  await expect.poll(() => page.getByRole('button', { name: word('followup.snooze.wake') }).count()).toBe(0)
})
