import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import type { FamilyRow } from '#contract/people/families.ts'
import { ask, goingOn, planEvent } from './kit/checkin.ts'
import { openStage, type Stage } from './kit/stage.ts'

const ADMIN = 'admin@grace.example'
const DESK = 'desk@grace.example'
const PHONE = { width: 360, height: 780 }
const CHILDREN = [3, 4, 5]

let stage: Stage
let event: EventRow
let arrived: { names: string[]; code: string }
beforeAll(async () => {
  stage = await openStage()
  const { context } = await stage.visit({ as: ADMIN })
  event = await planEvent(context, stage.url, {
    name: 'Service of today',
    ...goingOn(),
    classes: [{ name: 'Primary', ratio: 2 }, { name: 'Teens' }],
  })
  arrived = await checkIn(context)
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** The demo's known family: one child has an allergy, one may not leave with somebody. */
async function knownFamily(context: BrowserContext): Promise<FamilyRow | undefined> {
  const path = '/api/families?limit=20&search=08031234567'
  const { items } = await ask<{ items: FamilyRow[] }>(context, { url: stage.url, method: 'GET', path })
  return items.find(({ members }) => members.some(({ firstName }) => firstName === 'Tèmítọ́pẹ́'))
}

/** Checks its children in; answers who they are and the family's code. */
async function checkIn(context: BrowserContext): Promise<{ names: string[]; code: string }> {
  const family = await knownFamily(context)
  const kids = (family?.members ?? []).filter(({ role }) => CHILDREN.includes(role))
  const arriving = kids.map(({ id }) => ({ personId: id, classId: event.classes[0]?.id }))
  const data = { eventId: event.id, familyId: family?.id, children: arriving, stationId: null }
  const path = '/api/checkin/station/check-in'
  const labels = await ask<{ code: string }>(context, { url: stage.url, path, data })
  return { names: kids.map(({ firstName }) => firstName), code: labels.code }
}

const child = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const dialog = (page: Page) => page.getByRole('dialog')

test('a teacher sees on a phone who is here, what has to be known, and whether adults are missing', async () => {
  const { page } = await stage.visit({ as: DESK, path: '/tenant/checkin/classes', viewport: PHONE })
  await page.getByRole('region', { name: 'Service of today' }).getByRole('link', { name: 'Primary' }).click()
  await page.getByRole('heading', { name: `Here (${arrived.names.length})` }).waitFor()
  await child(page, 'Tèmítọ́pẹ́').getByText('Allergy: Peanuts, Adrenaline pen in her bag').waitFor()
  await child(page, 'Oluwaṣẹ́gun').getByText('Must not leave with Kúnlé Ṣódípọ̀').waitFor()

  await page.getByText('2 more adults needed.').waitFor()
  for (let adults = 1; adults <= 2; adults += 1) await page.getByRole('button', { name: 'Add one adult' }).click()
  await page.getByText('Enough adults.').waitFor()

  await child(page, 'Tèmítọ́pẹ́').getByRole('checkbox').check()
  await child(page, 'Tèmítọ́pẹ́')
    .getByText(/^Read by/)
    .waitFor()
  await page.reload()
  await page.getByText('Enough adults.').waitFor()
  expect(await child(page, 'Tèmítọ́pẹ́').getByRole('checkbox').isChecked()).toBe(true)
})

test('a parent is called, and whoever has come for a child stands first', async () => {
  const { page, context } = await stage.visit({
    as: DESK,
    path: `/tenant/checkin/classes/${event.classes[0]?.id}`,
    viewport: PHONE,
  })
  await page.getByRole('button', { name: 'Call the parent of Ayọ̀mídé' }).click()
  await expect
    .poll(() =>
      dialog(page)
        .getByRole('link', { name: /^Phone Adébáyọ̀/ })
        .getAttribute('href'),
    )
    .toBe('tel:+2348031234567')
  await dialog(page).getByRole('button', { name: 'Send message' }).click()
  await dialog(page)
    .getByText(/SMS sent$/)
    .waitFor()
  await page.keyboard.press('Escape')

  const data = { eventId: event.id, code: arrived.code }
  await ask(context, { url: stage.url, path: '/api/checkin/station/collection', data })
  await page.reload()
  await child(page, 'Ayọ̀mídé').getByText('Parent has arrived').waitFor()
})

test('the custody log says in words what happened', async () => {
  const { page } = await stage.visit({ as: ADMIN, path: '/tenant/checkin/custody' })
  await page.getByText('Tèmítọ́pẹ́ Ọlátúnjí was checked in to Primary').waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Parent called').click()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.getByRole('table').getByRole('rowheader').allTextContents())
    .toEqual([expect.stringContaining('Ayọ̀mídé Ọlátúnjí’s parents were called')])
})

test('the custody log goes with what is filtered into a file that says of each entry whether it is intact', async () => {
  const { page } = await stage.visit({ as: ADMIN, path: '/tenant/checkin/custody?act=parent_called' })
  await page.getByText('Ayọ̀mídé Ọlátúnjí’s parents were called').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^custody-\d{4}-\d\d-\d\d\.csv$/)
  const [headings, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(headings).toContain('Activity,Child,Class')
  expect(rows).toEqual([expect.stringMatching(/,Parent called,Ayọ̀mídé Ọlátúnjí,.*,Yes$/)])
})

test('a log that nobody changed is whole', async () => {
  const { page } = await stage.visit({ as: 'admin@hope.example', path: '/tenant/checkin/custody' })
  await page.getByRole('button', { name: 'Verify log' }).click()
  await expect.poll(() => page.getByText(/^Log intact: \d+ entries$/).count()).toBe(1)
})

test('a lost station is shut out', async () => {
  const { page, context } = await stage.visit({ as: ADMIN })
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const data = { publicKey: { kty, crv, x, y } }
  const { code } = await ask<{ code: string }>(context, { url: stage.url, path: '/api/checkin/stations', data })
  await page.goto(`${stage.url}/tenant/checkin/custody`)
  await page.getByRole('button', { name: 'Stations' }).click()
  await dialog(page)
    .getByRole('button', { name: `Admit New device ${code}` })
    .click()
  await dialog(page).getByLabel('Name').fill('Front tablet')
  await dialog(page).getByRole('button', { name: 'Admit', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Block Front tablet' }).click()
  await dialog(page).getByRole('button', { name: 'Block' }).click()
  const list = dialog(page).getByRole('list', { name: 'Stations' })
  await list.waitFor()
  await list.getByRole('button', { name: 'Admit Front tablet again' }).waitFor()
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^Front tablet.*Blocked.*Admit again$/),
  ])
})

test('what the church says of who may collect stands at the family', async () => {
  const { page, context } = await stage.visit({ as: ADMIN, path: '/tenant/families' })
  const family = await knownFamily(context)
  await page.goto(`/tenant/families/${family?.id}`)
  await page.getByRole('link', { name: 'Who can collect' }).click()
  await page.getByRole('button', { name: 'Edit permission for Fọláṣadé Ọlátúnjí' }).click()
  await dialog(page).getByLabel('All children of the family').uncheck()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('Choose a child.').waitFor()
  await dialog(page).getByLabel('Ayọ̀mídé').check()
  await dialog(page).getByLabel('Sunday').check()
  await dialog(page).getByLabel('One-time pass, valid for one visit').check()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Fọláṣadé' })
  await line.getByText('Set by the church').waitFor()
  await expect.poll(() => line.textContent()).toContain('Ayọ̀mídé onlySunonce')
})

test('whoever only checks children in lands where they do', async () => {
  const { page } = await stage.visit({ as: DESK, path: '/tenant' })
  await page.waitForURL('**/tenant/checkin')
  await page.close()
  const { context } = await stage.visit({ as: ADMIN })
  const { url } = stage
  const { items } = await ask<{ items: { id: string; email: string }[] }>(context, {
    url,
    method: 'GET',
    path: '/api/identity/staff',
  })
  const desk = items.find(({ email }) => email === DESK)
  await ask(context, { url, method: 'PUT', path: `/api/identity/staff/${desk?.id}`, data: { roles: ['Teacher'] } })
  const teacher = await stage.visit({ as: DESK, path: '/tenant' })
  await teacher.page.waitForURL('**/tenant/checkin/classes')
  const today = teacher.page.getByRole('region', { name: 'Service of today' })
  await expect.poll(() => today.getByRole('link', { name: 'Primary' }).count()).toBe(1)
})
