import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PortalFamily } from '#contract/checkin/family.ts'
import { familyRoles } from '#contract/people/families.ts'
import { ask, goingOn, planEvent } from './kit/checkin.ts'
import { button, newFamily, row, said, title } from './kit/portal.ts'
import { openStage, type Stage } from './kit/stage.ts'

const PORTRAIT = path.resolve(import.meta.dirname, '../server/demo/transfer-slip.webp')

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

test('members are added with their picture first, found, changed and taken out', async () => {
  const { page } = await newFamily(stage, { firstName: 'Bísọ́lá', path: '/checkin/checkinfamily' })
  await page.getByText('You have not added any family members yet').waitFor()
  await button(page, 'Add member').click()
  const form = page.getByRole('dialog', { name: 'Add New Member' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter the first name').waitFor()
  await form.getByLabel('Role *').selectOption({ label: 'Daughter' })
  await form.getByLabel('Firstname *').fill('Ẹniọlá 😀')
  await form.getByLabel('Gender').selectOption({ label: 'Female' })
  await form.getByLabel('Date of birth').fill('2019-02-28')
  await form.getByLabel('Choose Picture').setInputFiles(PORTRAIT)
  await button(page, 'Add a note').click()
  await form.getByLabel('What is it?', { exact: true }).fill('Peanuts')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
  await form.getByRole('button', { name: 'Save' }).dblclick()
  await row(page, 'Ẹniọlá 😀').getByText('1 note for the class').waitFor()
  expect(calls).toEqual(['/api/Media/UploadProfilePicture', '/api/Family/addFamilyMember'])
  await row(page, 'Ẹniọlá 😀').locator('img').waitFor({ state: 'attached' })

  await page.reload()
  await page.getByRole('searchbox', { name: 'Search by first name' }).fill('ẸNIỌ')
  await row(page, 'Ẹniọlá 😀').waitFor()
  expect(await row(page, 'Bísọ́lá').count()).toBe(0)
  await page.getByRole('searchbox').fill('eniola')
  await row(page, 'Ẹniọlá 😀').waitFor()
  await page.getByRole('searchbox').fill('nobody')
  await page.getByText('No members matches you searched text, trying searching with another text').waitFor()
  await button(page, 'Clear search').click()

  await button(page, 'More actions for Ẹniọlá 😀').click()
  await button(page, 'Edit').click()
  const change = page.getByRole('dialog', { name: 'Update Member' })
  expect(await change.getByLabel('Date of birth').inputValue()).toBe('2019-02-28')
  await change.getByLabel('Firstname *').fill('Ẹniọlá')
  await change.getByRole('button', { name: 'Save' }).click()
  await button(page, 'More actions for Ẹniọlá').click()
  await button(page, 'Delete').click()
  const confirmation = page.getByRole('dialog', { name: 'Confirmation' })
  await confirmation.getByText('Are you sure you want to proceed?').waitFor()
  await confirmation.getByRole('button', { name: 'No' }).click()
  await said(page, 'Delete discarded').waitFor()
  await button(page, 'More actions for Ẹniọlá').click()
  await button(page, 'Delete').click()
  await confirmation.getByRole('button', { name: 'Yes' }).click()
  await said(page, 'Deleted Successfully').waitFor()
  await page.getByText('You have not added any family members yet').waitFor()
})

test('a double press opens a form, a press beside it throws nothing away, and Back shuts it where it stands', async () => {
  const { page } = await newFamily(stage, { children: { Dúpẹ́: 5 }, path: '/checkin/dashboard' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Family', exact: true }).click()
  await button(page, 'Add Member').dblclick()
  const form = page.getByRole('dialog', { name: 'Add New Member' })
  await form.getByLabel('Firstname *').fill('Dọlápọ̀')
  await page.mouse.click(8, 8)
  expect(await form.getByLabel('Firstname *').inputValue()).toBe('Dọlápọ̀')
  await page.goBack()
  await form.waitFor({ state: 'detached' })
  await title(page, 'Family').waitFor()
  await page.goBack()
  await title(page, /^Welcome/).waitFor()
})

test('a file that is no picture is refused when it is chosen, and the picture before it stays', async () => {
  const { page } = await newFamily(stage, { path: '/checkin/checkinfamily' })
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
  await page.getByText('You have not added any family members yet').waitFor()
  await button(page, 'Add member').click()
  const form = page.getByRole('dialog', { name: 'Add New Member' })
  const chooser = form.locator('input[type=file]')
  await chooser.setInputFiles(PORTRAIT)
  const face = form.locator('img')
  await face.waitFor({ state: 'attached' })
  const before = await face.getAttribute('src')
  // What an iPhone takes, renamed; and bytes that are nothing.
  for (const content of ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'no picture']) {
    await chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(content) })
    await form.getByText('Choose a JPEG, PNG or WebP picture').waitFor()
    expect(await face.getAttribute('src')).toBe(before)
  }
  expect(calls).toEqual([])
  await chooser.setInputFiles(PORTRAIT)
  await form.getByText('Choose a JPEG, PNG or WebP picture').waitFor({ state: 'detached' })
})

test('a new member comes with the family’s last name, and Escape throws nothing away that was typed without asking', async () => {
  const { page } = await newFamily(stage, { path: '/checkin/checkinfamily' })
  await page.getByText('You have not added any family members yet').waitFor()
  await button(page, 'Add member').click()
  const form = page.getByRole('dialog', { name: 'Add New Member' })
  expect(await form.getByLabel('Last Name').inputValue()).toBe('Ọlálékan')
  await form.getByLabel('Firstname *').fill('Dọlápọ̀')
  // A browser shuts a dialog on a second Escape in a row, whatever the page says: something is pressed between them.
  await page.keyboard.press('Escape')
  await form.getByText('Discard what you entered?').waitFor()
  await form.getByRole('button', { name: 'Keep editing' }).click()
  await form.getByText('Discard what you entered?').waitFor({ state: 'detached' })
  expect(await form.getByLabel('Firstname *').inputValue()).toBe('Dọlápọ̀')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Discard' }).click()
  await form.waitFor({ state: 'detached' })

  await button(page, 'Add member').click()
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
})

test('guardians have limits in words, are filtered, and whoever is barred without a face is told what is missing', async () => {
  const { page, context } = await newFamily(stage, { firstName: 'Títí', path: '/checkin/dashboard' })
  await ask(context, {
    url: stage.url,
    path: '/api/Family/addFamilyMember',
    data: { familyRoleId: 3, person: { firstName: 'Dámi', lastName: 'Ọlálékan' } },
  })
  await page.getByRole('link', { name: 'Guardians' }).click()
  await page.getByText('You have not added any guardian yet').waitFor()
  await button(page, 'Add guardian').click()
  const form = page.getByRole('dialog', { name: 'Add New Guardian' })
  expect(await form.getByLabel('Role').count()).toBe(0)
  await form.getByLabel('Firstname *').fill('Bùnmi')
  await form.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Bùnmi').getByText('Allowed', { exact: true }).waitFor()

  await button(page, 'Add Guardian').click()
  await form.getByLabel('Firstname *').fill('Musa')
  await form.getByText('Only some children').click()
  await form.getByLabel('Dámi Ọlálékan').check()
  await form.getByLabel('Until').fill('2099-11-30')
  await form.getByLabel(/One-time pass/).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Musa').getByText('Dámi only, until Nov 30, 2099, once').waitFor()

  await button(page, 'Add Guardian').click()
  await form.getByLabel('Firstname *').fill('Kúnlé')
  await form.getByLabel(/Not authorised/).check()
  const isFaceless = form.getByText('Without a picture the check-in desk has only the name.')
  await isFaceless.waitFor()
  await form.getByLabel('Choose Picture').setInputFiles(PORTRAIT)
  await isFaceless.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Kúnlé').getByText('Not authorised').waitFor()

  await button(page, 'Filter').click()
  const panel = page.getByRole('region', { name: 'Filter' })
  await panel.getByLabel('Not authorised').check()
  await row(page, 'Bùnmi').waitFor()
  await panel.getByRole('button', { name: 'Apply' }).click()
  await row(page, 'Bùnmi').waitFor({ state: 'detached' })
  await row(page, 'Kúnlé').waitFor()
  await panel.getByRole('button', { name: 'Clear all' }).click()
  await row(page, 'Musa').waitFor()
  await panel.getByRole('button', { name: 'Hide' }).click()
  await button(page, 'Search').click()
  await page.getByRole('searchbox').fill('bunmi')
  await row(page, 'Musa').waitFor({ state: 'detached' })
  await button(page, 'Delete Bùnmi').click()
  await page.getByRole('dialog', { name: 'Confirmation' }).getByRole('button', { name: 'Yes' }).click()
  await said(page, 'Deleted Successfully').waitFor()
  await page.getByText('No guardians match your search.').waitFor()
})

test('the profile keeps names, addresses and a picture that was uploaded by its button', async () => {
  const { page } = await newFamily(stage, { firstName: 'Ngozi', path: '/checkin/profile' })
  await page.getByLabel('Choose Picture').setInputFiles({
    name: 'me.webp',
    mimeType: 'image/webp',
    buffer: await readFile(PORTRAIT),
  })
  await button(page, 'Upload').click()
  await said(page, 'Picture uploaded.').waitFor()
  await page.getByLabel('First name *').fill('Ngọzi')
  await page.getByLabel('Phone number').fill('0803 555 0199')
  await page.getByLabel('Address').fill('12 Allen Avenue, Ikeja')
  await button(page, 'Save').click()
  await said(page, 'Profile saved').waitFor()
  await page.reload()
  await page.getByRole('main').locator('img').waitFor({ state: 'attached' })
  expect(await page.getByLabel('First name *').inputValue()).toBe('Ngọzi')
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Allen Avenue, Ikeja')
  await page.getByRole('link', { name: 'Home' }).click()
  await title(page, 'Welcome, Ngọzi').waitFor()
})

test('the profile shows the mother hers, however late it is known who is signed in', async () => {
  // From the second screen on the page does not wait for the session.
  const { page, context, trouble } = await newFamily(stage, { firstName: 'Ngozi', path: '/checkin/dashboard' })
  await title(page, 'Welcome, Ngozi').waitFor()
  const father = { firstName: 'Obinna', lastName: 'Ade' }
  const member = { familyRoleId: familyRoles.father, person: father }
  await ask(context, { url: stage.url, path: '/api/Family/addFamilyMember', data: member })
  const wait = Promise.withResolvers<void>()
  // As of a server that does not know yet how to answer both together.
  trouble.expect(/^404 GET \/api\/together/)
  await page.route('**/api/together?**', (route) => route.fulfill({ status: 404, json: { code: 'not_found' } }))
  await page.route('**/api/checkin/session', async (route) => {
    await wait.promise
    await route.continue()
  })
  const family = page.waitForResponse((answer) => answer.url().includes('/api/Family/family'))
  await page.goto(`${stage.url}/checkin/profile`)
  await (await family).finished()
  await title(page, 'Profile').waitFor()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  wait.resolve()
  await expect.poll(() => page.getByLabel('First name *').inputValue()).toBe('Ngozi')
  await page.getByLabel('Address').fill('12 Allen Avenue, Ikeja')
  await button(page, 'Save').click()
  await said(page, 'Profile saved').waitFor()
  const kept = await ask<PortalFamily>(context, { url: stage.url, method: 'GET', path: '/api/Family/family' })
  expect([kept.father?.firstName, kept.mother?.firstName]).toEqual(['Obinna', 'Ngozi'])
})

test('the dashboard leads to the event, shows the pass, and calls the parent of a child that asks', async () => {
  const { page, context } = await newFamily(stage, { firstName: 'Fúnkẹ́', path: '/checkin/dashboard' })
  const { context: staff } = await stage.visit({ as: 'admin@grace.example' })
  const { url } = stage
  const event = await planEvent(staff, url, {
    name: 'Harvest Sunday',
    ...goingOn(),
    classes: [{ name: 'Lambs' }],
  })
  const classId = event.classes[0]?.id ?? ''
  const { person } = await ask<{ person: { id: string } }>(context, {
    url,
    path: '/api/Family/addFamilyMember',
    data: { familyRoleId: 4, person: { firstName: 'Tolú', lastName: 'Ọlálékan' } },
  })
  await page.reload()
  await page.getByText('Register your family members for the upcoming event.').waitFor()
  await page.getByRole('heading', { name: 'Harvest Sunday' }).waitFor()
  await page.getByRole('link', { name: 'Register your family' }).click()
  await page.waitForURL((address) => address.pathname === `/checkin/event/${event.id}`)
  const { registrationId } = await ask<{ registrationId: string }>(context, {
    url,
    path: `/api/checkin/events/${event.id}/register`,
    data: { children: [{ personId: person.id, classId }] },
  })
  const family = await ask<{ id: string }>(context, { url, method: 'GET', path: '/api/Family/family' })
  await page.goto(`${url}/checkin/dashboard`)
  const pass = page.getByRole('link', { name: /^Harvest Sunday.*Tolú/ })
  expect(await pass.getAttribute('href')).toBe(`/checkin/thankyou/${registrationId}`)
  await ask(staff, {
    url,
    path: '/api/checkin/station/check-in',
    data: { eventId: event.id, familyId: family.id, children: [{ personId: person.id, classId }] },
  })
  await ask(staff, { url, path: `/api/checkin/classes/${classId}/page`, data: { personId: person.id } })
  await page.reload()
  await page.getByText('Tolú’s class needs you').waitFor()
  await button(page, 'I am on my way').click()
  await said(page, 'The class knows you are coming.').waitFor()
  await page.getByText('Tolú’s class needs you').waitFor({ state: 'detached' })
})

test('an address that was cut off when it was copied leads to no pass, and says so', async () => {
  const { page, trouble } = await newFamily(stage, { path: '/checkin/thankyou/0199f3c0' })
  trouble.expect(/^400 GET/)
  await page.getByText('not found').waitFor()
  expect(await page.getByText('wrong on our side').count()).toBe(0)
})

test('the record of attendance leads back to where one came from', async () => {
  const { page } = await newFamily(stage, { path: '/checkin/profile' })
  await page.getByRole('link', { name: 'Attendance record' }).click()
  await title(page, 'Attendance record').waitFor()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await title(page, 'Profile').waitFor()
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByRole('link', { name: 'Attendance record' }).click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await title(page, 'Upcoming events').waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkin/events')
})
