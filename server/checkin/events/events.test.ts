import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/checkin/events.ts'
import { register } from '#contract/checkin/registration.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId, localIn, plainClass, type EventPlan } from '../../test-kit/build-event.ts'
import { buildFamily } from '../../test-kit/build-family.ts'
import { dot } from '../../test-kit/rich-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { makeAllDays } from './add-event.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  church = await app.buildChurch()
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const as = () => ({ token: church.admin.token })
const build = (plan: EventPlan = {}) => buildEvent(app, church, plan)
const list = async (query: Record<string, string | number> = {}) =>
  (await app.call(calls.listEvents, { query }, as())).body
type Body = {
  name: string
  startsAt: string
  endsAt: string
  opensAt: string | null
  closesAt: string | null
  classes: calls.ClassInput[]
}
const plain = (): Body => ({
  name: 'Service',
  startsAt: localIn(app, 1),
  endsAt: localIn(app, 3),
  opensAt: null,
  closesAt: null,
  classes: [{ ...plainClass, name: 'Toddlers' }],
})
const add = (part: Partial<Body>, repeat: EventPlan['repeat'] = null) =>
  app.call(calls.addEvent, { body: { ...plain(), place: '', ...part, repeat: repeat ?? null } }, as())
const inputOf = (event: calls.EventRow): calls.ClassInput[] =>
  event.classes.map(({ id, groupId, name, ageFrom, ageUntil, capacity, ratio }) => ({
    id,
    groupId,
    name,
    ageFrom,
    ageUntil,
    capacity,
    ratio,
  }))
const edit = (event: calls.EventRow, part: Partial<Body> = {}, scope: 'this' | 'following' = 'this') =>
  app.call(
    calls.editEvent,
    {
      params: { id: event.id },
      body: {
        ...plain(),
        place: '',
        name: event.name,
        classes: inputOf(event),
        ...part,
        scope,
        version: event.version,
      },
    },
    as(),
  )
const daysOf = async () =>
  (
    await app.look(`select day::text from event where tenant_id = $1 and cancelled_at is null order by day`, [
      church.tenantId,
    ])
  ).map(({ day }) => String(day))

test('an event is kept with its classes, in the church’s time', async () => {
  const event = await build({
    classes: [
      { name: 'Nursery', ageUntil: 23, capacity: 12, ratio: 3 },
      { name: 'Teens', capacity: null },
    ],
  })
  expect(event).toMatchObject({ state: 'open', families: 0, series: null, bannerUrl: null, version: 1 })
  expect(event.classes.map(({ name, capacity, taken }) => [name, capacity, taken])).toEqual([
    ['Nursery', 12, 0],
    ['Teens', null, 0],
  ])
  expect(Math.round((Date.parse(event.startsAt) - app.clock.now().getTime()) / 3_600_000)).toBe(1)
  expect((await app.call(calls.readEvent, { params: { id: event.id } }, as())).body).toEqual(event)
  const [entry] = await app.look(`select act, details from audit_entry where tenant_id = $1 and act like 'event.%'`, [
    church.tenantId,
  ])
  expect(entry).toMatchObject({ act: 'event.added', details: { name: event.name, classes: 2 } })
})

test.each([
  ['an end in the past', () => ({ startsAt: localIn(app, -3), endsAt: localIn(app, -1) }), 'endsAt'],
  ['an end before the beginning', () => ({ endsAt: localIn(app, 0.5) }), 'endsAt'],
  ['a day that is none', () => ({ startsAt: '2027-02-30T10:00' }), 'startsAt'],
  ['a beginning in the year 9999', () => ({ startsAt: '9999-12-31T10:00', endsAt: '9999-12-31T11:00' }), 'startsAt'],
  ['a year 0', () => ({ startsAt: '0000-01-01T10:00' }), 'startsAt'],
  ['closing before opening', () => ({ opensAt: localIn(app, 0.5), closesAt: localIn(app, 0.2) }), 'closesAt'],
  ['opening after the end', () => ({ opensAt: localIn(app, 5) }), 'opensAt'],
  [
    'two classes of one name',
    () => ({ classes: [plainClass, plainClass].map((one) => ({ ...one, name: 'A' })) }),
    'classes.1.name',
  ],
  ['a name that cannot be seen', () => ({ name: '\u200b' }), 'name'],
  [
    'an age backwards',
    () => ({ classes: [{ ...plainClass, name: 'A', ageFrom: 5, ageUntil: 4 }] }),
    'classes.0.ageUntil',
  ],
])('refuses %s', async (_what, part, field) => {
  const { body } = await add(part())
  expect([body.code, Object.keys(body.fields ?? {})]).toEqual(['invalid_input', [field]])
})

