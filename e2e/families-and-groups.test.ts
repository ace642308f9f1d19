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
const said = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words).waitFor()
const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr:not([aria-hidden])')

async function addMember(page: Page, wanted: string, name: string, role: string) {
  await page.getByRole('combobox', { name: 'Add a person' }).fill(wanted)
  await page.getByRole('option', { name }).first().click()
  await page.getByLabel(`${name}’s role`).selectOption(role)
}

test('a family is written down with the people in it, changed, and removed; the people stay', async () => {
  const { page } = await visit('/tenant/families')
  await page.getByRole('link', { name: 'Add family' }).first().click()
  await page.getByLabel('Family name').fill('Ọlátúnjí and Mensah')
  await addMember(page, 'adebayo', 'Adébáyọ̀ Ọlátúnjí', 'Father')
  await addMember(page, 'efua', 'Efua Mensah-Bonsu', 'Mother')
  await page.getByLabel('Home phone').fill('0803 777 1144')
  await page.getByRole('button', { name: 'Add family' }).click()
  await page.getByRole('heading', { name: 'Ọlátúnjí and Mensah' }).waitFor()
  await page.getByText('+234 803 777 1144').waitFor()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Remove Efua Mensah-Bonsu from the family' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Ọlátúnjí and Mensah saved')
  await page.getByRole('link', { name: 'Adébáyọ̀ Ọlátúnjí', exact: true }).click()
  await page.getByRole('link', { name: 'Ọlátúnjí and Mensah' }).click()

  await page.getByRole('button', { name: 'Delete family' }).click()
  await dialog(page).getByRole('button', { name: 'Delete family' }).click()
  await said(page, 'Ọlátúnjí and Mensah deleted')
  await page.goto('/tenant/people?search=adebayo.o@mail')
  await expect.poll(() => rows(page, 'People').getByText('Adébáyọ̀ Ọlátúnjí').count()).toBe(1)
})

test('a family is found by the name of somebody in it', async () => {
  const { page } = await visit('/tenant/families')
  await rows(page, 'Families').first().waitFor()
  const answer = await page.context().request.get('/api/families?limit=20')
  const { items } = (await answer.json()) as {
    items: { name: string; members: { firstName: string; lastName: string }[] }[]
  }
  const family = items.find(({ members }) => members.length > 1)
  const member = family?.members[1]
  await page.getByRole('searchbox').fill(`${member?.firstName} ${member?.lastName}`)
  await expect.poll(() => rows(page, 'Families').getByText(String(family?.name)).count()).toBeGreaterThan(0)
})

test('a group is added, a name that is taken is said at its field, and it is removed', async () => {
  const { page, trouble } = await visit('/tenant/groups')
  trouble.expect(/^409 POST/)
  await page.getByRole('button', { name: 'Add group' }).click()
  await dialog(page).getByLabel('Group').fill('choir')
  await dialog(page).getByLabel('Category').fill('Music')
  await dialog(page).getByRole('button', { name: 'Add group' }).click()
  await dialog(page).getByText('Another group has this name.').waitFor()
  await dialog(page).getByLabel('Group').fill('Ẹgbẹ́ akọrin')
  await dialog(page).getByRole('button', { name: 'Add group' }).click()
  await said(page, 'Ẹgbẹ́ akọrin added')

  await page.getByRole('searchbox').fill('egbe')
  await expect.poll(() => rows(page, 'Groups').count()).toBe(1)
  await page.getByRole('button', { name: 'More actions for Ẹgbẹ́ akọrin' }).click()
  await page.getByRole('menuitem', { name: 'Delete group' }).click()
  await dialog(page).getByRole('button', { name: 'Delete group' }).click()
  await said(page, 'Ẹgbẹ́ akọrin deleted')
})

test('the name of a group leads to its people, and its menu to a message to them', async () => {
  const { page } = await visit('/tenant/groups?search=choir')
  await page.getByRole('rowheader').getByRole('link', { name: 'Choir', exact: true }).click()
  await page.getByText('Group: Choir').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'More actions for Choir', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Send SMS' }).click()
  await expect.poll(() => page.getByRole('list', { name: 'Recipients' }).getByText('Choir').count()).toBe(1)
})
