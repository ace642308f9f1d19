import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findFaults } from './kit/looks.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { beforeTheDoor, gates } from './states/before-the-door.ts'
import { billing } from './states/billing.ts'
import { dashboard, people } from './states/church.ts'
import { compose } from './states/compose.ts'
import { peopleImport } from './states/import.ts'
import { operator } from './states/operator.ts'
import { sent } from './states/sent.ts'
import { joining, settings } from './states/settings.ts'
import { GRACE, heading, type State } from './states/state.ts'

let stage: Stage
let reports: readonly [string, string]
beforeAll(async () => {
  stage = await openStage()
  reports = [
    await sendSms('Choir practice is at six', '08035550301,08035550302,08035550399'),
    await sendSms('Ẹ káàbọ̀ 🎉', '08035550303'),
  ]
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

const AT_ONCE = 3

/** Several at once: much of the time is waiting. */
async function expectFaultless(states: readonly State[]): Promise<void> {
  const waiting = [...states]
  const found: string[] = []
  const walk = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found.push(...(await faultsIn(next)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk))
  expect(found).toEqual([])
}

async function faultsIn({ state, as, path, cut, refused, widths, reach }: State): Promise<string[]> {
  const { page, trouble } = await stage.visit({ ...(as && { as }), reducedMotion: 'reduce' })
  if (refused) trouble.expect(refused)
  if (cut) await page.route(cut, (route) => route.abort())
  if (widths) await page.setViewportSize({ width: widths[0] ?? 1280, height: 900 })
  await page.goto(path)
  await reach(page).catch((cause: unknown) => {
    throw new Error(`"${state}" was not reached`, { cause })
  })
  const faults = await findFaults(page, widths)
  await page.close()
  return faults.map((fault) => `${state}, ${fault}`)
}

test('faults are found where there are some', async () => {
  const { page } = await stage.visit({ path: '/' })
  await heading('Welcome back')(page)
  await page.evaluate(() => {
    const [unnamed, pale] = [document.createElement('button'), document.createElement('p')]
    pale.textContent = 'Hardly to be read, and wider than a phone'
    Object.assign(pale.style, { color: 'rgb(128 128 128)', background: 'rgb(120 120 120)', inlineSize: '900px' })
    document.querySelector('main')?.append(unnamed, pale)
  })
  const found = (await findFaults(page)).join('\n')
  for (const fault of ['320 px, light: button-name', '768 px, dark: color-contrast', '320 px, dark: 596 px too wide'])
    expect(found).toContain(fault)
})

test('before the door', () => expectFaultless(beforeTheDoor))
test('gates', () => expectFaultless(gates))
test('units, subscription and payments', () => expectFaultless(billing))
test('dashboard', () => expectFaultless(dashboard))
test('people', () => expectFaultless(people))
test('imports', () => expectFaultless(peopleImport))
test('compose', () => expectFaultless(compose))
test('sent messages and their reports', () => expectFaultless(sent(reports)))
test('settings and the own account', () => expectFaultless(settings))
test('joining', () => expectFaultless(joining))
test('the operator’s desk', () => expectFaultless(operator))
