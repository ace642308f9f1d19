import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoNow } from './kit/clock.ts'
import { PASSWORD } from './kit/sign-in.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import {
  admit,
  asOwner,
  checkInAll,
  choosing,
  pinOfToday,
  press,
  READY,
  scan,
  typePin,
  worksAlone,
} from './kit/station.ts'
import { makeSunday, type Sunday } from './kit/sunday.ts'

const DESK = 'desk@grace.example'
const ADMIN = 'admin@grace.example'
const PIN_PAD = 'Enter today’s PIN'
const MOST_WRONG = 10

let stage: Stage
let sunday: Sunday
beforeAll(async () => {
  stage = await openStage()
  sunday = await makeSunday(stage.url)
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

async function openStation(as: string, options: { hasClock?: boolean } = {}): Promise<Visit> {
  // What is shown is in the church's zone, never in the device's.
  const visit = await stage.visit({
    as,
    viewport: { width: 1024, height: 768 },
    timezoneId: 'America/New_York',
    isNew: true,
  })
  if (options.hasClock) await visit.page.clock.install()
  await visit.page.addInitScript(() => {
    globalThis.print = () => undefined
  })
  await visit.page.goto('/tenant/checkin')
  await choosing(visit.page, sunday.eventId)
  visit.trouble.expect(/Failed to fetch|ERR_|503 GET/)
  return visit
}

type Stored = { text: string; keys: { extractable: boolean; usages: string[] }[]; locked: number; sealed: number }

/** What whoever finds the tablet reads in its browser: all that lies in storage as text, and what its keys may do. */
const inStorage = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const found = { text: JSON.stringify({ ...localStorage }), keys: [] as Stored['keys'], locked: 0, sealed: 0 }
    const look = (value: unknown): void => {
      if (value instanceof CryptoKey) {
        if (value.type !== 'public') found.keys.push({ extractable: value.extractable, usages: [...value.usages] })
      } else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        found.text += new TextDecoder().decode(value)
      } else if (typeof value === 'object' && value !== null) {
        if ('locked' in value) found.locked += 1
        if ('sealed' in value) found.sealed += 1
        for (const [key, inner] of Object.entries(value)) {
          found.text += ` ${key} `
          look(inner)
        }
      } else found.text += ` ${String(value)} `
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of database.objectStoreNames)
        look(
          await new Promise<unknown>((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll()
            reading.onsuccess = () => resolve(reading.result)
          }),
        )
      database.close()
    }
    for (const cache of await caches.keys())
      for (const { url } of await (await caches.open(cache)).keys()) found.text += ` ${url} `
    return found
  })

type Found = { families: { children: { state: string }[] }[] }
const statesOf = async (code: string): Promise<string[]> => {
  const body = { eventId: sunday.eventId, code }
  const { families } = await asOwner<Found>(stage.url, '/api/checkin/station/find', { body })
  return families.flatMap(({ children }) => children.map(({ state }) => state)).filter((state) => state !== 'none')
}

const spaced = (text: string): string => text.replaceAll(/\s/g, ' ')
const atChurch = (at: number): string =>
  spaced(new Date(at).toLocaleTimeString('en-US', { timeZone: 'Africa/Lagos', timeStyle: 'short' }))
/** An instant of each minute from then until now. */
const minutesSince = (from: number): number[] =>
  Array.from({ length: Math.ceil((demoNow().getTime() - from) / 60_000) + 1 }, (_, minutes) => from + minutes * 60_000)

const ALL_IN = ['checked_in', 'checked_in', 'checked_in']

