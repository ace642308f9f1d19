import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPayments, readPricing } from '#contract/billing/payments.ts'
import { readSubscription } from '#contract/billing/subscription.ts'
import { login, readSession } from '#contract/identity/session.ts'
import { readChurch } from '#contract/identity/church.ts'
import { listDuplicates } from '#contract/people/changes.ts'
import { verifyCustody } from '#contract/checkin/custody.ts'
import { familyLogin } from '#contract/checkin/door.ts'
import { upcomingCheckinEvents } from '#contract/checkin/events.ts'
import { readAttendance, readHome, readRegistrable } from '#contract/checkin/registration.ts'
import { familyRoles, listFamilies } from '#contract/people/families.ts'
import { listGroups } from '#contract/people/groups.ts'
import { readDashboard } from '#contract/dashboard/dashboard.ts'
import { getSearchedUsers, listPeople } from '#contract/people/persons.ts'
import { listDrafts } from '#contract/messaging/drafts.ts'
import { normalisePhone } from '../people/index.ts'
import { audit, faultsOf } from '../test-kit/audit-store.ts'
import { startApp, type TestApp } from '../test-kit/start-app.ts'
import { makeDemo } from './make-demo.ts'
import { operatorSignIns, guardianSignIns, PASSWORD, signIns } from './sign-ins.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await makeDemo(app.server.context)
})
afterAll(() => app.stop())

async function signIn(userName: string) {
  const { body } = await app.call(login, { body: { userName, password: PASSWORD } })
  const session = await app.call(readSession, {}, { token: body.token })
  return { token: body.token, session: session.body }
}

