import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChurch, updateChurch } from '#contract/identity/church.ts'
import { readDraft } from '#contract/messaging/drafts.ts'
import * as schedules from '#contract/messaging/schedules.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

/** A day on which nothing happens to the clocks of anybody. */
const NOW = '2027-01-15T09:00:00Z'

let app: TestApp
let lagos: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  setClock(NOW)
  lagos = await app.buildChurch()
})
afterAll(() => app.stop())

const setClock = (at: string) => app.clock.advance(Date.parse(at) - app.clock.now().getTime())
const schedule = ({ sender, admin: { token } }: Church, localTime: string) =>
  app.call(
    schedules.scheduleDraft,
    {
      params: { id: randomUUID() },
      body: {
        channel: 'sms',
        content: { senderId: sender, message: 'Service at nine' },
        destination: { phoneNumbers: '08031234567' },
        localTime,
        version: 0,
      },
    },
    { token },
  )

const zones = ['Africa/Lagos', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const
const inZone = new Map<string, Church>()
beforeAll(async () => {
  for (const timeZone of zones) inZone.set(timeZone, await app.buildChurch({ timeZone }))
})

test.each([
  ['Africa/Lagos', '2027-01-17T09:00', '2027-01-17T08:00:00.000Z', 'only'],
  ['America/New_York', '2027-07-04T09:00', '2027-07-04T13:00:00.000Z', 'only'],
  ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z', 'first'],
  ['Europe/London', '2027-10-31T01:30', '2027-10-31T00:30:00.000Z', 'first'],
  ['Europe/London', '2027-03-28T02:00', '2027-03-28T01:00:00.000Z', 'only'],
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00.000Z', 'first'],
  ['Asia/Kathmandu', '2027-01-16T00:15', '2027-01-15T18:30:00.000Z', 'only'],
])('%s %s is %s, the %s one', async (zone, local, instant, which) => {
  const { body } = await schedule(inZone.get(zone) ?? lagos, local)
  expect(body).toMatchObject({ draft: { state: 'scheduled', goesAt: instant, goesAtLocal: local }, which })
})

test.each([
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T03:00', 'The next time is 03:00.'],
  ['Europe/London', '2027-03-28T01:00', '2027-03-28T02:00', 'The next time is 02:00.'],
  ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-10-03T02:30', 'The next time is 02:30.'],
])('%s skip %s, and the next one is named: %s', async (zone, local, next, words) => {
  const { status, body } = await schedule(inZone.get(zone) ?? lagos, local)
  expect([status, body.code, body.fields]).toEqual([422, 'time_skipped', { next }])
  expect(body.message).toContain(words)
})

test.each([
  ['2027-01-15T10:00', 'time_passed'],
  ['2027-01-15T09:59', 'time_passed'],
  ['2028-01-17T10:00', 'too_far_ahead'],
  ['2027-02-30T10:00', 'invalid_input'],
  ['2027-01-17', 'invalid_input'],
])('in Lagos, where it is 10:00, %s is refused: %s', async (local, code) => {
  expect((await schedule(lagos, local)).body.code).toBe(code)
})

test('what was to go at nine goes at nine where the church says that it is', async () => {
  const own = await app.buildChurch({ timeZone: 'America/New_York' })
  const token = { token: own.admin.token }
  const { id } = (await schedule(own, '2027-07-04T09:00')).body.draft
  const { name, pastorName, city, isoCode } = (await app.call(readChurch, {}, token)).body
  const slug = `grace-${own.tenantId.slice(0, 8)}`
  const profile = { name, pastorName, city, isoCode, slug, timeZone: 'Africa/Lagos' }
  const moved = await app.call(updateChurch, { body: profile }, token)
  expect(moved.status).toBe(200)
  const { body } = await app.call(readDraft, { params: { id } }, token)
  expect(body).toMatchObject({ goesAtLocal: '2027-07-04T09:00', goesAt: '2027-07-04T08:00:00.000Z', version: 2 })
})

test('between the two of a repeated hour it is the second', async () => {
  setClock('2027-10-31T00:45:00Z')
  const late = await app.buildChurch({ timeZone: 'Europe/London' })
  const { body } = await schedule(late, '2027-10-31T01:30')
  expect(body).toMatchObject({ draft: { goesAt: '2027-10-31T01:30:00.000Z' }, which: 'second' })
})
