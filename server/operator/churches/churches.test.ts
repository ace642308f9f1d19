import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSession } from '#contract/identity/session.ts'
import * as calls from '#contract/operator/churches.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import { listFamilies } from '#contract/people/families.ts'
import { addressOf } from '#server/test-kit/call.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, confirmed, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let operator: TestOperator
let churches: Record<'grace' | 'ayo' | 'hope' | 'zion', Church>
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
  operator = await buildOperator(app)
  const build = async (name: string, city: string, plan: Parameters<TestApp['buildChurch']>[0]) => {
    const church = await app.buildChurch(plan)
    await app.look('update church set name = $1, city = $2 where tenant_id = $3', [name, city, church.tenantId])
    return church
  }
  churches = {
    grace: await build('Grace Chapel', 'Lagos', { units: 30, people: [{}, {}, {}] }),
    ayo: await build('Ọlọ́run Ayọ̀', 'Ìbàdàn', { units: 10, expiresOn: '2020-01-01' }),
    hope: await build("St. Mary's Hope", 'New York', { isoCode: 'US', timeZone: 'America/New_York', people: [{}] }),
    zion: await build('Zion', 'Accra', {
      isoCode: 'GH',
      membershipSize: 1,
      people: [{}, {}],
      isPastGrace: true,
      units: 20,
    }),
  }
})
afterAll(() => app.stop())

type Query = Parameters<typeof operator.call<typeof calls.listChurches>>[1]['query']
const list = async (query: Query) => (await operator.call(calls.listChurches, { query })).body
const namesOf = async (query: Query) => (await list(query)).items.map(({ name }) => name)

test('lists churches with what is to be known of them', async () => {
  const { items, total } = await list({ search: 'grace' })
  expect(total).toBe(1)
  expect(items[0]).toEqual({
    id: churches.grace.tenantId,
    name: 'Grace Chapel',
    city: 'Lagos',
    isoCode: 'NG',
    currency: 'NGN',
    planId: null,
    planName: 'Test',
    membershipSize: 1_000_000,
    people: 4,
    expiresOn: '2999-12-31',
    gate: 'open',
    units: 30,
    createdAt: expect.any(String),
    lastActiveAt: null,
  })
})

test.each([
  ['olorun', ['Ọlọ́run Ayọ̀']],
  ['ibadan ayo', ['Ọlọ́run Ayọ̀']],
  ['ỌLỌ́RUN', ['Ọlọ́run Ayọ̀']],
  ["mary's", ["St. Mary's Hope"]],
  ['marys york', ["St. Mary's Hope"]],
  ['race', []],
  ['%', ['Grace Chapel', 'Ọlọ́run Ayọ̀', "St. Mary's Hope", 'Zion']],
])('the search %s finds churches by the beginnings of words, marks or not', async (search, found) => {
  expect(await namesOf({ search })).toEqual(found)
})

test('shows those of one gate or one country', async () => {
  expect(await namesOf({ gate: 'expired' })).toEqual(['Ọlọ́run Ayọ̀'])
  expect(await namesOf({ gate: 'over_capacity' })).toEqual(['Zion'])
  expect(await namesOf({ gate: 'open', isoCode: 'US' })).toEqual(["St. Mary's Hope"])
})

describe('every sort', () => {
  test.each(calls.consoleChurchSort.options)('%s goes on from page to page without gap or double', async (sort) => {
    const all = (await list({ sort, limit: 100 })).items.map(({ id }) => id)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ sort, limit: 1, ...(cursor ? { cursor } : {}) })
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(all)
    expect(new Set(paged).size).toBe(4)
    const back = sort.startsWith('-')
      ? calls.consoleChurchSort.parse(sort.slice(1))
      : calls.consoleChurchSort.parse(`-${sort}`)
    expect((await list({ sort: back })).items.map(({ id }) => id)).toEqual(all.toReversed())
  })

  test('sorts by what it says', async () => {
    expect((await list({ sort: '-units' })).items.map(({ units }) => units)).toEqual([30, 20, 10, 0])
    expect((await list({ sort: 'people' })).items.map(({ people }) => people)).toEqual([1, 2, 3, 4])
    expect((await namesOf({ sort: 'expires' }))[0]).toBe('Ọlọ́run Ayọ̀')
  })

  test.each(['nonsense', Buffer.from('{"place":"x","id":1}').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      const { body } = await operator.call(calls.listChurches, { query: { cursor } })
      expect(body.code).toBe('invalid_cursor')
    },
  )
})