test('every account of the demo signs in', async () => {
  expect(signIns).toHaveLength(7)
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
  const { body: dashboard } = await app.call(readDashboard, {}, { token })
  expect(dashboard.people?.firstTimersByWeek.map(({ count }) => count)).toEqual([
    6, 9, 7, 11, 5, 8, 10, 6, 12, 9, 14, 11, 4,
  ])
  const { body: groups } = await app.call(listGroups, {}, { token })
  expect(Math.min(...groups.map(({ people }) => people))).toBeGreaterThan(5)
  expect(groups.filter(({ description }) => description !== '')).toHaveLength(2)
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

test('1,200 people and 300 first-timers, a few archived besides, some of them twice', async () => {
  const { token } = await signIn('admin@grace.example')
  const count = async (query: object) =>
    (await app.call(listPeople, { query: { limit: 1, ...query } }, { token })).body.total
  expect(await count({})).toBe(1_200)
  expect(await count({ kind: 'first_timer' })).toBe(300)
  expect(await count({ archived: 'yes' })).toBe(4)
  const { body: twice } = await app.call(listDuplicates, { query: {} }, { token })
  expect(twice.items.slice(0, 3).map(({ why, people }) => [why, people.length])).toEqual([
    ['phone', 2],
    ['email', 2],
    ['phone', 2],
  ])
})

test('Grace Chapel has 300 families: nobody twice, parents of an age to be parents, children with a parent’s phone or none', async () => {
  const { token } = await signIn('admin@grace.example')
  const { body } = await app.call(listFamilies, { query: { limit: 1 } }, { token })
  expect(body.total).toBe(300)
  const members = await app.look(
    `select m.person_id, m.role, p.phone, p.birth_year, p.gender, p.joined_on < make_date(p.birth_year, 1, 1) as too_early,
      (select min(o.birth_year) from family_member c join person o on o.id = c.person_id
        where c.family_id = m.family_id and c.role in (3, 4)) as oldest_child
    from family_member m join person p on p.id = m.person_id`,
  )
  expect(new Set(members.map((member) => member['person_id'])).size).toBe(members.length)
  expect(new Set(members.map((member) => member['role']))).toEqual(new Set(Object.values(familyRoles)))
  const parents = members.filter(({ role }) => role === familyRoles.father || role === familyRoles.mother)
  expect(
    parents.filter((parent) => Number(parent['oldest_child'] ?? 9_999) - Number(parent['birth_year']) < 18),
  ).toEqual([])
  expect(members.filter(({ too_early }) => too_early)).toEqual([])
  expect(
    members.filter(({ role, phone }) => (role === familyRoles.father || role === familyRoles.mother) && !phone),
  ).toEqual([])
})

test('most people have a birthday and a gender; small children have no phone of their own', async () => {
  const [known] = await app.look(
    `select avg((birth_day is not null)::int)::real as birthdays, avg((gender is not null)::int)::real as genders
    from person join church using (tenant_id) where name = 'Grace Chapel'`,
  )
  expect(Number(known?.['birthdays'])).toBeGreaterThan(0.7)
  expect(Number(known?.['genders'])).toBeGreaterThan(0.8)
  const small = await app.look(
    `select p.phone, exists (select from family_member m join family_member o on o.family_id = m.family_id
        join person parent on parent.id = o.person_id
        where m.person_id = p.id and o.role in (1, 2) and parent.phone = p.phone) as of_parent
    from person p where birth_year > extract(year from now()) - 11`,
  )
  expect(small.length).toBeGreaterThan(50)
  expect(small.filter(({ phone, of_parent }) => phone !== null && !of_parent)).toEqual([])
  expect(small.filter(({ phone }) => phone !== null).length).toBeGreaterThan(5)
})

test('every church has an address and a pastor', async () => {
  const { token } = await signIn('admin@grace.example')
  const { body: church } = await app.call(readChurch, {}, { token })
  expect(church).toMatchObject({ slug: 'grace-chapel', pastorName: 'Pastor Adéwálé Oyèlárán' })
  const churches = await app.look(
    `select slug, pastor_name is not null as has_pastor from church left join church_slug using (tenant_id) order by slug`,
  )
  expect(churches).toEqual(
    ['grace-chapel', 'harvest-house', 'hope-church', 'living-waters'].map((slug) => ({ slug, has_pastor: true })),
  )
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
  // One is approved on two of four networks.
  const networks = await app.look(
    `select network_id as id, state from sender_id_network n join sender_id s on s.tenant_id = n.tenant_id and s.id = n.sender_id
     where s.mask = 'GRACECHAPEL' order by network_id`,
  )
  expect(networks.map(({ id, state }) => [id, state])).toEqual([
    ['ng-9mobile', 'refused'],
    ['ng-airtel', 'approved'],
    ['ng-mtn', 'approved'],
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

test('a guardian of three children finds two events, and what happened at the last one', async () => {
  const { body } = await app.call(familyLogin, { body: { phoneNumber: '08031234567', password: PASSWORD } })
  const token = body.login.result.value.token ?? ''
  const { body: home } = await app.call(readHome, {}, { token })
  expect(home).toMatchObject({
    welcomeName: 'Adébáyọ̀',
    members: 3,
    next: { name: 'Family Thanksgiving Service', state: 'open' },
    passes: [],
  })
  const { body: events } = await app.call(upcomingCheckinEvents, {}, { token })
  expect(events).toHaveLength(2)
  const banner = await fetch(events[0]?.eventBanner ?? '')
  expect([banner.status, banner.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { body: event } = await app.call(readRegistrable, { params: { id: events[0]?.activityID ?? '' } }, { token })
  const nameOf = (id: string | null) => event.classes.find((one) => one.id === id)?.name
  const children = event.people.filter(({ role, ageMonths }) => role > 2 && ageMonths !== null)
  expect(
    new Map(
      children.map(({ firstName, suggestedClassId: id, cameLastTime }) => [firstName, [nameOf(id), cameLastTime]]),
    ),
  ).toEqual(
    new Map([
      ['Tèmítọ́pẹ́', ['Primary (6–9)', true]],
      ['Ayọ̀mídé', ['Toddlers (2–5)', true]],
      ['Oluwaṣẹ́gun', ['Primary (6–9)', true]],
    ]),
  )
  const places = event.classes.map(({ name, placesLeft }) => [name, placesLeft])
  expect(places).toContainEqual(['Teens (10–17)', null])
  expect(Math.min(...event.classes.flatMap(({ placesLeft }) => placesLeft ?? []))).toBeGreaterThan(0)
  const { body: record } = await app.call(readAttendance, {}, { token })
  expect(record).toMatchObject({
    registeredEvents: 1,
    absent: 0,
    events: [{ children: [{ state: 'came' }, { state: 'came' }, { state: 'came' }] }],
  })
  const care = await app.look(`select name from care_note order by name`)
  expect(care).toEqual([{ name: 'Asthma' }, { name: 'Peanuts' }])
})

test('the custody log of the demo is whole, and tells who came and went', async () => {
  const { body } = await app.call(login, { body: { userName: 'admin@grace.example', password: PASSWORD } })
  const { body: log } = await app.call(verifyCustody, {}, { token: body.token })
  expect(log).toMatchObject({ intact: true, broken: [] })
  expect(log.entries).toBeGreaterThan(40)
})

test('Grace Chapel has begun two messages, keeps two to use again, and lets one go next Sunday', async () => {
  const { token } = await signIn('admin@grace.example')
  const listed = async (list: 'drafts' | 'templates' | 'schedules') =>
    (await app.call(listDrafts, { query: { list } }, { token })).body.items
  expect((await listed('drafts')).map(({ chosen }) => chosen.groups)).toEqual([['Ushers'], []])
  expect((await listed('templates')).map(({ isBirthday }) => isBirthday)).toEqual([true, false])
  const [next, ...others] = await listed('schedules')
  expect(others).toEqual([])
  expect(next).toMatchObject({ state: 'scheduled', goesAtLocal: expect.stringMatching(/T08:00$/) })
  expect(new Date(next?.goesAt ?? '').getUTCDay()).toBe(0)
})

/** Every row of a church is taken away, whatever hangs on what. */
const takeAway = (tenantId: string) =>
  app.look(`do $$ declare kept record; begin
    set local session_replication_role = replica;
    for kept in select c.table_name from information_schema.columns c join information_schema.tables t
        using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'
    loop execute format('delete from %I where tenant_id = %L', kept.table_name, '${tenantId}'); end loop;
  end $$`)

test('the next start changes nothing, and one that was cut short is completed', async () => {
  const count = async () =>
    app.look(`select name, people, (select count(*)::int from account a where a.tenant_id = c.tenant_id) as accounts
      from church c join church_size using (tenant_id) order by name`)
  const whole = await count()
  expect(whole).toHaveLength(4)
  expect(await makeDemo(app.server.context)).toEqual({
    signIns: [...signIns, ...guardianSignIns, ...operatorSignIns],
    isOlder: false,
  })
  expect(await count()).toEqual(whole)
  const [hope] = await app.look(`select tenant_id from church where name = 'Hope Church'`)
  await takeAway(String(hope?.['tenant_id']))
  expect(await count()).toHaveLength(3)
  await makeDemo(app.server.context)
  expect(await count()).toEqual(whole)
})

test('an installation with churches of its own gets no demo', async () => {
  const own = await startApp({ runJobs: false })
  try {
    await own.buildChurch()
    expect(await makeDemo(own.server.context)).toEqual({ signIns: [], isOlder: false })
    expect(await own.look('select count(*)::int as churches from church')).toEqual([{ churches: 1 }])
  } finally {
    await own.stop()
  }
})
