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

const openPeople = async (path = '/tenant/people') => (await stage.visit({ as: 'admin@grace.example', path })).page
const rows = (page: Page) => page.getByRole('table', { name: 'People' }).locator('tbody tr:not([aria-hidden])')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search people' })
const withoutMarks = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const addressOf = (page: Page) => new URL(page.url()).searchParams
const foot = (page: Page) =>
  page
    .getByRole('main')
    .locator('span')
    .getByText(/^[\d,]+ of [\d,]+ shown$/)

test('a person is found with and without marks, by phone in any spelling, and by e-mail', async () => {
  const page = await openPeople()
  for (const [wanted, ...held] of [
    ['Ọlátúnjí', 'olatunji'],
    ['olatunji', 'olatunji'],
    ['OLATUNJI adeb', 'olatunji', 'adeb'],
    ['08031234567', '803 123 4567'],
    ['+234 803 123 4567', '803 123 4567'],
    ['adebayo.o@', 'adebayo.o@'],
  ] as const) {
    await search(page).fill(wanted)
    await page.waitForURL((url) => url.searchParams.get('search') === wanted)
    await page.getByText(/people, [\d,]+ match(es)? your filters/).waitFor()
    await row(page, 'adebayo.o@mail.example').getByText('Adébáyọ̀ Ọlátúnjí').waitFor()
    const found = (await rows(page).allTextContents()).map(withoutMarks)
    expect(found.filter((text) => !held.every((word) => text.includes(word)))).toEqual([])
    await search(page).fill('nobody of this name')
    await page.getByText('No people match your search.').waitFor()
  }
})

test('the filters stand in the address; a reload keeps them and the way back undoes them', async () => {
  const page = await openPeople()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('First-timer', { exact: true }).first().click()
  await page.waitForURL((url) => url.searchParams.get('kind') === 'first_timer')
  await page.getByText('Alpha course').first().click()
  await page.waitForURL((url) => url.searchParams.has('group'))
  await page.keyboard.press('Escape')
  await row(page, 'Amélie N’Diaye').waitFor()
  const expectFiltered = async () => {
    await page.getByText(/match your filters/).waitFor()
    const listed = await rows(page).allTextContents()
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.every((text) => text.includes('First-timer') && text.includes('Alpha course'))).toBe(true)
  }
  await expectFiltered()
  await page.reload()
  await expectFiltered()
  await page.getByText('Group: Alpha course').waitFor()

  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('group') && url.searchParams.get('kind') === 'first_timer')
  await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await foot(page).and(page.getByText('of 1,200')).waitFor()
})

test('what an address says that makes no sense is left out', async () => {
  const page = await openPeople('/tenant/people?kind=everyone&group=choir&page=9')
  await foot(page).and(page.getByText('of 1,200')).waitFor()
  expect(await page.getByRole('list', { name: 'Active filters' }).count()).toBe(0)
})

test('what nobody matches says so and can be cleared', async () => {
  const page = await openPeople('/tenant/people?search=zzzzzz')
  await page.getByText('No people match your search.').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
  await foot(page).and(page.getByText('of 1,200')).waitFor()
  expect([...addressOf(page).keys()]).toEqual([])
  expect(await search(page).inputValue()).toBe('')
})

test('scrolling brings the sixtieth person and more, ten at a time, and the way back keeps the place', async () => {
  const page = await openPeople()
  await foot(page).waitFor()
  expect(await page.getByText('1,200 people').count()).toBeGreaterThan(0)
  const names = new Set<string>()
  while (names.size < 70) {
    const before = await foot(page).textContent()
    for (const text of await rows(page).getByRole('rowheader').allTextContents()) names.add(text)
    await foot(page).scrollIntoViewIfNeeded()
    await expect.poll(() => foot(page).textContent()).not.toBe(before)
  }
  expect(await page.getByRole('table', { name: 'People' }).getAttribute('aria-rowcount')).toBe('1201')

  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1500)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  await page.goBack()
  await foot(page).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

test('three who are ticked are the three that the message goes to', async () => {
  const page = await openPeople()
  await rows(page).first().waitFor()
  for (const mail of ['adebayo.o@mail', 'efua@mail', 'zainab.k@mail']) {
    await search(page).fill(mail)
    await row(page, mail).getByRole('checkbox').check()
  }
  await page.getByText('3 selected').waitFor()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Send SMS' }).click()
  await page.getByRole('heading', { name: 'Send SMS' }).waitFor()
  const chosen = page.getByRole('list', { name: 'Recipients' })
  for (const name of ['Adébáyọ̀ Ọlátúnjí', 'Efua Mensah-Bonsu', 'Zainab Ƙofarmata'])
    await chosen.getByText(name).waitFor()
  await page.getByLabel('Message', { exact: true }).fill('See you on Sunday')
  const line = page.getByRole('region', { name: 'Cost' }).locator('dl > div')
  await expect.poll(() => line.filter({ hasText: 'Recipients' }).textContent()).toBe('Recipients3')
})

test('on paper phones and days stand in one line, written as the list writes them, on few pages', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/people' })
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.getByRole('button', { name: word('ui.print.title') }).click()
  const paper = page.getByRole('article', { name: word('app.nav.people'), includeHidden: true })
  await paper.waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const cells = await paper.locator('tbody td').evaluateAll((all) =>
    all.map((cell) => ({
      text: cell.textContent ?? '',
      lines: Math.round(
        (cell.getBoundingClientRect().height - 4) / Number.parseFloat(getComputedStyle(cell).lineHeight),
      ),
      wraps: getComputedStyle(cell).whiteSpace !== 'nowrap',
    })),
  )
  const phones = cells.filter(({ text }) => text.startsWith('+234'))
  expect(phones.length).toBeGreaterThan(1000)
  expect(phones.every(({ text, wraps }) => /^\+234 \d{3} \d{3} \d{4}$/.test(text) && !wraps)).toBe(true)
  expect(cells.some(({ text }) => /^\d{4}-\d{2}-\d{2}/.test(text))).toBe(false)
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages?.length).toBeLessThan(32)
})
