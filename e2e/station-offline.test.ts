import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startHangingProxy, type HangingProxy } from './kit/hanging-proxy.ts'
import { cookieOf, PASSWORD } from './kit/sign-in.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import { checkInAll, choosing, pinOfToday, press, scan, typePin, worksAlone, READY } from './kit/station.ts'
import { makeSunday, type Sunday } from './kit/sunday.ts'

const PHONE = { width: 360, height: 780 }
const ADMIN = 'admin@grace.example'
const SYNC = '**/api/checkin/stations/*/sync'
/** A station that has just been opened is not called unready before; and one look at it more. */
const GRACE_MS = 14_000

let stage: Stage
let sunday: Sunday
let network: HangingProxy
beforeAll(async () => {
  stage = await openStage()
  sunday = await makeSunday(stage.url)
  network = await startHangingProxy(stage.url)
})
afterEach(() => stage.leave())
afterAll(async () => {
  await network?.close()
  await stage?.close()
})

/** `hasClock`: time passes when the test says so as well. */
type Opening = Parameters<Stage['visit']>[0] & { hasClock?: boolean }

async function openStation({ hasClock = false, ...opening }: Opening = {}): Promise<Visit> {
  const visit = await stage.visit({ as: ADMIN, viewport: { width: 1024, height: 768 }, isNew: true, ...opening })
  if (opening.baseURL) await signInAt(visit, opening.baseURL)
  if (hasClock) await visit.page.clock.install()
  await visit.page.addInitScript(() => {
    globalThis.print = () => undefined
  })
  await visit.page.goto('/tenant/checkin')
  await choosing(visit.page, sunday.eventId)
  return visit
}

/** At an address of its own, which is no address of the stage. */
async function signInAt({ context }: Visit, origin: string): Promise<void> {
  await context.request.post('/api/identity/session', {
    data: { userName: ADMIN, password: PASSWORD },
    headers: { origin },
  })
}

type StationRow = { leasedPlaces: number; freeCodes: number }
type Found = { families: { children: { state: string }[] }[] }

