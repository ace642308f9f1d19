import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'

const PAGE = '/tenant/firsttimeranalytics'
const GRID = 'Who came again, by month of the first visit'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const unsaid = { email: null, phone: null, gender: null, maritalStatus: null, address: null, ownerId: null }
const unborn = { birthDay: null, birthMonth: null, birthYear: null, sourceId: null, interest: null, wantsVisit: null }

/** Enters first-timers, as whoever looks at the page. */
async function enter(page: Page, days: readonly string[]): Promise<void> {
  for (const [place, joinedOn] of days.entries()) {
    const data = { ...unsaid, ...unborn, firstName: 'Efua', lastName: `Mensah ${place}`, kind: 'first_timer', joinedOn }
    const answer = await page.context().request.post('/api/followup/people', {
      data,
      headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
    })
    expect(`${answer.status()} ${answer.ok() ? '' : await answer.text()}`).toBe('200 ')
  }
}

type Counted = { guests: number; returned: number; until: string }
const countedIn = async (page: Page, days: string): Promise<Counted> =>
  (await (await page.context().request.get(`/api/followup/analytics?days=${days}`)).json()) as Counted

const monthName = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(day))
const shortDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
/** A day of the month before the last one, which is closed since the third day after it. */
function closedMonth(today: string) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const iso = (date: Date) => date.toISOString().slice(0, 10)
  return { inside: iso(new Date(Date.UTC(year, month - 3, 12))), closed: iso(new Date(Date.UTC(year, month - 2, 3))) }
}

test('a closed month that has changed since says by how many, and who; a month that is too young is hatched', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: PAGE })
  const { until } = await countedIn(page, '30')
  const { inside, closed } = closedMonth(until)
  await page.getByRole('region', { name: GRID }).waitFor()
  expect(await page.getByText(/ changed by /).count()).toBe(0)
  await enter(page, [inside, inside])
  await page.reload()
  await page.getByText(`${monthName(inside)} changed by +2 since ${shortDay(closed)}`, { exact: true }).waitFor()
  await page.getByText('2 added, 0 removed after the month was closed.').waitFor()
  await page.getByRole('button', { name: 'See the 2 people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Showing 2 of 2').waitFor()
  expect(await dialog.getByText(/^Efua Mensah/).count()).toBe(2)
  await page.keyboard.press('Escape')

  const grid = page.getByRole('table', { name: GRID })
  const thisMonth = grid.getByRole('row', { name: new RegExp(`^${monthName(until)}.*so far`) })
  const unripe = thisMonth.getByText(/^(from )?[A-Z][a-z]{2} \d+$/).locator('xpath=ancestor::td/div')
  expect(await unripe.count()).toBe(4)
  const hatched = (one: Element) => getComputedStyle(one).backgroundImage.startsWith('repeating-linear-gradient')
  expect(await unripe.first().evaluate(hatched)).toBe(true)
  const ripe = grid.getByRole('button', { name: /within 7 days/ }).first()
  expect(await ripe.evaluate(hatched)).toBe(false)
})

