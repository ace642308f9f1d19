import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoNow } from './kit/clock.ts'
import { cookieOf, PASSWORD } from './kit/sign-in.ts'
import { openStage, type Stage } from './kit/stage.ts'

let narthex: Stage
beforeAll(async () => {
  narthex = await openStage()
})
afterEach(() => narthex.leave())
afterAll(() => narthex?.close())

const doorOf = (userName: string): [path: string, body: object] => {
  if (userName.endsWith('@narthex.example')) return ['/api/operator/session', { email: userName }]
  return [userName.startsWith('family@') || !userName.includes('@') ? '/api/checkin/session' : '/login', { userName }]
}

test('every sign-in that the console prints works at once', async () => {
  const printed = [...narthex.output().matchAll(/^ {2}.* {2}(\S+@\S+)(?: or (\d+))?$/gm)]
  const userNames = printed.flatMap(([, email, phone]) => [email, phone].filter((name) => name !== undefined))
  expect(userNames).toHaveLength(11)
  for (const userName of userNames) {
    const [path, who] = doorOf(userName)
    const { status } = await fetch(narthex.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: narthex.url },
      body: JSON.stringify({ ...who, password: PASSWORD }),
    })
    expect([userName, status]).toEqual([userName, 200])
  }
})

const askClock = async (method: string, body?: object): Promise<{ now: string; aheadSeconds: number }> => {
  const answer = await fetch(`${narthex.sandboxUrl}/_sandbox/clock`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { now: string; aheadSeconds: number }
}

const asOwner = async <Answer>(path: string): Promise<Answer> => {
  const cookie = await cookieOf(narthex.url, '/api/identity/session', { userName: 'admin@grace.example' })
  return (await (await fetch(narthex.url + path, { headers: { cookie } })).json()) as Answer
}

/** A test that moved the clock leaves the next one the time at which this file began. */
let began: string
beforeAll(() => (began = demoNow().toISOString()))
afterEach(async () => void (await askClock('POST', { at: began })))

type Day = { events: { name: string; startsAt: string; isToday: boolean }[] }

test('the clock moves to see an expiry and comes back to real time', async () => {
  const before = await askClock('GET')
  const after = await askClock('POST', { forwardSeconds: 30 * 86_400 })
  expect(after.aheadSeconds - before.aheadSeconds).toBe(30 * 86_400)
  expect(await asOwner('/api/identity/session')).toMatchObject({ gate: 'expired' })
  await askClock('DELETE')
  expect(await asOwner('/api/identity/session')).toMatchObject({ gate: 'open' })
})

test('on another day an event of that day is open', async () => {
  const at = new Date(Date.parse((await askClock('GET')).now) + 3 * 86_400_000).toISOString()
  const { now } = await askClock('POST', { at })
  expect(now >= at).toBe(true)
  const { events } = await asOwner<Day>('/api/checkin/station/day')
  const open = events.find(({ name }) => name === 'Family Open Day')
  expect(open?.isToday).toBe(true)
  expect(Date.parse(at) - Date.parse(open?.startsAt ?? '')).toBeLessThan(2 * 3_600_000)
  const { page } = await narthex.visit({ as: 'admin@grace.example', path: '/tenant' })
  const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'Africa/Lagos' } as const
  await page.getByText(new Date(at).toLocaleDateString('en-US', day)).first().waitFor()
})

test('the sandbox’s page shows the clock and moves it; another page’s form does not', async () => {
  const press = (to: string, from: string) =>
    fetch(`${narthex.sandboxUrl}/clock`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': from },
      body: new URLSearchParams({ to, at: '' }),
    })
  await askClock('DELETE')
  expect((await press('hour', 'cross-site')).status).toBe(400)
  expect((await press('hour', 'same-origin')).status).toBe(303)
  expect((await askClock('GET')).aheadSeconds).toBe(3_600)
  expect(await (await fetch(`${narthex.sandboxUrl}/?show=clock`)).text()).toContain('Moved')
  expect((await press('sunday', 'same-origin')).status).toBe(303)
  const sunday = new Date((await askClock('GET')).now)
  expect([sunday.getUTCDay(), sunday.getUTCHours()]).toEqual([0, 8])
  expect((await press('real', 'same-origin')).status).toBe(303)
  expect((await askClock('GET')).aheadSeconds).toBe(0)
})
