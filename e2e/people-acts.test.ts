import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const visit = (path: string) => stage.visit({ as: 'admin@grace.example', path })
const open = async (path: string) => (await visit(path)).page
const rows = (page: Page) => page.getByRole('table', { name: 'People' }).locator('tbody tr:not([aria-hidden])')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const selection = (page: Page) => page.getByRole('group', { name: 'Selection' })
const said = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words).waitFor()
const undo = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: /^Undo/ }).last().click()
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
  const { page, trouble } = await visit('/tenant/people')
  trouble.expect(/^400 POST/)
  await page.getByRole('link', { name: 'Add person' }).click()
  await page.getByLabel('First name').fill('Ọmọ́tọ́lá')
  await page.getByLabel('Last name').fill('Zubairu')
  await page.getByLabel('Phone').fill('12')
  await page.getByLabel('Month').selectOption('June')
  await press(page, 'Add person')
  await page.getByText('Enter a valid phone number.').waitFor()
  expect(await page.getByLabel('Phone').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Phone').fill('0803 777 1122')
  await press(page, 'Add person')
  await page.getByRole('heading', { name: 'Ọmọ́tọ́lá Zubairu' }).waitFor()
  await page.getByText('+234 803 777 1122').waitFor()
  await page.getByText('June', { exact: true }).waitFor()
  await said(page, 'Ọmọ́tọ́lá Zubairu added')
})

test('what somebody else wrote meanwhile comes in beside what was typed', async () => {
  const { page, trouble } = await visit('/tenant/people')
  trouble.expect(/^409 PUT/)
  const id = await addPerson(page, { firstName: 'Ebele', lastName: 'Meanwhile' })
  await page.goto(`/tenant/people/${id}?edit=yes`)
  await page.getByLabel('Address').fill('4 Allen Avenue')
  const { page: other } = await visit(`/tenant/people/${id}?edit=yes`)
  await other.getByLabel('Email').fill('ebele@mail.example')
  await press(other, 'Save')
  await other.getByRole('link', { name: 'ebele@mail.example' }).waitFor()

  await press(page, 'Save')
  await page.getByText('Someone else changed this person in the meantime').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('ebele@mail.example')
  expect(await page.getByLabel('Address').inputValue()).toBe('4 Allen Avenue')
  await press(page, 'Save')
  await page.getByRole('link', { name: 'ebele@mail.example' }).waitFor()
  await page.getByText('4 Allen Avenue').waitFor()
})

test('typed changes are not left behind without a question', async () => {
  const page = await open('/tenant/people/new')
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('link', { name: 'Families' }).first().click()
  await dialog(page).getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
  await page.getByRole('link', { name: 'Families' }).first().click()
  await dialog(page).getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Families' }).waitFor()
})

test('somebody is archived, is found among the archived, and comes back by Undo', async () => {
  const page = await open('/tenant/people')
  await addPerson(page, { firstName: 'Halima', lastName: 'Archivable' })
  await page.goto('/tenant/people?search=Archivable')
  await row(page, 'Halima Archivable').getByRole('checkbox').check()
  await selection(page).getByRole('button', { name: 'Archive' }).click()
  await dialog(page).getByRole('button', { name: 'Archive' }).click()
  await said(page, '1 person archived')
  await page.getByText('No people match your search.').waitFor()
  await undo(page)
  await said(page, 'Undone for 1 person')
  await expect.poll(() => row(page, 'Halima Archivable').count()).toBe(1)
})

test('staff are not archived: it says so, and nobody is', async () => {
  const { page, trouble } = await visit('/tenant/people?search=admin@grace')
  trouble.expect(/^409 POST/)
  await rows(page).first().getByRole('checkbox').check()
  await selection(page).getByRole('button', { name: 'Archive' }).click()
  await dialog(page).getByRole('button', { name: 'Archive' }).click()
  await dialog(page).getByText('Remove them from the staff first, or unselect them.').waitFor()
  expect(await rows(page).count()).toBeGreaterThan(0)
})

test('all that match go into a group, loaded or not', async () => {
  const page = await open('/tenant/people?kind=new_convert')
  const total = async () =>
    Number(
      /^[\d,]+ of ([\d,]+) shown/
        .exec(
          (await page
            .getByText(/ shown/)
            .first()
            .textContent()) ?? '',
        )?.[1]
        ?.replace(',', ''),
    )
  await rows(page).first().waitFor()
  const count = await total()
  expect(count).toBeGreaterThan(20)
  await rows(page).first().getByRole('checkbox').check()
  await selection(page)
    .getByRole('button', { name: /^Select all/ })
    .click()
  await selection(page).getByRole('button', { name: 'Add to group' }).click()
  await dialog(page).getByLabel('Group').selectOption({ label: 'Ushers' })
  await dialog(page).getByRole('button', { name: 'Add to group' }).click()
  await said(page, /people added to Ushers/)
  const groups = await page.context().request.get('/api/people/groups')
  const ushers = ((await groups.json()) as { id: string; name: string }[]).find(({ name }) => name === 'Ushers')
  await page.goto(`/tenant/people?kind=new_convert&group=${ushers?.id}`)
  await rows(page).first().waitFor()
  expect(await total()).toBe(count)
})

test('two who are one become one, and two again by Undo', async () => {
  const page = await open('/tenant/people')
  await addPerson(page, { firstName: 'Yetunde', lastName: 'Mergeable', phone: '08037771133' })
  await addPerson(page, { firstName: 'Yetunde B.', lastName: 'Mergeable', email: 'yetunde@mail.example' })
  await page.goto('/tenant/people?search=Mergeable')
  await rows(page).nth(1).waitFor()
  for (const place of [0, 1]) await rows(page).nth(place).getByRole('checkbox').check()
  await press(page, 'More actions for the selection')
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  await dialog(page).getByText('Who do you want to keep?').waitFor()
  await dialog(page).getByText('Yetunde B.', { exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Merge' }).click()
  await said(page, /1 person merged into/)
  await expect.poll(() => rows(page).count()).toBe(1)
  await row(page, 'yetunde@mail.example').getByText('Yetunde B. Mergeable').waitFor()
  await undo(page)
  await expect.poll(() => rows(page).count()).toBe(2)
})

test('archived people come back, or go for ever once their number was typed', async () => {
  const page = await open('/tenant/people')
  const ids = [
    await addPerson(page, { firstName: 'Kofi', lastName: 'Leaving' }),
    await addPerson(page, { firstName: 'Esi', lastName: 'Leaving' }),
  ]
  await page.context().request.post('/api/people/archive', {
    data: { people: { ids } },
    headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
  })
  await page.goto('/tenant/people?search=Leaving&archived=yes')
  await row(page, 'Kofi Leaving').getByRole('checkbox').check()
  await selection(page).getByRole('button', { name: 'Restore' }).click()
  await said(page, '1 person restored')
  await row(page, 'Esi Leaving').getByRole('checkbox').check()
  await selection(page).getByRole('button', { name: 'Delete permanently' }).click()
  const erase = dialog(page).getByRole('button', { name: 'Delete permanently' })
  expect(await erase.isDisabled()).toBe(true)
  await dialog(page).getByLabel('Enter 1 to confirm').fill('1')
  await erase.click()
  await said(page, '1 person permanently deleted')
  await page.getByText('No people match your search.').waitFor()
})