test('every chart is a table for screen readers, a file and a picture, with title, period and n', async () => {
  const { page } = await stage.visit({ as: 'followup@grace.example', path: `${PAGE}?days=90` })
  const { guests } = await countedIn(page, '90')
  const titles = ['Retention Flow', 'Inflow Summary', 'Interested Visitors', 'How Did You Hear About Us']
  for (const title of [...titles, 'Came again, by source', 'First contact', GRID]) {
    const chart = page.getByRole('region', { name: title })
    const choose = async (name: string) => {
      await chart.getByRole('button', { name: `Show as a table or export: ${title}` }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    const [file] = await Promise.all([page.waitForEvent('download'), choose('Download as CSV')])
    const [name = '', days = '', count = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect([name.replace('\u{feff}', '').replaceAll('"', ''), days]).toEqual([title, expect.stringMatching(/ to /)])
    expect(count).toMatch(title === GRID ? /^\d+ guests$/ : new RegExp(`^${guests} guests$`))
    const [picture] = await Promise.all([page.waitForEvent('download'), choose('Download as picture')])
    expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG')
    await choose('Show as a table')
    await chart.getByRole('table', { name: title }).getByRole('columnheader').nth(1).waitFor()
  }
})

test('on paper stand the church, what was chosen and the charts, in the colours of paper, and nothing to press', async () => {
  const path = `${PAGE}?days=120`
  const { page } = await stage.visit({ as: 'admin@grace.example', path, colorScheme: 'dark' })
  await page.getByRole('region', { name: 'Retention Flow' }).waitFor()
  await page.getByRole('table', { name: GRID }).waitFor()
  const looks = () =>
    page.getByRole('heading', { name: 'First-timer analytics' }).evaluate((one) => getComputedStyle(one).color)
  const onScreen = await looks()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect([onScreen, await looks()]).toEqual(['rgb(243, 238, 240)', 'rgb(36, 28, 33)'])
  await page.getByText(/^Last 120days, .* to .*\. All contact owners\.$/).waitFor()
  await page.getByRole('main').getByText('Grace Chapel', { exact: true }).waitFor()
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('combobox').filter({ visible: true }).count()).toBe(0)
  for (const name of [/^Print$/, /^Show as a table or export/, /^See the/])
    expect(await page.getByRole('button', { name }).filter({ visible: true }).count()).toBe(0)
  // What colours and stripes say is said on paper too, where browsers leave backgrounds out unless they are told.
  const kept = (one: Element) => getComputedStyle(one).printColorAdjust
  expect(
    await page
      .getByRole('button', { name: /within 7 days/ })
      .first()
      .evaluate(kept),
  ).toBe('exact')
  // All columns are on the sheet, A4 within its margins.
  await page.setViewportSize({ width: 703, height: 1000 })
  const chart = page.getByRole('region', { name: 'Inflow Summary' })
  expect(
    await chart.evaluate(
      (one) =>
        [...one.querySelectorAll('*')].filter(
          (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible',
        ).length,
    ),
  ).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(703)
})

test('of seven guests no percentage is said, of twenty-one a range beside it', async () => {
  const { page } = await stage.visit({ as: 'admin@hope.example', path: '/tenant' })
  const before = await countedIn(page, '30')
  expect(before.guests).toBeLessThanOrEqual(7)
  const upTo = (guests: number, from: number) =>
    enter(
      page,
      Array.from({ length: guests - from }, () => before.until),
    )
  await upTo(7, before.guests)
  await page.goto(PAGE)
  const cards = page.getByRole('region', { name: 'Last 30days' })
  const few = cards.locator('div').filter({ hasText: /^Retention Rate/ })
  await few.getByText(`${before.returned} of 7`, { exact: true }).waitFor()
  await few.getByText('Too few for a percentage').waitFor()
  const overview = page.getByRole('group').filter({ has: page.getByLabel('Period') })
  await overview.getByRole('region', { name: 'Retention Flow' }).waitFor()
  // Of nobody; these are the axis.
  expect(await overview.getByText(/\d%/).filter({ visible: true }).allInnerTexts()).toEqual(['0%', '50%', '100%'])
  await upTo(21, 7)
  await page.reload()
  await cards.getByText(new RegExp(`^${before.returned} of 21 came again, \\d+ to \\d+%$`)).waitFor()
  const stage1 = page.getByRole('region', { name: 'Retention Flow' }).getByRole('listitem').first()
  expect(await stage1.innerText()).toMatch(/21\s*100\.0%\s*85 to 100%/)
})

test('labels come in the language of the browser, and as they were given in that of the United States', async () => {
  const { page } = await stage.visit({ as: 'followup@grace.example', path: PAGE, locale: 'fr-FR' })
  await page.getByRole('region', { name: 'Visiteurs intéressés' }).waitFor()
  const { page: other } = await stage.visit({ as: 'followup@grace.example', path: PAGE, locale: 'en-US' })
  await other.getByRole('region', { name: 'Interested Visitors' }).waitFor()
  expect(await other.getByLabel('Period').locator('option').allInnerTexts()).toEqual([
    'Last 30days',
    'Last 90days',
    'Last 120days',
    'One Year',
  ])
  const tiles = other.getByRole('region', { name: 'Overview' }).locator('> div > span:first-child')
  expect(await tiles.allInnerTexts()).toEqual(['Total Guest', 'Retention Rate', 'Activity Involved'])
})
