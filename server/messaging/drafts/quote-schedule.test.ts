import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteSchedule } from '#contract/messaging/schedules.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

// A Friday morning in Lagos, where the regular route takes messages from 8:00 to 19:00 and lets the others leave at 8:30.
let app: TestApp
let lagos: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false, keepHours: true })
  app.clock.advance(Date.parse('2027-01-15T09:00:00Z') - app.clock.now().getTime())
  lagos = await app.buildChurch({ units: 10 })
})
afterAll(() => app.stop())

type Asked = { routeId?: string; phoneNumbers?: string }
const ask = (localTime: string, { routeId, phoneNumbers = '08031234567' }: Asked = {}) => {
  const body = { destination: { phoneNumbers }, message: 'Service at nine', localTime, ...(routeId && { routeId }) }
  return app.call(quoteSchedule, { body }, { token: lagos.admin.token })
}
const leaving = async (localTime: string, asked: Asked = {}) => {
  const { goesAt, quote } = (await ask(localTime, asked)).body
  return [goesAt, ...quote.departures.map(({ at, people }) => [at, people])]
}

test('a time at which the route is closed is told with the time at which it really leaves', async () => {
  expect(await leaving('2027-01-16T18:59')).toEqual(['2027-01-16T17:59:00.000Z', [null, 1]])
  expect(await leaving('2027-01-16T19:00')).toEqual(['2027-01-16T18:00:00.000Z', ['2027-01-17T07:30:00.000Z', 1]])
  expect(await leaving('2027-01-17T07:00')).toEqual(['2027-01-17T06:00:00.000Z', ['2027-01-17T07:30:00.000Z', 1]])
})

test('by another route, and to another country, it leaves as those are open then', async () => {
  expect(await leaving('2027-01-16T21:00', { routeId: 'alternative' })).toEqual(['2027-01-16T20:00:00.000Z', [null, 1]])
  const both = await leaving('2027-01-16T17:30', { phoneNumbers: '08031234567, +254712345678' })
  expect(both).toEqual(['2027-01-16T16:30:00.000Z', [null, 1], ['2027-01-17T05:00:00.000Z', 1]])
})

test('what it costs is told for each route, nothing is kept, and what the schedule would refuse is refused', async () => {
  const { quote } = (await ask('2027-01-16T10:00')).body
  expect(quote.routes.map(({ id, units }) => [id, units])).toEqual([
    ['regular', 1],
    ['alternative', 2],
  ])
  const kept = 'select (select count(*) from draft) + (select count(*) from campaign) as kept'
  expect(await app.look(kept)).toEqual([{ kept: 0 }])
  const codes = []
  for (const time of ['2020-01-01T10:00', '2029-01-01T10:00', '2027-02-30T10:00'])
    codes.push((await ask(time)).body.code)
  expect(codes).toEqual(['time_passed', 'too_far_ahead', 'invalid_input'])
})
