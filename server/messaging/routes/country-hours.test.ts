import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/identity/audit.ts'
import { listSendingHours, stateAgreement } from '#contract/messaging/sending-hours.ts'
import { instantOf, wallTime } from '#server/platform/runtime/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { hoursOf, leavesAt, routesOf, selectRoutes, type Hours } from './index.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false, keepHours: true })
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const LAGOS = 'Africa/Lagos'
const hoursFor = (routeId: string, kind: 'bulk' | 'personal' = 'bulk'): Promise<Hours> =>
  app.server.context.database.withTenant(church.tenantId, (tx) => hoursOf(tx, { routeId, kind, zone: LAGOS }))

const numbers: Record<string, string> = {
  'Africa/Lagos': '+2348031234567',
  'Africa/Nairobi': '+254712345678',
  'Africa/Johannesburg': '+27821234567',
  'Africa/Accra': '+233241234567',
  'Europe/London': '+447911123456',
  'America/New_York': '+12125550100',
  'America/Los_Angeles': '+13105550100',
  'Europe/Paris': '+33612345678',
}

/** When it leaves by the clock of a zone; `now`: at once. A time with Z is an instant: the second of an hour that comes twice. */
function leaving(hours: Hours, timeZone: string, local: string): string {
  const at = local.endsWith('Z') ? new Date(local) : instantOf(timeZone, local)
  if (!at) throw new Error(`There is no ${local}`)
  const leaves = leavesAt(hours, numbers[timeZone] ?? '', at)
  return leaves.getTime() === at.getTime() ? 'now' : wallTime(timeZone, leaves).slice(0, 16)
}

