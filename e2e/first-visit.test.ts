import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, dayFromNow, planEvent } from './kit/checkin.ts'
import { newFamily, PHONE } from './kit/portal.ts'
import { openStage, type Stage } from './kit/stage.ts'

/** What is promised of sign-in and of every screen of the portal. */
const MOST = 8
/** Parts of a screen that come when it is calm come within this. */
const CALM_MS = 4_000

const FAMILY = 'family@grace.example'
const GRACE = 'admin@grace.example'

let stage: Stage
/**
 * Everything that the server was asked, by whatever of a browser: its pages, their service worker, its manifest. Gateways ask
 * too: when the church's midnight passes, the demo sends the messages of its new day.
 */
const asked: string[] = []
const note = (message: unknown): void => {
  const { socket, headers, method, url } = (message as { request: IncomingMessage }).request
  const isOfBrowser = headers['user-agent']?.startsWith('Mozilla/') ?? false
  if (isOfBrowser && socket.localPort === Number(new URL(stage.url).port)) asked.push([method, url].join(' '))
}
beforeAll(async () => {
  stage = await openStage()
  channel('http.server.request.start').subscribe(note)
})
afterEach(() => stage.leave())
afterAll(async () => {
  channel('http.server.request.start').unsubscribe(note)
  await stage?.close()
})

/** Opens a page in a browser that was never here, and answers what it asked for until it was calm, its worker ready. */
async function requestsOf(page: Page, path: string): Promise<string[]> {
  asked.length = 0
  const underWay = new Set<Request>()
  // A stream of events stays open.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  await page.clock.install()
  await page.goto(stage.url + path, { waitUntil: 'networkidle' })
  const keepsPage = path.startsWith('/checkin')
  if (keepsPage) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.clock.runFor(CALM_MS)
  await expect.poll(() => underWay.size).toBe(0)
  // This browser leaves the manifest for later; those on phones do not.
  const manifests = await page.locator('link[rel=manifest]').count()
  return [...asked, ...Array<string>(manifests).fill('the manifest')]
}

test.each([
  ['/', undefined, 'button', 'Sign in'],
  ['/checkin', undefined, 'heading', 'Family check-in'],
  ['/checkin/grace-chapel', undefined, 'textbox', 'Email or phone number'],
  ['/checkin/grace-chapel/reset', undefined, 'textbox', 'Email or phone number'],
  ['/checkin/dashboard', FAMILY, 'heading', /^Welcome/],
  ['/checkin/checkinfamily', FAMILY, 'heading', 'Family'],
  ['/checkin/checkinguardian', FAMILY, 'heading', 'Guardian'],
  ['/checkin/profile', FAMILY, 'heading', 'Profile'],
  ['/checkin/profile/install', FAMILY, 'heading', 'Notifications on iPhone and iPad'],
  ['/checkin/events', FAMILY, 'heading', 'Upcoming events'],
  ['/checkin/attendance', FAMILY, 'heading', 'Attendance'],
] as const)('a first visit to %s takes at most eight requests', async (path, as, role, name) => {
  const { page } = await stage.visit({ ...PHONE, isNew: true, ...(as && { as }) })
  const requests = await requestsOf(page, path)
  await page.getByRole(role, { name }).first().waitFor()
  expect(requests.slice(MOST)).toEqual([])
})

test('so do an event that is registered for, and its pass', async () => {
  const { url } = stage
  const { context: staff } = await stage.visit({ as: GRACE })
  const { id, classes } = await planEvent(staff, url, {
    name: 'First visit',
    day: dayFromNow(1),
    classes: [{ name: 'Lambs' }],
  })
  const { page, context } = await newFamily(stage, { children: { Bọ́lá: 3 }, isNew: true })
  const event = await requestsOf(page, `/checkin/event/${id}`)
  expect(event.slice(MOST)).toEqual([])
  const here = { url, method: 'GET', path: `/api/checkin/events/${id}/registration` }
  const { people } = await ask<{ people: { personId: string; firstName: string }[] }>(context, here)
  const children = people.flatMap(({ personId, firstName }) =>
    firstName === 'Bọ́lá' ? [{ personId, classId: classes[0]?.id }] : [],
  )
  const register = { url, path: `/api/checkin/events/${id}/register`, data: { children } }
  const { registrationId } = await ask<{ registrationId: string }>(context, register)
  const cookies = await context.cookies()
  const { page: another, context: fresh } = await stage.visit({ ...PHONE, isNew: true })
  await fresh.addCookies(cookies)
  const pass = await requestsOf(another, `/checkin/thankyou/${registrationId}`)
  await another.getByRole('heading', { name: 'You are registered' }).waitFor()
  expect(pass.slice(MOST)).toEqual([])
})
