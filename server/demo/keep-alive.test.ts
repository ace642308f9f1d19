import { afterEach, expect, test } from 'vitest'
import { verifyCustody } from '#contract/checkin/custody.ts'
import { readHome } from '#contract/checkin/registration.ts'
import { familyLogin } from '#contract/checkin/door.ts'
import { readStationDay } from '#contract/checkin/station.ts'
import { login } from '#contract/identity/session.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { makeAlive } from './keep-alive.ts'
import { makeDemo } from './make-demo.ts'
import { PASSWORD } from './sign-ins.ts'

let app: TestApp
afterEach(() => app.stop())

/** The demo begun on a day and at a time of the church’s clock. */
async function beginAt(local: string): Promise<void> {
  app = await startApp({ runJobs: false })
  app.clock.advance(Date.parse(`${local}+01:00`) - app.clock.now().getTime())
  await makeDemo(app.server.context)
  await makeAlive(app.server.context)
}

const signIn = async (userName: string): Promise<string> =>
  (await app.call(login, { body: { userName, password: PASSWORD } })).body.token

const events = async () => {
  const at = app.clock.now()
  return app.look(
    `select e.name, case when ends_at <= $1 then 'over' when starts_at <= $1 then 'open' else 'to come' end as state
      from event e order by starts_at`,
    [at],
  )
}

const openDay = `e.name = 'Family Open Day' and e.starts_at <= $1 and e.ends_at > $1`

test.each([
  ['Monday, deep in the night', '2027-02-01T03:00:00'],
  ['just after midnight', '2027-02-02T00:05:00'],
  ['Saturday, before midnight', '2027-02-06T23:30:00'],
  ['Sunday, in the service', '2027-02-07T10:00:00'],
  ['the last minute of a year', '2027-12-31T23:59:00'],
  ['the end of a leap February', '2028-02-29T12:00:00'],
])('%s the demo is alive', { timeout: 60_000 }, async (_when, local) => {
  await beginAt(local)
  const at = app.clock.now()
  expect((await events()).map(({ state }) => state)).toEqual(['over', 'open', 'to come', 'to come'])
  const classes = await app.look(
    `select c.capacity, c.taken, (select count(*)::int from event_wait w where w.class_id = c.id) as waiting
      from event_class c join event e on e.id = c.event_id where ${openDay} order by c.position`,
    [at],
  )
  expect(classes).toEqual([
    { capacity: 12, taken: 11, waiting: 0 },
    { capacity: 40, taken: 40, waiting: 2 },
    { capacity: null, taken: expect.any(Number), waiting: 0 },
  ])
  const [children] = await app.look(
    `select count(*) filter (where checked_in_at is null)::int as expected,
        count(*) filter (where checked_in_at > $1::timestamptz - interval '10 minutes')::int as just_came,
        count(*) filter (where checked_out_at is not null)::int as gone,
        count(*) filter (where checked_in_at > $1 or checked_out_at > $1)::int as in_future
      from registration_child r join event e on e.id = r.event_id where ${openDay}`,
    [at],
  )
  expect(children).toMatchObject({ in_future: 0 })
  expect(Math.min(...['expected', 'just_came', 'gone'].map((state) => Number(children?.[state])))).toBeGreaterThan(2)
  const [sent] = await app.look(
    `select count(*)::int as messages, bool_and((created_at at time zone 'Africa/Lagos')::date = $2::date and created_at <= $1) as today
      from campaign`,
    [at, local.slice(0, 10)],
  )
  expect(sent).toEqual({ messages: 4, today: true })
})

test('the desk finds it, and the family that signs in has its pass for it', { timeout: 60_000 }, async () => {
  await beginAt('2027-02-01T03:00:00')
  const { body: day } = await app.call(readStationDay, {}, { token: await signIn('desk@grace.example') })
  expect(day.events).toMatchObject([{ name: 'Family Open Day', isToday: true }])
  const { body } = await app.call(familyLogin, { body: { phoneNumber: '08031234567', password: PASSWORD } })
  const { body: home } = await app.call(readHome, {}, { token: body.login.result.value.token ?? '' })
  expect(home.passes).toHaveLength(1)
  const { body: log } = await app.call(verifyCustody, {}, { token: await signIn('admin@grace.example') })
  expect(log).toMatchObject({ intact: true, broken: [] })
})

test(
  'the next start changes nothing; when the event is over the next is made, and messages on the next day',
  {
    timeout: 60_000,
  },
  async () => {
    await beginAt('2027-02-06T15:00:00')
    const count = async () =>
      app.look(`select (select count(*)::int from event) as events, (select count(*)::int from registration) as families,
      (select count(*)::int from custody_entry) as custody, (select count(*)::int from campaign) as messages`)
    const before = await count()
    await makeAlive(app.server.context)
    expect(await count()).toEqual(before)
    await app.look(`update event set cancelled_at = $1 where name = 'Midweek Kids’ Club'`, [app.clock.now()])
    app.clock.advance(8 * 3_600_000)
    await makeAlive(app.server.context)
    expect((await events()).map(({ state }) => state)).toEqual(['over', 'over', 'open', 'to come', 'to come'])
    // Saturday’s eight hours later is still Saturday at the church: its messages are those of today.
    expect(await app.look('select count(*)::int as messages from campaign')).toEqual([{ messages: 4 }])
    app.clock.advance(2 * 86_400_000)
    await makeAlive(app.server.context)
    const names = (await events()).filter(({ state }) => state !== 'over').map(({ name }) => name)
    expect(names.toSorted()).toEqual(['Family Open Day', 'Family Thanksgiving Service', 'Midweek Kids’ Club'])
    expect(await app.look('select count(*)::int as messages from campaign')).toEqual([{ messages: 7 }])
  },
)
