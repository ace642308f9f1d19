import { afterAll, beforeAll, expect, test } from 'vitest'
import { peopleSummary, lastWeeks, mondayOf } from './people-summary.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

test('weeks begin on Monday, across years and leap days', () => {
  expect(mondayOf('2026-11-16')).toBe('2026-11-16')
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(mondayOf('2024-03-01')).toBe('2024-02-26')
  expect(lastWeeks('2026-01-03', 3)).toEqual(['2025-12-15', '2025-12-22', '2025-12-29'])
})

const firstTimers = (...days: string[]) => days.map((joinedOn) => ({ kind: 'first_timer' as const, joinedOn }))

test('counts the first-timers of thirteen weeks, of the last thirty days and of the thirty before', async () => {
  const church = await app.buildChurch({
    people: [
      ...firstTimers('2026-11-20', '2026-11-16', '2026-11-15', '2026-10-22'),
      ...firstTimers('2026-10-21', '2026-09-22'),
      ...firstTimers('2026-09-21', '2026-08-24', '2026-08-23', '2026-11-21'),
      { kind: 'new_convert', joinedOn: '2026-11-20' },
      { phone: '+2348031234567', joinedOn: '2026-11-20' },
    ],
  })
  const summary = await app.server.context.database.withTenant(church.tenantId, (tx) =>
    peopleSummary(tx, 'Africa/Lagos', new Date('2026-11-20T12:00:00Z')),
  )
  expect(summary).toMatchObject({ people: 13, withPhone: 1, firstTimersLast30Days: 4, firstTimersBefore: 2 })
  const counts = Object.fromEntries(summary.firstTimersByWeek.map(({ weekStartsOn, count }) => [weekStartsOn, count]))
  expect(Object.keys(counts)).toHaveLength(13)
  expect(summary.firstTimersByWeek[0]).toEqual({ weekStartsOn: '2026-08-24', count: 1 })
  expect(summary.firstTimersByWeek[12]).toEqual({ weekStartsOn: '2026-11-16', count: 2 })
  expect(counts).toMatchObject({ '2026-11-09': 1, '2026-10-19': 2, '2026-09-21': 2, '2026-10-26': 0 })
})

test('a day begins when it begins for the church', async () => {
  const church = await app.buildChurch({ people: firstTimers('2026-11-16') })
  const at = new Date('2026-11-15T23:30:00Z')
  const inZone = (timeZone: string) =>
    app.server.context.database.withTenant(church.tenantId, (tx) => peopleSummary(tx, timeZone, at))
  expect((await inZone('Africa/Lagos')).firstTimersByWeek.at(-1)).toEqual({ weekStartsOn: '2026-11-16', count: 1 })
  expect((await inZone('America/New_York')).firstTimersByWeek.at(-1)).toEqual({ weekStartsOn: '2026-11-09', count: 0 })
})

test('people with a phone are counted as they come, change and go', async () => {
  const church = await app.buildChurch({ people: [{ phone: '+2348031234567' }, { phone: '+2348031234568' }, {}] })
  const { database } = app.server.context
  const withPhone = () =>
    database.withTenant(church.tenantId, async (tx) => (await peopleSummary(tx, 'UTC', new Date())).withPhone)
  const set = (id: unknown, phone: string | null) => app.look('update person set phone = $2 where id = $1', [id, phone])
  expect(await withPhone()).toBe(2)
  await set(church.personIds[0], null)
  expect(await withPhone()).toBe(1)
  await set(church.personIds[2], '+2348031234569')
  await set(church.personIds[2], '+2348031234570')
  expect(await withPhone()).toBe(2)
  await app.look('delete from person where id = any ($1)', [church.personIds.slice(0, 2)])
  expect(await withPhone()).toBe(1)
})