async function signIn(page: Page): Promise<void> {
  await page
    .getByLabel('E-mail')
    .or(page.getByLabel('Email', { exact: true }))
    .fill(ADMIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('a volunteer’s tablet waits with its code until a leader admits it under a name; the leader’s own takes one press', async () => {
  const { page } = await openStation(DESK)
  const mark = page.getByRole('button', { name: /Waiting, \d{4}/ })
  const code = /\d{4}/.exec((await mark.textContent()) ?? '')?.[0] ?? ''
  await mark.click()
  const own = page.getByRole('dialog')
  await own.getByText(code).waitFor()
  expect(await own.getByRole('button', { name: 'Admit this station' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  const leader = (await stage.visit({ as: ADMIN, path: '/tenant/checkin/custody' })).page
  await leader.getByRole('button', { name: /Stations/ }).click()
  const dialog = leader.getByRole('dialog')
  await dialog.getByText('Requested by').first().waitFor()
  await dialog.getByRole('button', { name: `Admit New device ${code}` }).click()
  await dialog.getByLabel('Name').fill('Front door')
  await dialog.getByRole('button', { name: 'Admit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Rename Front door' }).waitFor()
  await page.getByRole('button', { name: 'Front door' }).waitFor()
  await page.getByText(READY).waitFor({ timeout: 40_000 })
  const pin = await pinOfToday(stage.url)
  await page.getByText(`Today’s PIN is ${pin.slice(0, 3)} ${pin.slice(3)}`).waitFor()
  const mine = (await openStation(ADMIN)).page
  await mine.getByRole('button', { name: /Waiting, \d{4}/ }).click()
  await press(mine, 'Admit this station')
  await mine.getByRole('button', { name: /^Station \d/ }).waitFor()
  await mine.getByText(READY).waitFor({ timeout: 40_000 })
})

test('whoever finds a tablet reads nothing on it; ten wrong PINs delete the day, and what waits arrives all the same', async () => {
  const { code, phone } = await sunday.addFamily('Adébọ̀wálé')
  const { page, context, trouble } = await openStation(DESK)
  await worksAlone(page)
  const pin = await pinOfToday(stage.url)
  await context.setOffline(true)
  await checkInAll(page, code)
  await page.getByText('1 to send').waitFor()
  const from = demoNow().getTime()
  await page.reload()
  await page.getByRole('heading', { name: PIN_PAD }).waitFor()
  expect(await page.content()).not.toContain('Adébọ̀wálé')
  const shown = spaced(await page.getByRole('time').innerText())
  expect(minutesSince(from).map(atChurch)).toContain(shown)
  const stored = await inStorage(page)
  for (const secret of ['Adébọ̀wálé', 'Tèmítọ́pẹ́', 'Kúnlé', 'Peanut', 'Asthma', phone, phone.slice(4), pin, code])
    expect(stored.text).not.toContain(secret)
  expect(stored).toMatchObject({ locked: 2, sealed: 1 })
  // One signs what the station says, the other binds the PIN to the device: neither opens anything.
  expect(stored.keys.map(({ extractable, usages }) => [extractable, usages.join()])).toEqual([
    [false, 'sign'],
    [false, 'sign'],
  ])
  const wrong = pin === '000000' ? '000001' : '000000'
  for (let left = MOST_WRONG - 1; left > 0; left -= 1) {
    await page.keyboard.type(wrong)
    await page.getByText(left === 1 ? '1 try left' : `${left} tries left`).waitFor()
  }
  await page.keyboard.type(wrong)
  await page.getByText('Too many wrong PINs').waitFor()
  await page.getByText('1 entry is kept sealed').waitFor()
  expect(await inStorage(page)).toMatchObject({ locked: 0, sealed: 1 })
  await page.reload()
  await page.getByText('Too many wrong PINs').waitFor()
  trouble.expect(/401 (GET|POST)/)
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await signIn(page)
  await expect.poll(() => statesOf(code), { timeout: 30_000 }).toEqual(ALL_IN)
})

test('a reload in the middle of the service takes six digits, and everything is as it was; left alone it locks by itself', async () => {
  const { code } = await sunday.addFamily('Ṣówándé')
  const { page, context } = await openStation(DESK, { hasClock: true })
  await admit(page)
  // The station looks again after a while of its own clock. Ten minutes of it would lock the station.
  const isReady = async (): Promise<boolean> => {
    await page.clock.runFor(5000)
    return page.getByText(READY).isVisible()
  }
  await expect.poll(isReady, { interval: 500, timeout: 30_000 }).toBe(true)
  const pin = await pinOfToday(stage.url)
  await context.setOffline(true)
  await checkInAll(page, code)
  await page.reload()
  await typePin(page, pin)
  await page.getByText('Who is arriving?').waitFor()
  await scan(page, code)
  await page.getByText('In class').first().waitFor()
  await page.clock.fastForward(11 * 60_000)
  await page.getByRole('heading', { name: PIN_PAD }).waitFor()
  expect(await page.content()).not.toContain('Ṣówándé')
  for (const digit of pin) await press(page, digit)
  await page.getByText('Who is arriving?').waitFor()
})

test('after the day nothing opens, also where the clock is set back', async () => {
  const { page, context } = await openStation(DESK)
  await worksAlone(page)
  const now = Date.now()
  await context.setOffline(true)
  await page.clock.install({ time: now + 26 * 3_600_000 })
  await page.reload()
  await page.getByText('This station needs the network').waitFor()
  await page.clock.setSystemTime(now)
  await page.reload()
  await page.getByText('This station needs the network').waitFor()
  // The page says so before the day is deleted behind it.
  await expect.poll(async () => (await inStorage(page)).locked).toBe(0)
})

test('a station that is shut out is signed out and deletes its day; admitted again it sends what it did', async () => {
  const { code } = await sunday.addFamily('Fágbèmí')
  const { page, context, trouble } = await openStation(DESK)
  trouble.expect(/40[19] (GET|POST)/)
  const id = await admit(page, 'Lost tablet')
  await worksAlone(page)
  await context.setOffline(true)
  await checkInAll(page, code)
  await asOwner(stage.url, `/api/checkin/stations/${id}`, { method: 'DELETE' })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign in' }).waitFor({ timeout: 30_000 })
  await expect.poll(async () => (await inStorage(page)).locked).toBe(0)
  expect(await inStorage(page)).toMatchObject({ sealed: 1 })
  expect(await statesOf(code)).toEqual(['registered', 'registered', 'registered'])
  await asOwner(stage.url, `/api/checkin/stations/${id}/admit`, { body: { name: 'Found tablet' } })
  await signIn(page)
  await expect.poll(() => statesOf(code), { timeout: 30_000 }).toEqual(ALL_IN)
})