type Line = [at: string, leaves: string]
const tables: [what: string, routeId: string, timeZone: string, lines: Line[]][] = [
  [
    'Nigeria, regular route',
    'regular',
    'Africa/Lagos',
    [
      ['2026-11-24T00:00', '2026-11-24T08:30'],
      ['2026-11-24T07:59', '2026-11-24T08:30'],
      ['2026-11-24T08:00', 'now'],
      ['2026-11-24T18:59', 'now'],
      ['2026-11-24T19:00', '2026-11-25T08:30'],
      ['2026-11-24T23:59', '2026-11-25T08:30'],
      ['2026-11-29T12:00', 'now'],
      ['2026-12-25T12:00', 'now'],
      ['2026-12-31T19:00', '2027-01-01T08:30'],
    ],
  ],
  [
    'Nigeria, alternative route',
    'alternative',
    'Africa/Lagos',
    [
      ['2026-11-24T00:00', 'now'],
      ['2026-11-29T23:59', 'now'],
    ],
  ],
  [
    'Nigeria, any other route',
    'direct',
    'Africa/Lagos',
    [
      ['2026-11-24T07:59', '2026-11-24T08:00'],
      ['2026-11-24T19:59', 'now'],
      ['2026-11-24T20:00', '2026-11-25T08:00'],
    ],
  ],
  [
    'Kenya',
    'regular',
    'Africa/Nairobi',
    [
      ['2026-11-24T00:00', '2026-11-24T08:00'],
      ['2026-11-24T08:00', 'now'],
      ['2026-11-24T17:59', 'now'],
      ['2026-11-24T18:00', '2026-11-25T08:00'],
      ['2026-11-29T12:00', 'now'],
      ['2026-12-12T12:00', 'now'],
    ],
  ],
  [
    'South Africa',
    'direct',
    'Africa/Johannesburg',
    [
      ['2026-11-27T00:00', '2026-11-27T08:00'],
      ['2026-11-27T19:59', 'now'],
      ['2026-11-27T20:00', '2026-11-28T09:00'],
      ['2026-11-28T08:59', '2026-11-28T09:00'],
      ['2026-11-28T12:59', 'now'],
      ['2026-11-28T13:00', '2026-11-30T08:00'],
      ['2026-11-29T12:00', '2026-11-30T08:00'],
      // The Day of Reconciliation, Christmas with the days after it, Women's Day on a Sunday and so on Monday too.
      ['2026-12-16T10:00', '2026-12-17T08:00'],
      ['2026-12-24T20:30', '2026-12-28T08:00'],
      ['2026-08-09T12:00', '2026-08-11T08:00'],
      // Good Friday and Family Day.
      ['2027-03-26T12:00', '2027-03-27T09:00'],
      ['2028-04-16T12:00', '2028-04-18T08:00'],
    ],
  ],
  [
    'Ghana',
    'direct',
    'Africa/Accra',
    [
      ['2026-11-24T00:00', '2026-11-24T08:00'],
      ['2026-11-24T19:59', 'now'],
      ['2026-11-24T20:00', '2026-11-25T08:00'],
      ['2026-11-29T08:00', 'now'],
    ],
  ],
  [
    'United Kingdom',
    'direct',
    'Europe/London',
    [
      ['2026-11-24T00:00', '2026-11-24T09:00'],
      ['2026-11-24T19:59', 'now'],
      ['2026-11-24T20:00', '2026-11-25T09:00'],
      ['2026-12-25T12:00', 'now'],
      // The night of the hour that is left out, and that of the one that comes twice: 01:30 for the first and second time.
      ['2026-03-29T00:59', '2026-03-29T09:00'],
      ['2026-10-25T00:30:00Z', '2026-10-25T09:00'],
      ['2026-10-25T01:30:00Z', '2026-10-25T09:00'],
    ],
  ],
  [
    'United States, New York',
    'direct',
    'America/New_York',
    [
      ['2026-11-24T00:00', '2026-11-24T08:00'],
      ['2026-11-24T20:59', 'now'],
      ['2026-11-24T21:00', '2026-11-25T08:00'],
      ['2026-11-26T12:00', 'now'],
      ['2026-03-08T01:59', '2026-03-08T08:00'],
      ['2026-11-01T05:30:00Z', '2026-11-01T08:00'],
      ['2026-11-01T06:30:00Z', '2026-11-01T08:00'],
    ],
  ],
  ['United States, Los Angeles', 'direct', 'America/Los_Angeles', [['2026-11-24T07:30', '2026-11-24T08:00']]],
  [
    'a country without a rule',
    'direct',
    'Europe/Paris',
    [
      ['2026-11-24T00:00', '2026-11-24T08:00'],
      ['2026-11-24T20:59', 'now'],
      ['2026-11-24T21:00', '2026-11-25T08:00'],
    ],
  ],
]

test.each(tables)('%s', async (_what, routeId, timeZone, lines) => {
  const hours = await hoursFor(routeId)
  expect(lines.map(([at]) => [at, leaving(hours, timeZone, at)])).toEqual(lines)
})

test('the regular route goes by the clock of the church, not by that of the number', async () => {
  const hours = { ...(await hoursFor('regular')), zone: 'America/New_York' }
  // 20:00 in Lagos, 14:00 in New York.
  expect(leaving(hours, LAGOS, '2026-11-24T20:00')).toBe('now')
})

test('a number of the United States that tells no zone waits until it is open in all of them', async () => {
  const hours = await hoursFor('direct')
  const leaves = (at: string) => leavesAt(hours, '+18005550100', new Date(at)).toISOString()
  // 8 AM in Honolulu, 1 PM in New York; 9 PM in New York.
  expect(leaves('2026-11-24T13:30:00Z')).toBe('2026-11-24T18:00:00.000Z')
  expect(leaves('2026-11-25T01:59:00Z')).toBe('2026-11-25T01:59:00.000Z')
  expect(leaves('2026-11-25T02:00:00Z')).toBe('2026-11-25T18:00:00.000Z')
})

test('codes, receipts and calls to a parent leave at any time', async () => {
  const hours = await hoursFor('regular', 'personal')
  for (const timeZone of Object.keys(numbers)) expect(leaving(hours, timeZone, '2026-12-25T03:00')).toBe('now')
})