test('a service that repeats is made ahead, keeps its hour through the change of the clocks, and is made on once a day', async () => {
  church = await app.buildChurch({ timeZone: 'America/New_York', isoCode: 'US', currency: 'USD' })
  // Not at the hour of now, which the clocks may leave out.
  const tomorrow = localIn(app, 24, 'America/New_York').slice(0, 10)
  const body = { ...plain(), startsAt: `${tomorrow}T10:00`, endsAt: `${tomorrow}T12:00` }
  const { body: event } = await add(body, { intervalWeeks: 1, untilDay: null })
  expect(event.series).toMatchObject({ intervalWeeks: 1, untilDay: null, ended: false })
  const made = await daysOf()
  expect(made).toHaveLength(9)
  await app.look(`update event_series set made_until = made_until - 350`)
  await app.look(`delete from event_class where event_id <> $1`, [event.id])
  await app.look(`delete from event where tenant_id = $1 and id <> $2`, [church.tenantId, event.id])
  await Promise.all([makeAllDays(app.server.context), makeAllDays(app.server.context)])
  const hours = await app.look(
    `select distinct to_char(starts_at at time zone 'America/New_York', 'HH24:MI') as hour,
      (select count(*)::int from event_class c where c.event_id = e.id) as classes from event e where tenant_id = $1`,
    [church.tenantId],
  )
  expect(hours).toEqual([{ hour: '10:00', classes: 1 }])
  expect(new Set(await daysOf()).size).toBe((await daysOf()).length)
  expect((await daysOf()).length).toBeGreaterThanOrEqual(50)
})

test('a series ends with its last day', async () => {
  const untilDay = localIn(app, 24 * 20).slice(0, 10)
  await add({}, { intervalWeeks: 1, untilDay })
  expect(await daysOf()).toHaveLength(3)
  expect((await add({}, { intervalWeeks: 1, untilDay: '2020-01-01' })).body.fields).toHaveProperty(['repeat.untilDay'])
})

test('this one, or it and all that follow, are changed', async () => {
  const { body: event } = await add(
    {
      classes: [
        { ...plainClass, name: 'A' },
        { ...plainClass, name: 'B' },
      ],
    },
    { intervalWeeks: 1, untilDay: null },
  )
  const [a, b] = inputOf(event)
  const classes = [
    { ...(b ?? plainClass), name: 'Bigger', capacity: 7 },
    { ...plainClass, name: 'New' },
  ] as calls.ClassInput[]
  const before = await daysOf()
  const tomorrow = { startsAt: localIn(app, 25), endsAt: localIn(app, 27) }
  expect((await edit(event, { ...tomorrow, name: 'Changed', classes }, 'following')).status).toBe(200)
  const { items } = await list({ limit: 100 })
  expect(items).toHaveLength(before.length)
  for (const item of items) {
    expect(item.name).toBe('Changed')
    expect(item.classes.map(({ name, capacity }) => [name, capacity])).toEqual([
      ['Bigger', 7],
      ['New', 40],
    ])
  }
  const moved = (await daysOf()).map((day, index) => Date.parse(day) - Date.parse(before[index] ?? ''))
  expect(new Set(moved)).toEqual(new Set([86_400_000]))
  const [, second] = items
  expect((await edit(second as calls.EventRow, tomorrow)).body.fields).toHaveProperty('startsAt')
  expect((await edit(event)).body.code).toBe('changed_meanwhile')
  expect(a?.name).toBe('A')
})

test('places that are taken, and classes with somebody in them, stay', async () => {
  const event = await build({ classes: [{ name: 'Nursery' }, { name: 'Toddlers' }] })
  const family = await buildFamily(app, church)
  const children = [{ personId: family.childIds[0] ?? '', classId: classId(event, 'Nursery') }]
  const { body: registered } = await app.call(
    register,
    { params: { id: event.id }, body: { children } },
    { token: family.token },
  )
  const [nursery, toddlers] = inputOf(event)
  const refused = { code: 'places_taken', fields: { [nursery?.id ?? '']: '1' } }
  if (!nursery || !toddlers) throw new Error('Two classes were added')
  expect((await edit(event, { classes: [{ ...nursery, capacity: 0 }, toddlers] })).body).toMatchObject(refused)
  expect((await edit(event, { classes: [toddlers] })).body).toMatchObject(refused)
  expect((await edit(event, { classes: [{ ...nursery, capacity: 1 }] })).body.classes).toHaveLength(1)
  // Another day: the code goes along.
  const { body: moved } = await edit(
    { ...event, version: 2, classes: event.classes.slice(0, 1) },
    { startsAt: localIn(app, 49), endsAt: localIn(app, 50) },
  )
  expect(moved).toMatchObject({ families: 1, children: 1 })
  const codes = await app.look(
    `select e.day = d.day as moved from day_code d join registration r on r.id = d.registration_id
    join event e on e.id = r.event_id where d.code = $1`,
    [registered.code],
  )
  expect(codes).toEqual([{ moved: true }])
})

