import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { places } from '#web/languages/places.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** What is read before the door and behind it. */
const textsIn = (language: 'en' | 'fr'): string[] =>
  [...places.before, ...places.inside].flatMap((name) => {
    const file = new URL(`../web/languages/${language}/${name}.json`, import.meta.url)
    return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  })
const french = new Set(textsIn('fr'))
/** English sentences without anything to fill in, that are not the same in French. */
const tellTale = textsIn('en').filter((text) => !text.includes('{') && !text.includes('<') && !french.has(text))

/** Everything that is shown or read out. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = [document.title]
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '')
    return found.map((text) => text.trim()).filter(Boolean)
  })

const screens = [
  { path: '/tenant', title: 'Tableau de bord · Narthex' },
  { path: '/tenant/people', title: 'Personnes · Narthex' },
  { path: '/tenant/sms/compose', title: 'Envoyer un SMS · Narthex' },
  { path: '/tenant/sms/sent', title: 'Messages envoyés · Narthex' },
  { path: '/errorpage/unauthorized', title: 'Aucune autorisation trouvée ! · Narthex' },
  { path: '/nothing-here', title: 'Page introuvable · Narthex' },
]

test('French, once chosen, is spoken on every screen and stays', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant' })
  await page.getByRole('heading', { name: /^Good .*Ngọzi/ }).waitFor()
  expect((await textsOf(page)).filter((text) => tellTale.includes(text)).length).toBeGreaterThan(10)
  await page.getByRole('button', { name: /Ngọzi Eze/ }).click()
  await page.getByRole('group', { name: 'Language' }).getByText('Français').click()
  await page.getByRole('heading', { name: /^Bo.*Ngọzi/ }).waitFor()
  for (const { path, title } of screens) {
    await page.goto(path)
    await expect.poll(() => page.title()).toBe(title)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    expect(
      (await textsOf(page)).filter((text) => tellTale.includes(text)),
      `English on ${path}`,
    ).toEqual([])
  }
})

test('the browser’s language is spoken before anything is chosen, and the choice on the sign-in page wins', async () => {
  const { page } = await stage.visit({ path: '/', locale: 'fr-CA' })
  await page.getByRole('button', { name: 'Se connecter' }).waitFor()
  expect((await textsOf(page)).filter((text) => tellTale.includes(text))).toEqual([])
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})

test('dark, once chosen, stays after a reload and is there before anything is painted', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant', colorScheme: 'light' })
  const scheme = () => page.locator('html').getAttribute('data-scheme')
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  expect(await scheme()).toBe('light')
  await page.getByRole('button', { name: /Ngọzi Eze/ }).click()
  await page.getByRole('group', { name: 'Appearance' }).getByText('Dark').click()
  expect(await scheme()).toBe('dark')

  // Nothing but the page and its first script comes: what is set now is set before the application and the first paint.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await scheme()).toBe('dark')
  expect(await page.locator('#root > :not(.arriving)').count()).toBe(0)
  await page.unroute('**/assets/*.js')
  await page.reload()
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  expect(await scheme()).toBe('dark')
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(Math.max(...(background.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(60)
})
