import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as hours from '#contract/operator/hours.ts'
import * as calls from '#contract/operator/settings.ts'
import { confirmChange } from '#contract/operator/changes.ts'
import { buildOperator, confirmed, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let operator: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await startApp({ runJobs: false, keepHours: true })
  operator = await buildOperator(app)
  second = await buildOperator(app, 'Funmi Finance')
})
afterAll(() => app.stop())

const reason = 'We agreed on it.'
const why = { reason, askedBy: 'Olu Operator' }

const logOf = async (search: string): Promise<calls.ConsoleEntry[]> =>
  (await operator.call(calls.listConsoleLog, { query: { search, limit: 100 } })).body.items

describe('routes', () => {
  const read = async () => (await operator.call(calls.listRoutes, {})).body.routes
  const inputOf = ({ id: _id, legacyName: _legacyName, ...input }: calls.ConsoleRoute) => input

  test('are changed, and every country keeps one, and no two of one older name', async () => {
    const [regular, alternative, rest] = await read()
    if (!regular || !alternative || !rest) throw new Error('There are three routes to begin with')
    const edit = (id: string, body: ReturnType<typeof inputOf>) =>
      operator.call(calls.editRoute, { params: { id }, body: { ...body, reason } })
    const changed = { ...inputOf(regular), countries: ['NG', 'GH', 'NG'], rateNumerator: 3, availability: '8 to 5' }
    await confirmed(second, edit(regular.id, changed))
    expect((await read())[0]).toMatchObject({ countries: ['GH', 'NG'], rateNumerator: 3, availability: '8 to 5' })
    expect((await logOf('route.changed'))[0]?.details).toMatchObject({
      before: { rateNumerator: 1, countries: ['NG'], availability: 'available 8am to 7:30pm' },
    })
    expect((await edit(rest.id, { ...inputOf(rest), countries: ['KE'] })).body?.code).toBe('invalid_input')
    // Both are `hostedsms` to existing clients.
    expect((await edit(alternative.id, { ...inputOf(alternative), countries: null })).body?.code).toBe('invalid_input')
    expect((await edit('none', changed)).body?.code).toBe('not_found')
    expect((await read()).map(({ id, countries }) => [id, countries])).toEqual([
      ['regular', ['GH', 'NG']],
      ['alternative', ['NG']],
      ['direct', null],
    ])
    expect([alternative.rateNumerator, alternative.rateDenominator, alternative.reachesDnd]).toEqual([75, 59, true])
  })

  test('name the gateways of this installation, and two different ones', async () => {
    const [route] = await read()
    if (!route) throw new Error('There is a route to begin with')
    const edit = (change: Partial<calls.ConsoleRoute>) =>
      operator.call(calls.editRoute, { params: { id: route.id }, body: { ...inputOf(route), ...change, reason } })
    await confirmed(second, edit({ gateway: 'kannel', fallbackGateway: 'twilio' }))
    expect((await read())[0]).toMatchObject({ gateway: 'kannel', fallbackGateway: 'twilio' })
    const { gateways } = (await operator.call(calls.listRoutes, {})).body
    expect(gateways).toEqual(['default', 'kannel', 'termii', 'africastalking', 'twilio'])
    expect((await edit({ gateway: 'none' })).body?.code).toBe('invalid_input')
    expect((await edit({ fallbackGateway: 'none' })).body?.code).toBe('invalid_input')
    expect((await edit({ gateway: 'twilio', fallbackGateway: 'twilio' })).body?.code).toBe('invalid_input')
    await confirmed(second, edit({ fallbackGateway: null }))
    expect((await read())[0]).toMatchObject({ gateway: 'default', fallbackGateway: null })
  })
})

