import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import { ask, dayFromNow, planEvent } from './kit/checkin.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const ADMIN = 'admin@grace.example'
const PHONE = { width: 360, height: 780 }
const visit = (path: string, options = {}) => stage.visit({ as: ADMIN, path, ...options })
const said = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words).waitFor()
const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Events' }).getByRole('listitem').filter({ hasText: name })

/** The next event of a name among those to come. */
async function comingEvents(page: Page, name: string): Promise<EventRow[]> {
  const path = `/api/checkin/events?when=coming&limit=50&search=${encodeURIComponent(name)}`
  const { items } = await ask<{ items: EventRow[] }>(page.context(), { url: stage.url, method: 'GET', path })
  return items
}

test('an event is planned on a phone with the usual classes, and stands among those to come', async () => {
  const { page } = await visit('/tenant/events', { viewport: PHONE })
  await page.getByRole('link', { name: 'Add event' }).click()
  await page.getByRole('button', { name: 'Add event' }).click()
  await page.getByText('Enter a name for the event.').waitFor()
  await page.getByText('Add at least one class for families to choose.').waitFor()

  await page.getByLabel('Name').fill('Harvest Thanksgiving')
  await page.getByLabel('Date').fill(dayFromNow(9))
  await page.getByLabel('Place').fill('Main hall')
  await page.getByRole('button', { name: 'Use Nursery, Toddlers, Primary, Teens' }).click()
  await page.getByRole('button', { name: 'Remove Nursery (0–1)' }).click()
  await page.getByRole('button', { name: 'Edit Primary (6–9)' }).click()
  await dialog(page).getByLabel('Places').fill('60')
  await dialog(page).getByLabel('Children per adult').fill('8')
  await dialog(page).getByRole('button', { name: 'Keep' }).click()
  await page.getByText('6 to 9 years60 places1 adult for 8 children').waitFor()
  await page.getByRole('button', { name: 'Move Teens (10–17) up' }).click()
  await page.getByRole('button', { name: 'Add event' }).click()
  await said(page, 'Harvest Thanksgiving added')

  await page.goto('/tenant/events?search=harvest')
  const names = card(page, 'Harvest Thanksgiving').getByRole('list').getByRole('listitem')
  await expect
    .poll(() => names.allTextContents())
    .toEqual(['Toddlers (2–5)0 of 200', 'Teens (10–17)0 of 200', 'Primary (6–9)0 of 60'])

  await page.getByRole('link', { name: 'Past' }).click()
  const here = page.getByRole('navigation', { name: 'Events' }).locator('[aria-current]')
  await expect.poll(() => here.allTextContents()).toEqual(['Past'])
})

test('a night service ends the day after, by the church’s clocks', async () => {
  const { page } = await visit('/tenant/events/new', { timezoneId: 'America/New_York' })
  await page.getByLabel('Name').fill('Night vigil')
  await page.getByLabel('Date').fill('2031-05-03')
  await page.getByLabel('Starts').fill('22:00')
  await page.getByLabel('Ends').fill('04:00')
  await page.getByText('On Sunday, May 4').waitFor()
  await page.getByRole('button', { name: 'Use Nursery' }).click()
  await page.getByRole('button', { name: 'Add event' }).click()
  await page.getByText('Sat, May 3, 10:00 PM – Sun, May 4, 4:00 AM').waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect.poll(() => page.getByLabel('Ends').inputValue()).toBe('04:00')
})

test('a service that repeats is changed from one day on', async () => {
  const { page, context } = await visit('/tenant/events')
  const classes = [{ name: 'Everybody' }]
  await planEvent(context, stage.url, { name: 'Bible hour', day: dayFromNow(2), classes, everyWeeks: 1 })
  const [first, second] = await comingEvents(page, 'Bible hour')
  await page.goto(`/tenant/events/${second?.id}?edit=yes`)
  await page.getByLabel('Name').fill('Children’s hour')
  await page.getByText('This and all following dates').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Children’s hour saved')
  expect((await comingEvents(page, 'Bible hour')).map(({ id }) => id)).toEqual([first?.id])
  expect((await comingEvents(page, 'hour')).length).toBeGreaterThan(2)
})

test('what somebody else changed meanwhile stands beside what was typed', async () => {
  const { page, context, trouble } = await visit('/tenant/events')
  trouble.expect(/^409 PUT/)
  const event = await planEvent(context, stage.url, {
    name: 'Youth day',
    day: dayFromNow(5),
    classes: [{ name: 'Teens' }],
  })
  await page.goto(`/tenant/events/${event.id}?edit=yes`)
  await page.getByLabel('Name').fill('Youth Sunday')
  const { classes, version } = event
  const times = { startsAt: `${dayFromNow(5)}T00:00`, endsAt: `${dayFromNow(5)}T23:59`, opensAt: null, closesAt: null }
  const data = { name: 'Teens day', place: 'Garden', ...times, classes, scope: 'this', version }
  await ask(context, { url: stage.url, method: 'PUT', path: `/api/checkin/events/${event.id}`, data })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Someone else changed this event in the meantime').waitFor()
  await page.getByText('Name: Teens day').waitFor()
  await expect.poll(() => page.getByLabel('Place').inputValue()).toBe('Garden')
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Youth Sunday saved')
})

test('a class keeps the places that are taken, and its event says how many families hear of its end', async () => {
  const { page, trouble } = await visit('/tenant/events')
  trouble.expect(/^409 PUT/)
  const [event] = await comingEvents(page, 'Family Thanksgiving Service')
  const full = event?.classes.find(({ taken }) => taken > 1)
  await page.goto(`/tenant/events/${event?.id}?edit=yes`)
  await page.getByRole('button', { name: `Edit ${full?.name}`, exact: true }).click()
  await dialog(page).getByLabel('Places').fill('1')
  await dialog(page).getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(`${full?.taken} places are already taken. Allow at least that many, or move children first.`)
    .waitFor()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()

  await page.getByRole('button', { name: 'Cancel event' }).click()
  await dialog(page).getByText(`${event?.families} registered families will be notified.`).waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel event' }).click()
  await said(page, 'Family Thanksgiving Service cancelled')
  await expect.poll(() => page.getByText('Registration is closed, and registered families').count()).toBe(1)
})

test('a picture is seen before it is saved with the event', async () => {
  const { page } = await visit('/tenant/events/new')
  await page.getByLabel('Name').fill('Picnic')
  await page.getByLabel('Date').fill(dayFromNow(12))
  await page.getByRole('button', { name: 'Use Nursery' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'picnic.png', mimeType: 'image/png', buffer: onePixel })
  await page.getByRole('img', { name: 'Event picture' }).waitFor()
  await page.getByRole('button', { name: 'Add event' }).click()
  await said(page, 'Picnic added')
  await expect.poll(async () => (await comingEvents(page, 'Picnic'))[0]?.bannerUrl).toMatch(/^\//)
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('the desk looks at events and does not change them', async () => {
  const { page } = await stage.visit({ as: 'desk@grace.example', path: '/tenant/events?search=kids' })
  await page.getByRole('link', { name: 'Midweek Kids’ Club' }).click()
  await page.getByRole('link', { name: 'Open check-in' }).waitFor()
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  await page.goto('/tenant/events/new')
  await page.waitForURL('**/errorpage/unauthorized')
})
