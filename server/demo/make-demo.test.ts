import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPayments, readPricing, readSubscription } from '#contract/billing/payments.ts'
import { login, readSession } from '#contract/identity/session.ts'
import { listGroups } from '#contract/people/groups.ts'
import { getSearchedUsers, peopleSummary } from '#contract/people/persons.ts'
import { normalisePhone } from '#server/people/index.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { makeDemo, PASSWORD, signIns } from './make-demo.ts'
import { operatorSignIns } from './operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await makeDemo(app.server.house)
})
afterAll(() => app.stop())

async function signIn(userName: string) {
  const { body } = await app.call(login, { body: { userName, password: PASSWORD } })
  const session = await app.call(readSession, {}, { token: body.token })
  return { token: body.token, session: session.body }
}

test('every account of the demo signs in', async () => {
  expect(signIns).toHaveLength(6)
  for (const { userName } of signIns) expect((await signIn(userName)).session.person.email).toBe(userName)
})

test('the churches stand where they should', async () => {
  const grace = (await signIn('admin@grace.example')).session
  expect(grace).toMatchObject({
    gate: 'open',
    units: 5_000,
    church: { name: 'Grace Chapel', people: 1_200, groups: 24, membershipSize: 1_500, currency: 'NGN' },
  })
  expect((await signIn('admin@hope.example')).session).toMatchObject({
    gate: 'open',
    units: 1_000,
    church: { currency: 'USD', timeZone: 'America/New_York' },
  })
  expect((await signIn('admin@expired.example')).session.gate).toBe('expired')
  expect((await signIn('admin@full.example')).session).toMatchObject({
    gate: 'over_capacity',
    church: { people: 120, membershipSize: 100 },
  })
})

test('Grace Chapel is alive: guests in each of the last weeks, groups with people, names found without marks', async () => {
  const { token } = await signIn('admin@grace.example')
  const { body: summary } = await app.call(peopleSummary, {}, { token })
  expect(summary.firstTimersByWeek.map(({ count }) => count)).toEqual([6, 9, 7, 11, 5, 8, 10, 6, 12, 9, 14, 11, 4])
  const { body: groups } = await app.call(listGroups, {}, { token })
  expect(Math.min(...groups.map(({ people }) => people))).toBeGreaterThan(5)
  const { body: found } = await app.call(getSearchedUsers, { query: { searchText: 'ngozi eze' } }, { token })
  expect(found.map(({ name }) => name)).toContain('Ngọzi Eze')
})

test('numbers are real, a few are shared, nine refused, and 1,118 people can be written to', async () => {
  const phones = await app.look(
    `select phone, count(*)::int as people from person p join church c using (tenant_id) where c.name = 'Grace Chapel' and phone is not null group by phone`,
  )
  expect(phones.filter(({ phone }) => !normalisePhone(String(phone), 'NG').ok)).toEqual([])
  expect(phones.filter(({ people }) => people === 2)).toHaveLength(12)
  const [refused] = await app.look(
    `select count(*)::int as people from opt_out o join church c using (tenant_id) join person p on p.phone = o.address where c.name = 'Grace Chapel' and p.tenant_id = o.tenant_id`,
  )
  expect(refused).toEqual({ people: 9 })
  expect(phones.length - 9).toBe(1_118)
})

test('sender IDs are approved, refused with a reason, and pending', async () => {
  expect(
    await app.look(
      `select mask, status, refused_reason is not null as told from sender_id join church using (tenant_id) where name = 'Grace Chapel' order by mask`,
    ),
  ).toEqual([
    { mask: 'GRACECHAPEL', status: 2, told: false },
    { mask: 'GRACENEWS', status: 0, told: false },
    { mask: 'GRACEYOUTH', status: 3, told: true },
  ])
})

test('Grace Chapel has paid, been refused, and waits for the desk; the books are in order', async () => {
  const { token } = await signIn('admin@grace.example')
  const { body } = await app.call(listPayments, { query: {} }, { token })
  expect(body.items.map(({ state, planName, units, proofs }) => [state, planName ?? units, proofs.length])).toEqual([
    ['pending', 'Thriving', 1],
    ['succeeded', 1_000, 1],
    ['failed', 'Thriving', 1],
  ])
  const { body: subscription } = await app.call(readSubscription, {}, { token })
  expect(subscription).toMatchObject({ planName: 'Thriving', status: 'Active', startedOn: expect.any(String) })
  const { body: pricing } = await app.call(readPricing, { query: {} }, { token })
  expect(pricing).toMatchObject({ currency: 'NGN', smsPrice: '5.9', bankAccount: { bank: 'Bank of the Demo' } })
  expect(pricing.plans.map(({ membershipSize }) => membershipSize)).toEqual([100, 500, 1_500, 10_000])
  expect(faultsOf(await audit(app.look))).toEqual([])
})

const inOrderOfDependence = [
  'audit_entry',
  'sender_id',
  'account',
  'opt_out',
  'person',
  'people_group',
  'unit_entry',
  'unit_transaction',
  'unit_account',
  'church_size',
  'subscription',
  'church',
]

test('the next start changes nothing, and one that was cut short is completed', async () => {
  const count = async () =>
    app.look(`select name, people, (select count(*)::int from account a where a.tenant_id = c.tenant_id) as accounts
      from church c join church_size using (tenant_id) order by name`)
  const whole = await count()
  expect(whole).toHaveLength(4)
  expect(await makeDemo(app.server.house)).toEqual([...signIns, ...operatorSignIns])
  expect(await count()).toEqual(whole)
  const [hope] = await app.look(`select tenant_id from church where name = 'Hope Church'`)
  for (const table of inOrderOfDependence)
    await app.look(`delete from ${table} where tenant_id = $1`, [hope?.['tenant_id']])
  expect(await count()).toHaveLength(3)
  await makeDemo(app.server.house)
  expect(await count()).toEqual(whole)
})

test('an installation with churches of its own gets no demo', async () => {
  const own = await startApp({ runJobs: false })
  try {
    await own.buildChurch()
    expect(await makeDemo(own.server.house)).toEqual([])
    expect(await own.look('select count(*)::int as churches from church')).toEqual([{ churches: 1 }])
  } finally {
    await own.stop()
  }
})