describe('what the people of a church agreed to', () => {
  const as = (who: Church) => ({ token: who.admin.token })
  const state = (who: Church, isoCode: string, agreed: boolean) =>
    app.call(stateAgreement, { params: { isoCode }, body: { agreed } }, as(who))
  const SUNDAY = '2026-11-29T12:00'
  const onSunday = async () => leaving(await hoursFor('direct'), 'Africa/Johannesburg', SUNDAY)

  test('opens Sundays and holidays for that church alone, with who stated it and when, until it is withdrawn', async () => {
    const other = await app.buildChurch()
    await state(other, 'ZA', true)
    expect(await onSunday()).toBe('2026-11-30T08:00')
    const { body } = await state(church, 'ZA', true)
    expect(body.agreements).toEqual([{ isoCode: 'ZA', by: 'Ada Admin', at: expect.any(String) }])
    expect((await state(church, 'ZA', true)).body).toEqual(body)
    const hours = await hoursFor('direct')
    const leaves = (at: string) => leaving(hours, 'Africa/Johannesburg', at)
    expect([SUNDAY, '2026-12-16T10:00', '2026-11-29T07:59', '2026-11-28T13:00'].map(leaves)).toEqual([
      'now',
      'now',
      '2026-11-29T08:00',
      '2026-11-29T08:00',
    ])
    expect((await app.call(listSendingHours, {}, as(church))).body.agreements).toEqual(body.agreements)
    expect((await state(church, 'ZA', false)).body.agreements).toEqual([])
    expect(await onSunday()).toBe('2026-11-30T08:00')
    const log = (await app.call(listAudit, { query: {} }, as(church))).body.items.map(({ act }) => act)
    expect(log.filter((act) => act.startsWith('church.sending'))).toEqual([
      'church.sending_agreement_withdrawn',
      'church.sending_agreed',
    ])
  })

  test('is nothing where the rule leaves nothing to agree', async () => {
    expect((await state(church, 'KE', true)).body).toMatchObject({ code: 'not_found' })
    expect((await state(church, 'NG', false)).body).toEqual({ agreements: [] })
  })
})

test('each rule names its source and the day it was checked, and a church reads them', async () => {
  const { hours } = (await app.call(listSendingHours, {}, { token: church.admin.token })).body
  expect(hours.map(({ id }) => id)).toEqual([
    'gb',
    'gh',
    'ke',
    'ng',
    'ng-alternative',
    'ng-regular',
    'us',
    'za',
    'elsewhere',
  ])
  expect(hours.every(({ source, checkedOn }) => source.length > 20 && checkedOn === '2026-11-22')).toBe(true)
  expect(hours.find(({ id }) => id === 'ng-regular')).toMatchObject({
    routeName: 'Regular route',
    zone: 'church',
    releases: '08:30',
  })
})

test.each([
  ['NG', ['regular', 'alternative']],
  ['GH', ['direct']],
])('a church in %s chooses from %j', async (isoCode, ids) => {
  const routes = routesOf(
    await app.server.context.database.withTenant(church.tenantId, (tx) => selectRoutes(tx)),
    isoCode,
  )
  expect(routes.map(({ id }) => id)).toEqual(ids)
})

test('public holidays that hang on Easter and the moon are there to 2028, those of the moon as estimates', async () => {
  const days = await app.look(
    `select country, count(*)::int as days, count(*) filter (where is_estimated)::int as estimated, max(day)::text as last
     from public_holiday group by country order by country`,
  )
  expect(days.map(({ country, estimated, last }) => [country, estimated, last])).toEqual([
    ['GB', 0, '2028-12-26'],
    ['GH', 9, '2028-12-26'],
    ['KE', 6, '2028-12-26'],
    ['NG', 15, '2028-12-26'],
    ['US', 0, '2028-12-25'],
    ['ZA', 0, '2028-12-26'],
  ])
  const easter = await app.look(
    `select day::text from public_holiday where country = 'GB' and name = 'Easter Monday' order by day`,
  )
  expect(easter.map(({ day }) => day)).toEqual(['2026-04-06', '2027-03-29', '2028-04-17'])
})
