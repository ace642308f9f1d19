import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const IMPORTS = '/tenant/people/import'
const openImports = () => stage.visit({ as: 'admin@grace.example', path: IMPORTS })

/** Good people, and rows that are wrong in every way that a spreadsheet gets wrong. Windows-1252, semicolons. */
const messy = Buffer.from(
  [
    'Nom complet;GSM No;E-mail;DOB;Sexe;Favourite colour',
    'Zénobie Importée;0803 555 7001;zenobie@mail.example;31/12/1990;F;blue',
    '"Quill, Zebedee";+234 803 555 7002;;1/2/1985;M;red',
    'Zipporah Quill;0803-555-7003;;;;',
    'Adebayo Olatunji;08031234567;;;;',
    'Shorty Quill;0803;;;;',
    'Ruined Quill;2.34803E+12;;;;',
    ';08035557004;;;;',
    'Mailless Quill;08035557005;not an address;;;',
    'Dayless Quill;08035557006;nor this;31/02/1990;perhaps;',
  ].join('\r\n'),
  'latin1',
)

const upload = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
/** Reading a file begins with a process of its own, which takes its time on a busy machine. */
const STEP_MS = 45_000
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor({ timeout: STEP_MS })
const rows = (page: Page) => page.getByRole('table', { name: 'Rows in the file' }).locator('tbody tr')
const figures = async (page: Page) =>
  (await page.getByRole('region', { name: 'Import summary' }).locator('dd').allTextContents()).map(Number)

/** How many people of the file the church has. */
async function peopleNamed(page: Page, search: string): Promise<number> {
  const answer = await page.context().request.get('/api/people', { params: { search } })
  return ((await answer.json()) as { total: number }).total
}

test('a messy file becomes people, what could not be taken is told and comes back to be corrected, and all of it is undone', async () => {
  const { page } = await openImports()
  await upload(page, 'members (final).csv', messy)
  await heading(page, 'Match the columns')
  const chosen = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
  expect(await chosen('Nom complet')).toBe('fullName')
  expect([await chosen('GSM No'), await chosen('E-mail'), await chosen('DOB')]).toEqual(['phone', 'email', 'birthday'])
  expect([await chosen('Sexe'), await chosen('Favourite colour')]).toEqual(['gender', ''])

  await press(page, 'Check rows')
  await heading(page, 'What will happen')
  expect(await figures(page)).toEqual([7, 0, 0, 1, 1])
  expect(await peopleNamed(page, 'Quill')).toBe(0)
  for (const [name, reason] of [
    ['Adebayo', 'You already have this person'],
    ['Shorty', 'GSM No: The phone number is too short (0803)'],
    ['Ruined', 'The spreadsheet shortened this number'],
    ['No name', 'No name'],
    ['Mailless', 'E-mail: Not a valid email (not an address)'],
    ['Dayless', 'and 2 more'],
  ] as const)
    await rows(page).filter({ hasText: name }).filter({ hasText: reason }).waitFor()
  await rows(page).filter({ hasText: 'Dayless' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Show all' }).click()
  await page.getByRole('dialog').getByText('DOB: Not a valid date (31/02/1990)').waitFor()
  await page.keyboard.press('Escape')

  const reasons = page.getByRole('region', { name: 'What could not be taken' }).getByRole('listitem')
  expect((await reasons.allInnerTexts()).map((text) => text.split('\n').slice(0, 2).join(', '))).toEqual([
    'Email not valid: 2 rows, Imported without the email',
    'Phone not readable: 2 rows, Imported without the phone number',
    'Date not readable: 1 row, Imported without the date',
    'No usable name: 1 row, These rows are left out',
    'Already in your people list: 1 row, These rows are left out',
    'Unknown status, gender or marital status: 1 row, Imported without this value',
  ])
  await page.getByRole('link', { name: 'Phone not readable: 2 rows' }).click()
  await page.waitForURL((url) => url.searchParams.get('about') === 'phone')
  await rows(page).filter({ hasText: 'Zipporah' }).waitFor({ state: 'detached' })
  expect(await rows(page).count()).toBe(2)
  const downloading = page.waitForEvent('download')
  await press(page, 'Download all these rows')
  const broken = readFileSync(await (await downloading).path())

  await press(page, 'Import 7 people')
  await heading(page, 'Import complete')
  expect(await figures(page)).toEqual([7, 0, 0, 1, 1])
  expect(await peopleNamed(page, 'Quill')).toBe(6)
  await page.getByRole('link', { name: 'View people' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('zenobie')
  await page.getByRole('table', { name: 'People' }).getByText('Zénobie Importée').waitFor()

  await page.goto(IMPORTS)
  await upload(page, 'broken.xlsx', broken)
  await page.getByText('broken.xlsx · 6 rows').waitFor({ timeout: STEP_MS })
  expect(await chosen('What is wrong')).toBe('')

  await page.goto(IMPORTS)
  await page.getByRole('link', { name: 'members (final).csv' }).click()
  await press(page, 'Undo import')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await heading(page, 'Import undone')
  expect(await peopleNamed(page, 'Quill')).toBe(0)
  expect(await peopleNamed(page, 'zenobie')).toBe(0)
})

test('the columns can be chosen again, a name is asked for at once, and an upload can be discarded', async () => {
  const { page } = await openImports()
  const template = readFileSync(path.join(import.meta.dirname, '../web/public/people-template.csv'))
  await upload(page, 'people-template.csv', template)
  await heading(page, 'Match the columns')
  const selects = await page
    .getByRole('listitem')
    .getByRole('combobox')
    .evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value))
  const fields = 'firstName lastName phone email kind gender maritalStatus birthday address joinedOn group'
  expect(selects).toEqual(fields.split(' '))

  await page.getByLabel('First name', { exact: true }).selectOption('')
  await page.getByLabel('Last name', { exact: true }).selectOption('')
  await page.getByRole('alert').getByText('Choose the column with the name').waitFor()
  expect(await page.getByRole('button', { name: 'Check rows' }).isDisabled()).toBe(true)
  await page.getByLabel('Email', { exact: true }).selectOption('fullName')
  await page.getByLabel('Last name', { exact: true }).selectOption('fullName')
  await page.getByText('Full name now comes from “Last name”. “Email” is not imported.').waitFor()
  await press(page, 'Check rows')
  await heading(page, 'What will happen')

  await page.getByRole('link', { name: 'Edit columns' }).click()
  await heading(page, 'Match the columns')
  expect(await page.getByLabel('Last name', { exact: true }).inputValue()).toBe('fullName')
  await page.getByLabel('First name', { exact: true }).selectOption('firstName')
  await press(page, 'Check rows')
  await heading(page, 'What will happen')
  await rows(page).getByText('Ada Obi').waitFor()

  await press(page, 'Discard')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(new RegExp(`${IMPORTS}$`))
  await page.getByText('Upload discarded').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'people-template.csv' }).count()).toBe(0)
})

test('an upload that does not come through says why and can be given up', async () => {
  const { page, trouble } = await openImports()
  trouble.expect(/^400 POST \/api\/people\/imports/)
  await upload(page, 'picture.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]))
  await page.getByRole('alert').getByText('Could not read this file').waitFor({ timeout: STEP_MS })

  await page.route('**/api/people/imports', (route) => route.abort())
  await upload(page, 'members.csv', messy)
  await page.getByRole('alert').getByText('We could not reach Narthex').waitFor()

  await page.unroute('**/api/people/imports')
  await page.route('**/api/people/imports', () => undefined)
  await upload(page, 'members.csv', messy)
  await press(page, 'Cancel upload')
  await page.getByText('Drop a file here').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})