describe('sending hours', () => {
  const read = async (id: string) => {
    const { hours: rules } = (await operator.call(hours.listHours, {})).body
    const found = rules.find((known) => known.id === id)
    if (!found) throw new Error(`There are no hours ${id}`)
    return found
  }
  type Wanted = Omit<Parameters<typeof operator.call<typeof hours.editHours>>[1]['body'], 'reason'>
  const inputOf = ({ zone, week, releases, closedOnHolidays, agreed, source, checkedOn }: Wanted): Wanted => ({
    zone,
    week,
    releases,
    closedOnHolidays,
    agreed,
    source,
    checkedOn,
  })
  const edit = (id: string, body: Wanted) =>
    operator.call(hours.editHours, { params: { id }, body: { ...body, reason } })

  test('change when a second operator confirms, day by day in the log', async () => {
    const kenya = inputOf(await read('ke'))
    const saturday = { opens: '10:00', closes: '24:00' }
    const week = [...kenya.week.slice(0, 5), saturday, null]
    const wanted = { ...kenya, week, closedOnHolidays: true, checkedOn: '2026-12-01' }
    const { body } = await edit('ke', wanted)
    expect((await read('ke')).week[6]).not.toBeNull()
    await second.call(confirmChange, { params: { id: body?.id ?? '' } })
    expect(await read('ke')).toMatchObject(wanted)
    expect((await edit('ke', wanted)).body).toBeNull()
    expect((await logOf('sending_hours.changed'))[0]?.details).toEqual({
      isoCode: 'KE',
      before: { saturday: '08:00-18:00', sunday: '08:00-18:00', closedOnHolidays: false, checkedOn: '2026-11-22' },
      after: { saturday: '10:00-24:00', sunday: null, closedOnHolidays: true, checkedOn: '2026-12-01' },
      ...why,
    })
    const { holidays } = (await operator.call(hours.listHours, {})).body
    expect([...new Set(holidays.map(({ country }) => country))]).toEqual(['KE', 'ZA'])
  })

  test.each<[string, Partial<Wanted>]>([
    ['no day at all', { week: Array.from({ length: 7 }, () => null) }],
    ['six days', { week: Array.from({ length: 6 }, () => ({ opens: '08:00', closes: '20:00' })) }],
    ['a day that closes before it opens', { agreed: { opens: '20:00', closes: '08:00' } }],
    ['a time that no clock shows', { releases: '24:00' }],
    ['a release after the closing', { releases: '20:00' }],
    ['no source', { source: ' ' }],
    ['a day that is in no calendar', { checkedOn: '2026-02-30' }],
  ])('with %s are refused', async (_what, wrong) => {
    expect((await edit('gh', { ...inputOf(await read('gh')), ...wrong })).body?.code).toBe('invalid_input')
  })

  test('are added for a country, a route and a kind once, and taken away; those for everywhere else stay', async () => {
    const ghana = inputOf(await read('gh'))
    const add = (place: object) =>
      operator.call(hours.addHours, {
        body: { ...ghana, country: 'GH', routeId: null, kind: 'personal' as const, ...place, reason },
      })
    expect((await add({ kind: 'bulk' })).body?.code).toBe('name_taken')
    expect((await add({ routeId: 'none' })).body?.code).toBe('not_found')
    await confirmed(second, add({}))
    expect(await read('gh-personal')).toMatchObject({ country: 'GH', routeId: null, kind: 'personal', ...ghana })
    expect((await logOf('sending_hours.added'))[0]?.details).toMatchObject({
      isoCode: 'GH',
      after: { zone: 'recipient' },
    })
    const remove = (id: string) => operator.call(hours.removeHours, { params: { id }, body: { reason } })
    expect((await remove('elsewhere')).body?.code).toBe('invalid_input')
    expect((await remove('none')).body?.code).toBe('not_found')
    await confirmed(second, remove('gh-personal'))
    await expect(read('gh-personal')).rejects.toThrow('There are no hours')
    expect((await logOf('sending_hours.removed'))[0]?.details).toMatchObject({
      isoCode: 'GH',
      before: { source: ghana.source },
    })
  })

  test('of an unknown id are not found', async () => {
    expect((await edit('none', inputOf(await read('gh')))).body?.code).toBe('not_found')
  })
})
