import type { Page } from 'playwright-core'
import { cookieOf } from './sign-in.ts'

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** The station with this event chosen: the demo has events of its own. */
export async function choosing(page: Page, eventId: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).waitFor()
  const events = page.getByLabel('Event', { exact: true })
  if (await events.isVisible()) await events.selectOption(eventId)
}

export async function scan(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

export async function checkInAll(page: Page, code: string): Promise<void> {
  await scan(page, code)
  await press(page, 'Check in 3 and print labels')
  await page.getByText('3 children checked in').waitFor()
}

type Listed = { id: string; code: string; state: string; name: string | null }

/** A call in the name of the church's owner, who sits elsewhere. */
export async function asOwner<T>(url: string, path: string, sent?: { method?: string; body?: object }): Promise<T> {
  const cookie = await cookieOf(url, '/api/identity/session', { userName: 'admin@grace.example' })
  const reply = await fetch(url + path, {
    method: sent?.method ?? (sent?.body ? 'POST' : 'GET'),
    headers: { cookie, origin: url, ...(sent?.body && { 'content-type': 'application/json' }) },
    ...(sent?.body && { body: JSON.stringify(sent.body) }),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

const WAITING = /Waiting, (\d{4})/
/** Beside the state of the network; the mark of a station that is not ready has these words too. */
export const READY = /^\W*Ready to work offline$/

/** A leader elsewhere admits the station that this page is, by the code on its screen. Answers its id. */
export async function admit(page: Page, name?: string, url = new URL(page.url()).origin): Promise<string> {
  const mark = page.getByRole('button', { name: WAITING })
  await mark.waitFor()
  const [, code] = WAITING.exec((await mark.textContent()) ?? '') ?? []
  const stations = await asOwner<Listed[]>(url, '/api/checkin/stations')
  const waiting = stations.find((one) => one.state === 'waiting' && one.code === code)
  if (!waiting) throw new Error(`Nobody waits with the code ${code}.`)
  const body = { name: name ?? `Door ${waiting.id.slice(0, 8)}` }
  await asOwner(url, `/api/checkin/stations/${waiting.id}/admit`, { body })
  await mark.waitFor({ state: 'detached' })
  return waiting.id
}

/** Admitted if it is not yet; the page, the pack and codes are on the device. */
export async function worksAlone(page: Page): Promise<void> {
  const waits = page.getByRole('button', { name: WAITING })
  const works = page.getByText(READY)
  await waits.or(works).first().waitFor({ timeout: 40_000 })
  if (await waits.isVisible()) await admit(page)
  await works.waitFor({ timeout: 40_000 })
}

/** Six digits, and the station goes on. */
export async function typePin(page: Page, pin: string): Promise<void> {
  await page.getByRole('heading', { name: 'Enter today’s PIN' }).waitFor()
  await page.keyboard.type(pin)
}

export const pinOfToday = async (url: string): Promise<string> =>
  (await asOwner<{ pin: string }>(url, '/api/checkin/station/pin')).pin