async function asked<T>(path: string, body?: object): Promise<T> {
  const cookie = await cookieOf(stage.url, '/api/identity/session', { userName: ADMIN })
  const reply = await fetch(stage.url + path, {
    headers: { cookie, origin: stage.url, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await reply.json()) as T
}

/** What the station that was heard of last holds. */
const held = async (): Promise<StationRow | undefined> => {
  const [latest] = await asked<StationRow[]>('/api/checkin/stations')
  return latest && { leasedPlaces: latest.leasedPlaces, freeCodes: latest.freeCodes }
}
const statesOf = async (code: string): Promise<string[]> => {
  const { families } = await asked<Found>('/api/checkin/station/find', { eventId: sunday.eventId, code })
  return families.flatMap(({ children }) => children.map(({ state }) => state)).filter((state) => state !== 'none')
}
const waiting = (page: Page, count: number) => page.getByText(`${count} to send`).waitFor()
const idle = { leasedPlaces: 0, freeCodes: 0 }

test('whoever signs out is told what waits; what stays on the device is sent when somebody else signs in', async () => {
  const { code } = await sunday.addFamily('Adébọ̀wálé')
  const { page, context, trouble } = await openStation({ as: 'desk@grace.example', viewport: PHONE })
  trouble.expect(/Failed to fetch|ERR_|503 GET/)
  await worksAlone(page)
  await context.setOffline(true)
  await checkInAll(page, code)
  await waiting(page, 1)
  await context.route(SYNC, (route) => route.abort())
  await context.setOffline(false)
  await page.getByText('Online').waitFor()
  await page.getByRole('link', { name: 'Exit station' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await press(page, 'Logout')
  const dialog = page.getByRole('dialog', { name: '1 entry not sent yet' })
  await dialog.getByText('is saved only on this device').waitFor()
  await press(page, 'Send now')
  await dialog.getByText('No answer from Narthex').waitFor()
  await press(page, 'Sign out anyway')
  await dialog.getByText('stay locked on this device').waitFor()
  await press(page, 'Yes, sign out')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await statesOf(code)).toEqual(['registered', 'registered', 'registered'])
  await context.unroute(SYNC)
  await page.getByLabel('Email').fill(ADMIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('1 entry saved on this device has been sent').waitFor()
  expect(await statesOf(code)).toEqual(['checked_in', 'checked_in', 'checked_in'])
})

test('what waits is sent before somebody signs out, and the places of the station go back', async () => {
  const { code } = await sunday.addFamily('Ṣówándé')
  const { page, context, trouble } = await openStation()
  trouble.expect(/Failed to fetch|ERR_|503 GET/)
  await worksAlone(page)
  await context.setOffline(true)
  await checkInAll(page, code)
  await context.route(SYNC, (route) => route.abort())
  await context.setOffline(false)
  await page.getByText('Online').waitFor()
  await page.getByRole('link', { name: 'Exit station' }).click()
  await page.getByRole('heading', { name: 'Events' }).waitFor()
  await page.getByText(ADMIN).or(page.getByText('Owner')).first().click()
  await press(page, 'Logout')
  await context.unroute(SYNC)
  // Not with the mouse: under the dialog are links, whose pages are fetched ahead once it stands above them.
  await page.getByRole('button', { name: 'Send now' }).press('Enter')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await statesOf(code)).toEqual(['checked_in', 'checked_in', 'checked_in'])
  expect(await held()).toEqual(idle)
})

test('a station that is locked or left gives its places and codes back, and has them again when it is back', async () => {
  const { page } = await openStation()
  await worksAlone(page)
  expect(await held()).toMatchObject({ freeCodes: 40 })
  await press(page, 'Lock station')
  await press(page, /^Lock$/)
  await page.getByLabel('Code or phone number').waitFor()
  expect(await held()).toEqual(idle)
  await press(page, 'Unlock station')
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await worksAlone(page)
  expect(await held()).toMatchObject({ freeCodes: 40 })
  await page.getByRole('link', { name: 'Exit station' }).click()
  await expect.poll(held).toEqual(idle)
})

test('a refusal without a network is written down, once, and comes to the custody log', async () => {
  const { code } = await sunday.addFamilyInClass('Akínwùnmí')
  const { page, context, trouble } = await openStation()
  trouble.expect(/Failed to fetch|ERR_|503 GET/)
  await worksAlone(page)
  await context.setOffline(true)
  await press(page, 'Check out')
  await scan(page, code)
  await page.getByText('Kúnlé Adéyẹmí').click()
  await press(page, 'Refuse and record')
  await page.getByText('This is recorded on this device').waitFor()
  expect(await page.getByRole('button', { name: 'Refusal recorded' }).isDisabled()).toBe(true)
  await waiting(page, 1)
  await context.setOffline(false)
  await expect.poll(() => page.getByText(/\d to send/).count()).toBe(0)
  const { items } = await asked<{ items: { act: string; collectorName: string; stationName: string }[] }>(
    '/api/checkin/custody?act=release_refused',
  )
  const mine = items.filter(({ stationName }) => stationName)
  expect(mine.map(({ collectorName }) => collectorName)).toContain('Kúnlé Adéyẹmí')
})

test('a station whose page is not kept says what is missing and what to do', async () => {
  const { page, trouble } = await openStation({ viewport: PHONE, serviceWorkers: 'block', hasClock: true })
  trouble.expect(/Service Worker registration blocked/)
  expect(await page.getByRole('button', { name: 'Not ready to work offline' }).count()).toBe(0)
  await page.clock.runFor(GRACE_MS)
  await press(page, 'Not ready to work offline')
  await page.getByRole('dialog').getByText('This page is not saved on the device yet').waitFor()
  expect(await page.getByText(READY).count()).toBe(0)
})

test('on a network that hangs it opens with what it has and goes on; what arrives late is not done again', async () => {
  const { code } = await sunday.addFamily('Fágbèmí')
  const { page, trouble } = await openStation({ as: '', baseURL: network.url })
  trouble.expect(/left for|Failed to fetch|ERR_|503 GET/)
  await worksAlone(page)
  const pin = await pinOfToday(stage.url)
  network.hang()
  await page.reload({ waitUntil: 'commit' })
  await typePin(page, pin)
  await page.getByText('Who is arriving?').waitFor({ timeout: 10_000 })
  await page.getByText('Offline').waitFor()
  // What the first screen does without is on the device too.
  await press(page, 'New family')
  await page.getByLabel('Child’s first name').waitFor()
  await press(page, 'Cancel')
  await checkInAll(page, code)
  await waiting(page, 1)
  network.recover()
  await expect.poll(() => page.getByText(/\d to send/).count(), { timeout: 60_000 }).toBe(0)
  await press(page, 'Check out')
  await scan(page, code)
  await page.getByText('Bísí Adéyẹmí').click()
  await press(page, 'Check out 3 children with Bísí Adéyẹmí')
  await page.getByText('3 children checked out').waitFor()
  await network.arrive()
  expect(await statesOf(code)).toEqual(['checked_out', 'checked_out', 'checked_out'])
})

test('the station is not left before a press is answered', async () => {
  const { code } = await sunday.addFamily('Olúwọlé')
  const { page, context } = await openStation()
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((passed) => (answer = passed))
  await context.route('**/api/checkin/station/check-in', async (route) => {
    await isAnswered
    await route.continue()
  })
  await scan(page, code)
  await press(page, 'Check in 3 and print labels')
  await page.getByRole('link', { name: 'Exit station' }).click()
  answer()
  await page.getByText('3 children checked in').waitFor()
  expect(new URL(page.url()).pathname).toBe('/tenant/checkin')
  await page.getByRole('link', { name: 'Exit station' }).click()
  await page.getByRole('heading', { name: 'Events' }).waitFor()
})
