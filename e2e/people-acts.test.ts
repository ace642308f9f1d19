import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const open = async (path: string) => (await stage.visit({ as: 'admin@grace.example', path })).page
const rows = (page: Page) => page.getByRole('table', { name: 'People' }).locator('tbody tr:not([aria-hidden])')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const selection = (page: Page) => page.getByRole('group', { name: 'Selection' })
const said = (page: Page, words: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(words).waitFor()
const undo = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: /^Undo/ }).last().click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')

/** Adds somebody as the form would, without walking it; answers the id. */
async function addPerson(page: Page, person: Record<string, unknown>): Promise<string> {
  const nobody = { email: null, gender: null, maritalStatus: null, birthDay: null, birthMonth: null, birthYear: null }
  const answer = await page.context().request.post('/api/people', {
    data: { ...nobody, phone: null, address: null, lastName: '', kind: 'member', joinedOn: '2026-01-04', ...person },
    headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
  })
  return ((await answer.json()) as { id: string }).id
}

test('somebody is written down; a number that cannot be is said at its field', async () => {
  const page = await open('/tenant/people')
  await page.getByRole('link', { name: 'Add person' }).click()
  await page.getByLabel('First name').fill('Ọmọ́tọ́lá')
  await page.getByLabel('Last name').fill('Zubairu')
  await page.getByLabel('Phone').fill('12')
  await page.getByLabel('Month').selectOption('June')
  stage.expectRefusal(page)
  await press(page, 'Add person')
  await page.getByText('This is not a number that can be reached.').waitFor()
  expect(await page.getByLabel('Phone').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Phone').fill('0803 777 1122')
  await press(page, 'Add person')
  await page.getByRole('heading', { name: 'Ọmọ́tọ́lá Zubairu' }).waitFor()
  await page.getByText('+234 803 777 1122').waitFor()
  await page.getByText('June', { exact: true }).waitFor()
  await said(page, 'Ọmọ́tọ́lá Zubairu is added')
})