test('is not cancelled while children are in class; then with all that follow', async () => {
  const { body: event } = await add({}, { intervalWeeks: 1, untilDay: null })
  const family = await buildFamily(app, church)
  const children = [{ personId: family.childIds[0] ?? '', classId: classId(event, 'Toddlers') }]
  await app.call(register, { params: { id: event.id }, body: { children } }, { token: family.token })
  await app.look('update registration_child set checked_in_at = now() where event_id = $1', [event.id])
  const cancel = () => app.call(calls.cancelEvent, { params: { id: event.id }, body: { scope: 'following' } }, as())
  expect((await cancel()).body.code).toBe('in_class')
  await app.look('update registration_child set checked_out_at = now() where event_id = $1', [event.id])
  expect((await cancel()).body).toMatchObject({ state: 'cancelled', series: { ended: true } })
  expect((await cancel()).status).toBe(200)
  expect(await daysOf()).toEqual([])
  await makeAllDays(app.server.context)
  expect(await daysOf()).toEqual([])
})

test('a banner is shown by the event and all that follow, to families too, and goes for good', async () => {
  const { body: event } = await add({}, { intervalWeeks: 1, untilDay: null })
  const upload = () => app.call(calls.uploadBanner, { params: { id: event.id }, file: new File([], 'x.png') }, as())
  expect((await upload()).body.code).toBe('unsupported_image')
  const file = await dot()
  const { body } = await app.call(calls.uploadBanner, { params: { id: event.id }, file }, as())
  const banners = new Set((await list({ limit: 100 })).items.map(({ bannerUrl }) => bannerUrl))
  expect(banners).toEqual(new Set([body.bannerUrl]))
  const family = await buildFamily(app, church)
  const { body: seen } = await app.call(calls.upcomingCheckinEvents, {}, { token: family.token })
  const picture = await fetch(String(seen[0]?.eventBanner))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await app.call(calls.removeBanner, { params: { id: event.id } }, as())).body.bannerUrl).toBeNull()
  expect(await app.look('select from picture where tenant_id = $1', [church.tenantId])).toEqual([])
})

test('events to come in their order, those that are over the other way, page by page', async () => {
  for (const [index, name] of ['Third', 'Second', 'First'].entries()) await build({ name, startsIn: 30 - index * 10 })
  const names = async (query: Record<string, string | number>) => {
    const found: string[] = []
    let cursor = ''
    do {
      const page = await list({ ...query, limit: 2, ...(cursor ? { cursor } : {}) })
      found.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor ?? ''
    } while (cursor)
    return found
  }
  expect(await names({})).toEqual(['First', 'Second', 'Third'])
  await app.look(
    `update event set starts_at = starts_at - interval '9 days', ends_at = ends_at - interval '9 days' where tenant_id = $1`,
    [church.tenantId],
  )
  expect(await names({})).toEqual([])
  expect(await names({ when: 'over' })).toEqual(['Third', 'Second', 'First'])
  expect(await names({ when: 'over', search: 'sEc' })).toEqual(['Second'])
  expect((await app.call(calls.listEvents, { query: { cursor: 'e30' } }, as())).body.code).toBe('invalid_cursor')
})

test('groups and classes of another church are not found; the desk looks but does not plan', async () => {
  expect((await add({ classes: [{ ...plainClass, name: 'A', groupId: UNKNOWN }] })).body.code).toBe('not_found')
  expect((await add({ classes: [{ ...plainClass, name: 'A', id: UNKNOWN }] })).body.code).toBe('not_found')
  const event = await build()
  expect((await edit(event, { classes: [{ ...plainClass, name: 'A', id: UNKNOWN }] })).body.code).toBe('not_found')
  const { token } = await addColleague(app, church, { roles: ['CheckIn'] })
  expect((await app.call(calls.listEvents, { query: {} }, { token })).body.total).toBe(1)
  const cancelled = await app.call(calls.cancelEvent, { params: { id: event.id }, body: { scope: 'this' } }, { token })
  expect(cancelled.body.code).toBe('not_allowed')
})
