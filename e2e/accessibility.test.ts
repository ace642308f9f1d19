import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '#server/test-kit/until.ts'
import { EMPTY } from './kit/kept-contexts.ts'
import { allLooks, findFaults, oneLook } from './kit/looks.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import { makeSunday, type SundayFamily } from './kit/sunday.ts'
import { automation } from './states/automation.ts'
import { beforeTheDoor, gates } from './states/before-the-door.ts'
import { billing } from './states/billing.ts'
import { dashboard, people } from './states/church.ts'
import { checkinScreens, type CheckinIds } from './states/checkin.ts'
import { compose } from './states/compose.ts'
import { email } from './states/email.ts'
import { firstTimers } from './states/first-timers.ts'
import { followup } from './states/followup.ts'
import { peopleImport } from './states/import.ts'
import { operator } from './states/operator.ts'
import { paper } from './states/paper.ts'
import { peopleScreens } from './states/people-screens.ts'
import { portalEntering, portalHome } from './states/portal.ts'
import { passOf, portalEvents } from './states/portal-event.ts'
import { push } from './states/push.ts'
import { sent } from './states/sent.ts'
import { joining, settings } from './states/settings.ts'
import { GRACE, heading, type State } from './states/state.ts'
import { station } from './states/station.ts'

let stage: Stage
let reports: readonly [string, string]
let sentEmail: string
let ids: { person: string; family: string; newcomer: string }
let checkinIds: CheckinIds
let arriving: SundayFamily
let inClass: SundayFamily
beforeAll(async () => {
  stage = await openStage()
  reports = [
    await sendSms('Choir practice is at six', '08035550301,08035550302,08035550399'),
    await sendSms('Ẹ káàbọ̀ 🎉', '08035550303'),
  ]
  sentEmail = await sendEmail()
  ids = {
    person: await firstOf('/api/people?limit=1'),
    family: await firstOf('/api/families?limit=1'),
    newcomer: await firstOf('/api/followup/people?limit=1&search=234'),
  }
  const sunday = await makeSunday(stage.url)
  arriving = await sunday.addFamily('Ọláníyan')
  inClass = await sunday.addFamilyInClass('Ẹniọlá')
  checkinIds = {
    event: sunday.eventId,
    classId: sunday.classes['Primary (6–9)'] ?? '',
    family: await firstOf('/api/families?search=08031234567'),
  }
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** Sends as the page would, without walking it; answers the id of its report. */
async function sendSms(message: string, toOthers: string): Promise<string> {
  const { context } = await stage.visit({ as: GRACE })
  const answer = await context.request.post('/api/Messaging/sendSms', {
    data: { subject: 'GRACECHAPEL', message, toOthers },
    headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
  })
  return ((await answer.json()) as { sentMessageDTO: { id: string } }).sentMessageDTO.id
}

/** One email, of which one address does not exist. */
async function sendEmail(): Promise<string> {
  const { context } = await stage.visit({ as: GRACE })
  const data = {
    subject: 'Family Thanksgiving this Sunday',
    message: '<p>Dear #name#</p>',
    toOthers: 'ada@one.example,gone@one.example',
  }
  const answer = await context.request.post('/api/Messaging/sendEmail', { data, headers: { origin: stage.url } })
  const bounce = { data: { to: 'gone@one.example', kind: 'hard' } }
  const bounced = async () => (await context.request.post(`${stage.sandboxUrl}/_sandbox/mail/bounces`, bounce)).ok()
  await until(bounced, 30)
  return ((await answer.json()) as { sentMessageDTO: { id: string } }).sentMessageDTO.id
}

/** The id of the first row of a list of Grace Chapel. */
async function firstOf(list: string): Promise<string> {
  const { context } = await stage.visit({ as: GRACE })
  const { items } = (await (await context.request.get(list)).json()) as { items: { id: string }[] }
  return items[0]?.id ?? ''
}

const AT_ONCE = 3
/** `npm run looks` walks every state at every width, light and dark; the tests take one look of each in turn. */
const isWholeWalk = process.env['LOOKS'] === 'all'
const WALK_MS = isWholeWalk ? 600_000 : 120_000

/** Several at once: much of the time is waiting. */
async function expectFaultless(states: readonly State[], atOnce = AT_ONCE): Promise<void> {
  const waiting = [...states.entries()]
  const found: string[] = []
  const visits = new Map<string, Promise<Visit>>()
  const walk = async (): Promise<void> => {
    const pages = new Map<Visit, Page>()
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [turn, state] = next
      const visit = await visitOf(visits, state)
      const page = pages.get(visit) ?? (await newTab(visit))
      pages.set(visit, page)
      if (state.refused) visit.trouble.expect(state.refused)
      found.push(...(await faultsIn(turn, state, page)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, walk))
  expect(found).toEqual([])
}

/** Everybody's states are seen in one browser of theirs, which keeps scripts and fonts. */
function visitOf(visits: Map<string, Promise<Visit>>, { as = '' }: State): Promise<Visit> {
  const visit = visits.get(as) ?? stage.visit(as ? { as } : {})
  visits.set(as, visit)
  return visit
}

const placeOf = (address: string): string => new URL(address, stage.url).pathname

const routed = new WeakSet<Page>()

/** In a tab of its own, of which is known whether anything of it was ever routed. */
async function newTab({ context }: Visit): Promise<Page> {
  const page = await context.newPage()
  const route = page.route.bind(page)
  page.route = (...given) => {
    routed.add(page)
    return route(...given)
  }
  return page
}

/** What the page before still asks for is not for the server: it goes before its routes do. */
async function forgetRoutes(page: Page): Promise<void> {
  await page.goto(EMPTY)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  routed.delete(page)
}

/** A page is loaded anew for each state, in a tab that keeps what was compiled and nothing else. */
async function faultsIn(turn: number, { state, path, cut, widths, reach }: State, page: Page): Promise<string[]> {
  // At the same place an address would be another part of the page before, and what that has kept would be met again.
  if (routed.has(page) || placeOf(page.url()) === placeOf(path)) await forgetRoutes(page)
  if (cut) await page.route(cut, (route) => route.abort())
  await page.setViewportSize({ width: widths?.[0] ?? 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(path)
  await reach(page).catch((cause: unknown) => {
    throw new Error(`"${state}" was not reached`, { cause })
  })
  const faults = await findFaults(page, isWholeWalk ? allLooks(widths) : oneLook(turn, widths))
  return faults.map((fault) => `${state}, ${fault}`)
}

test('faults are found where there are some', async () => {
  const { page } = await stage.visit({ path: '/' })
  await heading('Welcome back')(page)
  await page.evaluate(() => {
    const [unnamed, pale] = [document.createElement('button'), document.createElement('p')]
    pale.textContent = 'Hardly to be read, and wider than a phone'
    Object.assign(pale.style, { color: 'rgb(128 128 128)', background: 'rgb(120 120 120)', inlineSize: '900px' })
    const crowded = ['Yes', 'No'].map((name) => {
      const small = document.createElement('button')
      small.textContent = name
      Object.assign(small.style, { all: 'unset', display: 'inline-block', fontSize: '8px' })
      return small
    })
    const row = document.createElement('div')
    row.append(...crowded)
    document.querySelector('main')?.append(unnamed, pale, row)
  })
  const found = (await findFaults(page)).join('\n')
  for (const fault of [
    '320 px, light: button-name',
    '320 px, light: target-size',
    '768 px, dark: color-contrast',
    '320 px, dark: 596 px too wide',
  ])
    expect(found).toContain(fault)
})

test('before the door', () => expectFaultless(beforeTheDoor), WALK_MS)
test('gates', () => expectFaultless(gates), WALK_MS)
test('units, subscription and payments', () => expectFaultless(billing), WALK_MS)
test('statement, receipts and payments back', () => expectFaultless(paper), WALK_MS)
test('dashboard', () => expectFaultless(dashboard), WALK_MS)
test('people', () => expectFaultless(people), WALK_MS)
test('persons, families and groups', () => expectFaultless(peopleScreens(ids)), WALK_MS)
test('following up', () => expectFaultless(followup(ids.newcomer)), WALK_MS)
test('rules of the follow-up', () => expectFaultless(automation(ids.newcomer)), WALK_MS)
test('first-timers counted', () => expectFaultless(firstTimers), WALK_MS)
test('imports', () => expectFaultless(peopleImport, 1), WALK_MS)
test('events, classes, custody', () => expectFaultless(checkinScreens(checkinIds)), WALK_MS)
test('the station', () => expectFaultless(station(arriving, inClass)), WALK_MS)
test('compose', () => expectFaultless(compose), WALK_MS)
test('emails', () => expectFaultless(email(sentEmail)), WALK_MS)
test('push and automatic messages', () => expectFaultless(push), WALK_MS)
test('sent messages and their reports', () => expectFaultless(sent(reports)), WALK_MS)
test('settings and the own account', () => expectFaultless(settings), WALK_MS)
test('joining', () => expectFaultless(joining), WALK_MS)
test('before the portal’s door', () => expectFaultless(portalEntering), WALK_MS)
test('families at home', () => expectFaultless(portalHome), WALK_MS)
test('the operator’s desk', () => expectFaultless(operator), WALK_MS)
test('the portal’s events', () => expectFaultless([...portalEvents, ...passOf(arriving)]), WALK_MS)
