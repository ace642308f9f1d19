import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import type { readRegistrable } from '#contract/checkin/registration.ts'
import type { Result } from '#contract/endpoint.ts'
import { ask, dayFromNow, planEvent } from './kit/checkin.ts'
import { findFaults } from './kit/looks.ts'
import { CODE, codeOn, newFamily, PHONE } from './kit/portal.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import { FAMILY } from './states/portal.ts'
import { GRACE } from './states/state.ts'

let stage: Stage
let plan: (name: string, toddlers: number | null) => Promise<EventRow>
beforeAll(async () => {
  stage = await openStage()
  plan = async (name, toddlers) => {
    const { context } = await stage.visit({ as: GRACE })
    const classes = [
      { name: 'Toddlers', ageFrom: 0, ageUntil: 71, capacity: toddlers },
      { name: 'Primary', ageFrom: 72, ageUntil: 215, capacity: 44 },
    ]
    return planEvent(context, stage.url, { name, day: dayFromNow(1), classes })
  }
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const person = (page: Page, name: string) => page.getByRole('group', { name })
const classOf = (page: Page, name: string) => person(page, name).getByLabel(/^Class/)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** As the server knows it, without walking the page. */
const registration = ({ context }: Visit, { id }: EventRow) =>
  ask<Result<typeof readRegistrable>>(context, {
    url: stage.url,
    method: 'GET',
    path: `/api/checkin/events/${id}/registration`,
  })

async function register(visit: Visit, event: EventRow): Promise<void> {
  const { people, classes } = await registration(visit, event)
  const children = people.flatMap(({ personId, suggestedClassId: classId }) => (classId ? [{ personId, classId }] : []))
  expect(classes).toHaveLength(2)
  await ask(visit.context, { url: stage.url, path: `/api/checkin/events/${event.id}/register`, data: { children } })
}

async function openEvent(visit: Visit, { id }: EventRow): Promise<Page> {
  await visit.page.goto(`/checkin/event/${id}`)
  await visit.page.getByRole('heading', { name: 'Event', exact: true }).waitFor()
  return visit.page
}

test('a family chooses one of the upcoming events, and the browser keeps which', async () => {
  const { page } = await stage.visit({ as: FAMILY, ...PHONE })
  await page.goto('/checkin/events')
  await page.getByRole('heading', { name: 'Upcoming events' }).waitFor()
  await page.getByText(/^Today is \w+, \w+ \d+$/).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'Family Thanksgiving Service' })
  await card.getByRole('link', { name: 'Register for this event' }).click()
  await page.getByRole('heading', { name: 'Event', exact: true }).waitFor()
  const kept = await page.evaluate(
    () => JSON.parse(localStorage.getItem('event_register') ?? '{}') as { activityID: string },
  )
  expect(new URL(page.url()).pathname).toBe(`/checkin/event/${kept.activityID}`)
})

test('children who came last time are ticked, with the class that fits', async () => {
  const { page } = await stage.visit({ as: FAMILY, ...PHONE })
  await page.goto('/checkin/events')
  await page.getByRole('link', { name: /^Register for this event ?, Family/ }).click()
  await page.getByRole('heading', { name: 'The Ọlátúnjí family' }).waitFor()
  for (const [name, room] of [
    ['Ayọ̀mídé', 'Toddlers (2–5)'],
    ['Tèmítọ́pẹ́', 'Primary (6–9)'],
  ] as const) {
    expect(await person(page, name).getByRole('checkbox').isChecked()).toBe(true)
    expect(await classOf(page, name).locator(':checked').textContent()).toBe(room)
  }
  expect(await person(page, 'Adébáyọ̀').getByRole('checkbox').isChecked()).toBe(false)
})