test('the list and the gate’s filter say in every zone what the church itself is told, whatever the hour', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/St_Johns', 'Africa/Lagos', 'UTC']
  const today = app.clock.now().toISOString().slice(0, 10)
  const made = await Promise.all(
    zones.map((timeZone) => app.buildChurch({ timeZone, expiresOn: today, isoCode: 'ZA' })),
  )
  for (let hour = 0; hour < 48; hour += 7) {
    const { items } = await list({ isoCode: 'ZA', limit: 100 })
    const listed = new Map(items.map(({ id, gate }) => [id, gate]))
    const expired = new Set((await list({ isoCode: 'ZA', gate: 'expired', limit: 100 })).items.map(({ id }) => id))
    for (const { tenantId, admin } of made) {
      const told = (await app.call(readSession, {}, { token: admin.token })).body.gate
      expect([listed.get(tenantId), expired.has(tenantId)]).toEqual([told, told === 'expired'])
    }
    app.clock.advance(7 * 60 * 60_000)
    // A session at the console lasts for twelve hours.
    operator = await buildOperator(app)
  }
})

describe('a subscription changed by hand', () => {
  const change = (id: string, body: { planId: string | null; expiresOn: string; reason: string }) =>
    operator.call(calls.changeSubscription, { params: { id }, body })
  const read = async (id: string) => (await operator.call(calls.readConsoleChurch, { params: { id } })).body
  const reason = 'Paid in cash on Sunday'

  test('opens the gate at the church’s next request, and both logs tell why', async () => {
    const church = await app.buildChurch({ expiresOn: '2020-01-01' })
    const { token } = church.admin
    expect((await app.call(listFamilies, { query: {} }, { token })).status).toBe(402)
    const second = await buildOperator(app, 'Funmi Finance')
    await confirmed(second, change(church.tenantId, { planId: null, expiresOn: '2999-01-31', reason }))
    expect(await read(church.tenantId)).toMatchObject({
      id: church.tenantId,
      expiresOn: '2999-01-31',
      gate: 'open',
      planName: 'Test',
    })
    expect((await app.call(listFamilies, { query: {} }, { token })).status).toBe(200)
    const [line] = (await operator.call(listConsoleLog, { query: { churchId: church.tenantId } })).body.items
    expect(line).toMatchObject({
      act: 'church.subscription_changed',
      operatorName: second.name,
      churchName: 'Grace Chapel',
      details: {
        before: { expiresOn: '2020-01-01' },
        after: { expiresOn: '2999-01-31' },
        reason,
        askedBy: operator.name,
      },
    })
    const kept = await app.look(
      `select actor_kind, actor_name, details ->> 'reason' as reason from audit_entry where tenant_id = $1 and act = 'subscription.changed'`,
      [church.tenantId],
    )
    expect(kept).toEqual([{ actor_kind: 'operator', actor_name: second.email, reason }])
  })

  test('gives the plan and its size', async () => {
    const church = await app.buildChurch({ membershipSize: 1, people: [{}, {}], isPastGrace: true })
    const [plan] = await app.look(`insert into plan (name, membership_size) values ('Large', 500) returning id`)
    const wanted = { planId: String(plan?.['id']), expiresOn: '2999-01-31', reason }
    await confirmed(await buildOperator(app), change(church.tenantId, wanted))
    expect(await read(church.tenantId)).toMatchObject({
      planName: 'Large',
      membershipSize: 500,
      gate: 'open',
    })
  })

  test('that is like this already waits for nobody', async () => {
    const { tenantId } = churches.grace
    expect((await change(tenantId, { planId: null, expiresOn: '2999-12-31', reason })).body).toBeNull()
  })

  test('is refused for a church, a plan or a day that is not there, and without a reason', async () => {
    const { tenantId } = churches.grace
    const wanted = { planId: null, expiresOn: '2999-01-31', reason }
    expect((await change(UNKNOWN, wanted)).body.code).toBe('not_found')
    expect((await change(tenantId, { ...wanted, planId: UNKNOWN })).body.code).toBe('invalid_input')
    expect((await change(tenantId, { ...wanted, expiresOn: '2999-02-30' })).body.code).toBe('invalid_input')
    expect((await change(tenantId, { ...wanted, reason: ' ' })).body.code).toBe('invalid_input')
    expect((await operator.call(calls.readConsoleChurch, { params: { id: tenantId } })).body.expiresOn).toBe(
      '2999-12-31',
    )
    expect((await operator.call(calls.readConsoleChurch, { params: { id: UNKNOWN } })).body.code).toBe('not_found')
  })
})

test('the list can be taken away as a file, and the log tells of it', async () => {
  const query = { format: 'csv', columns: 'name,gate,units', search: 'grace' }
  const reply = await fetch(app.url + addressOf(calls.exportChurches, { query }), {
    headers: { cookie: operator.cookie },
  })
  expect(reply.headers.get('content-disposition')).toContain('churches-')
  const lines = (await reply.text()).replace('\ufeff', '').trim().split('\r\n')
  expect(lines[0]).toBe('Name,Status,SMS units')
  expect(lines).toContain('Grace Chapel,Open,30')
  const [line] = (await operator.call(listConsoleLog, { query: { search: 'churches.exported' } })).body.items
  expect(line?.details).toEqual({ format: 'csv', rows: lines.length - 1 })
})