test('who is ticked without a class is asked for one; then all are registered and have one code', async () => {
  const event = await plan('Harvest', 20)
  const visit = await newFamily(stage, { children: { Dára: 8, Tolú: 4 } })
  const page = await openEvent(visit, event)
  await person(page, 'Dára').getByRole('checkbox').check()
  await person(page, 'Ìyábọ̀').getByRole('checkbox').check()
  await page.getByText('2 people selected, 1 still needs a class').waitFor()
  await press(page, 'Register')
  await page
    .getByText('An error occurred: Please select a class or group for each member(s) you want to register.')
    .waitFor()
  await person(page, 'Ìyábọ̀').getByText('Choose a class for Ìyábọ̀').waitFor()
  await classOf(page, 'Ìyábọ̀').selectOption('Primary')
  await press(page, 'Register')

  const dialog = page.getByRole('dialog', { name: 'Your family is registered' })
  const code = (await dialog.getByText(CODE).textContent()) ?? ''
  expect(await page.getByText('An error occurred').count()).toBe(0)
  await dialog.getByText('Please keep this code. You need it for check-in.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  expect(await codeOn(page)).toBe(code)
  expect(page.url()).toMatch(/\/checkin\/thankyou\/[\da-f-]{36}$/)
  await page.getByRole('img', { name: `QR pass, code ${code}` }).waitFor()
  await page.getByText('Dára').waitFor()

  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save pass')])
  expect(download.suggestedFilename()).toBe('Harvest.png')
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, 'Copy code')
  await page.getByText('Code copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code.replace(' ', ''))
  expect(await findFaults(page)).toEqual([])
})

test('places are counted while choosing, and the last one is offered to one child only', async () => {
  const event = await plan('Small room', 1)
  const page = await openEvent(await newFamily(stage, { children: { Bọ́lá: 3, Kẹ́mi: 3, Títí: 8 } }), event)
  await person(page, 'Títí').getByRole('checkbox').check()
  await person(page, 'Títí').getByText('43 places left').waitFor()
  await person(page, 'Bọ́lá').getByRole('checkbox').check()
  await person(page, 'Bọ́lá').getByText('This takes the last place').waitFor()
  await person(page, 'Kẹ́mi').getByRole('checkbox').check()
  expect(await classOf(page, 'Kẹ́mi').locator('option').allTextContents()).toEqual(['Choose a class', 'Primary'])
  await person(page, 'Kẹ́mi').getByRole('button', { name: 'Join waiting list: Kẹ́mi, Toddlers' }).waitFor()
  await classOf(page, 'Bọ́lá').selectOption('Primary')
  await person(page, 'Bọ́lá').getByText('For another age group.').waitFor()
  await person(page, 'Títí').getByText('42 places left').waitFor()
  expect(await classOf(page, 'Kẹ́mi').locator('option').allTextContents()).toContain('Toddlers')
})

test('what other families take is seen without loading the page again', async () => {
  const event = await plan('Seen live', 20)
  const page = await openEvent(await newFamily(stage, { children: { Bọ́lá: 3 } }), event)
  await person(page, 'Bọ́lá').getByRole('checkbox').check()
  await person(page, 'Bọ́lá').getByText('19 places left').waitFor()
  await register(await newFamily(stage, { children: { Káyọ̀dé: 3 } }), event)
  await expect.poll(() => person(page, 'Bọ́lá').textContent()).toContain('18 places left')
})

test('when others were faster the class is named and the choice stays; who waits has the place once it is given up', async () => {
  const event = await plan('Last place', 1)
  const visit = await newFamily(stage, { children: { Bọ́lá: 3, Títí: 8 } })
  // Without the live numbers the page learns it from the answer.
  await visit.page.route('**/places', (route) => route.abort())
  visit.trouble.expect(/^409 POST/)
  visit.trouble.expect(/EventSource/)
  const page = await openEvent(visit, event)
  for (const name of ['Bọ́lá', 'Títí']) await person(page, name).getByRole('checkbox').check()
  const faster = await newFamily(stage, { children: { Káyọ̀dé: 3 } })
  await register(faster, event)
  await press(page, 'Register')
  await page.getByText('Toddlers just filled up.').waitFor()
  expect(await classOf(page, 'Títí').locator(':checked').textContent()).toBe('Primary')
  expect((await registration(visit, event)).people.every(({ state }) => state === 'none')).toBe(true)

  await person(page, 'Bọ́lá')
    .getByRole('button', { name: /^(Join waiting list|Put .* on the waiting list)/ })
    .click()
  await person(page, 'Bọ́lá').getByText('On the waiting list for Toddlers: number 1').waitFor()
  const [first] = (await registration(faster, event)).people.filter(({ state }) => state === 'registered')
  await ask(faster.context, {
    url: stage.url,
    method: 'DELETE',
    path: `/api/checkin/events/${event.id}/children/${first?.personId}`,
  })
  expect(await findFaults(page)).toEqual([])
  await page.reload()
  await person(page, 'Bọ́lá').getByText('Registered in Toddlers').waitFor()
})

test('a press without a network is kept, and registers once when the network is back', async () => {
  const event = await plan('Poor network', 20)
  const visit = await newFamily(stage, { children: { Bọ́lá: 3 }, isNew: true })
  visit.trouble.expect(/INTERNET_DISCONNECTED/)
  const page = await openEvent(visit, event)
  await person(page, 'Bọ́lá').getByRole('checkbox').check()
  await visit.context.setOffline(true)
  await press(page, 'Register')
  await page.getByText('You are offline. Your choices are saved').waitFor()
  await visit.context.setOffline(false)
  await page.getByRole('dialog').getByText(CODE).waitFor()
  expect((await registration(visit, event)).classes.map(({ placesLeft }) => placesLeft)).toEqual([19, 44])
})

test('a double press registers once, and the way back shows what is registered', async () => {
  const event = await plan('Double press', 20)
  const visit = await newFamily(stage, { children: { Bọ́lá: 3 } })
  const page = await openEvent(visit, event)
  await person(page, 'Bọ́lá').getByRole('checkbox').check()
  let presses = 0
  page.on('request', (request) => (presses += request.url().endsWith('/register') ? 1 : 0))
  await page.getByRole('button', { name: 'Register' }).dblclick()
  await press(page, 'Done')
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  expect(presses).toBe(1)
  await page.goBack()
  await person(page, 'Bọ́lá').getByText('Registered in Toddlers').waitFor()
  await page.getByRole('link', { name: 'Open pass' }).waitFor()
})

test('a family changes a class and takes one child out again', async () => {
  const event = await plan('Change', 20)
  const visit = await newFamily(stage, { children: { Bọ́lá: 3, Títí: 8 } })
  await register(visit, event)
  const page = await openEvent(visit, event)
  await classOf(page, 'Bọ́lá').selectOption('Primary')
  await press(page, 'Save changes')
  await press(page, 'Done')
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  await page.getByRole('link', { name: 'Change your registration' }).click()
  await person(page, 'Bọ́lá').getByText('Registered in Primary').waitFor()
  await page.getByRole('button', { name: 'Cancel Títí’s place' }).click()
  await page.getByText('Are you sure you want to proceed?').waitFor()
  // The second press does not reach what stands behind the question.
  await page.getByRole('button', { name: 'Yes', exact: true }).dblclick()
  await page.getByText('Títí is no longer registered').waitFor()
  await person(page, 'Títí').getByText('Registered in').waitFor({ state: 'detached' })
  expect(await person(page, 'Títí').getByRole('checkbox').isChecked()).toBe(false)
})

test('whoever is missing is added at the event, and is ticked', async () => {
  const event = await plan('Add a ward', 20)
  const page = await openEvent(await newFamily(stage, {}), event)
  await press(page, 'Add ward')
  const dialog = page.getByRole('dialog', { name: 'Add New Member' })
  await dialog.getByLabel(/^Firstname/).fill('Ṣọlá')
  await press(page, 'Save')
  await dialog.waitFor({ state: 'detached' })
  await person(page, 'Ṣọlá').waitFor()
  expect(await person(page, 'Ṣọlá').getByRole('checkbox').isChecked()).toBe(true)
})

test('the record says which events a family registered for and who came', async () => {
  const { page } = await stage.visit({ as: FAMILY, ...PHONE })
  await page.goto('/checkin/attendance')
  await page.getByRole('heading', { name: 'Attendance record' }).waitFor()
  const service = page.getByRole('listitem').filter({ hasText: 'Sunday Service' }).first()
  await service.waitFor()
  expect(await service.getByText('Attended').count()).toBe(3)
  expect(await service.getByText(/^Primary \(6–9\), in .+, out/).count()).toBe(2)
})
