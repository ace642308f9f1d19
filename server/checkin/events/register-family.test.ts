import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeIn } from '#contract/checkin/codes.ts'
import { checkinEvents, type EventRow } from '#contract/checkin/events.ts'
import { readOwnFamily } from '#contract/checkin/family.ts'
import * as calls from '#contract/checkin/registration.ts'
import { familyRoles } from '#contract/people/families.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId, localIn } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let family: Family
let event: EventRow
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  church = await app.buildChurch()
  family = await buildFamily(app, church, { children: [{}, { firstName: 'Ife' }] })
  event = await buildEvent(app, church, {
    classes: [
      { name: 'Nursery', capacity: 1 },
      { name: 'Toddlers', capacity: 10 },
      { name: 'Teens', capacity: null },
    ],
  })
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const inClass = (personId: string | undefined, name: string) => ({
  personId: personId ?? UNKNOWN,
  classId: classId(event, name),
})
const register = (children: { personId: string; classId: string }[], by: Family = family, of: EventRow = event) =>
  app.call(calls.register, { params: { id: of.id }, body: { children } }, { token: by.token })
const standing = async (by: Family = family, of: EventRow = event) => {
  const { body } = await app.call(calls.readRegistrable, { params: { id: of.id } }, { token: by.token })
  return body.people.flatMap(({ personId, classId: chosen }) =>
    chosen === null ? [] : [[personId, of.classes.find(({ id }) => id === chosen)?.name]],
  )
}
const taken = async () =>
  (await app.look('select name, taken from event_class where event_id = $1 order by position', [event.id])).map((row) =>
    Number(row['taken']),
  )

test('a family is registered whole, with one code, parents too', async () => {
  const [tobi, ife] = family.childIds
  const { status, body } = await register([
    inClass(tobi, 'Nursery'),
    inClass(ife, 'Toddlers'),
    inClass(family.parentId, 'Teens'),
  ])
  expect(status).toBe(200)
  expect(codeIn(body.code)).toBe(body.code)
  expect(await taken()).toEqual([1, 1, 1])
  const { body: pass } = await app.call(
    calls.readPass,
    { params: { id: body.registrationId } },
    { token: family.token },
  )
  expect(pass).toMatchObject({ code: body.code, churchName: 'Grace Chapel', familyName: 'Ade', waiting: [] })
  expect(pass.children.map(({ className, state }) => [className, state]).toSorted()).toEqual([
    ['Nursery', 'registered'],
    ['Teens', 'registered'],
    ['Toddlers', 'registered'],
  ])
})

test('the family is listed in one order, on its own page and at an event', async () => {
  const own = await buildFamily(app, church, {
    children: [
      { firstName: 'Ada', birthDay: 1, birthMonth: 5, birthYear: 2021 },
      { firstName: 'Zainab' },
      { firstName: 'Tobi', birthDay: 1, birthMonth: 5, birthYear: 2014 },
      { firstName: 'Ife', birthDay: 1, birthMonth: 4, birthYear: 2021, role: familyRoles.ward },
    ],
    others: [{ firstName: 'Nana', role: familyRoles.other }],
  })
  const { body: family } = await app.call(readOwnFamily, { query: {} }, { token: own.token })
  const { body: registrable } = await app.call(
    calls.readRegistrable,
    { params: { id: event.id } },
    { token: own.token },
  )
  const names = registrable.people.map(({ firstName }) => firstName)
  expect(names).toEqual(['Bisi', 'Tobi', 'Ife', 'Ada', 'Zainab', 'Nana'])
  expect(family.familyMembers.map(({ person }) => person.firstName)).toEqual(names)
})

test('again is the same code; another class moves the child and gives its place back; who is not named stays', async () => {
  const [tobi, ife] = family.childIds
  const first = await register([inClass(tobi, 'Nursery'), inClass(ife, 'Toddlers')])
  expect((await register([inClass(tobi, 'Nursery')])).body).toEqual(first.body)
  expect((await register([inClass(tobi?.toUpperCase(), 'Toddlers')])).body).toEqual(first.body)
  expect(await taken()).toEqual([0, 2, 0])
  expect(new Map((await standing()) as [string, string][])).toEqual(
    new Map([
      [tobi, 'Toddlers'],
      [ife, 'Toddlers'],
    ]),
  )
})

test('two classes of which one is full: nobody is registered, and the full one is named', async () => {
  const other = await buildFamily(app, church)
  await register([inClass(other.childIds[0], 'Nursery')], other)
  const [tobi, ife] = family.childIds
  const { status, body } = await register([inClass(tobi, 'Nursery'), inClass(ife, 'Toddlers')])
  expect([status, body.code, body.message, body.fields]).toEqual([
    409,
    'class_full',
    'Nursery is full.',
    { [classId(event, 'Nursery')]: 'Nursery' },
  ])
  expect(await taken()).toEqual([1, 0, 0])
  expect(await app.look('select from registration where family_id = $1', [family.familyId])).toEqual([])
  // The same for a family that has a registration.
  await register([inClass(ife, 'Teens')])
  expect((await register([inClass(tobi, 'Toddlers'), inClass(ife, 'Nursery')])).body.fields).toEqual(body.fields)
  expect(await standing()).toEqual([[ife, 'Teens']])
})

test('a double tap is one registration and one code', async () => {
  const children = [inClass(family.childIds[0], 'Toddlers'), inClass(family.childIds[1], 'Teens')]
  const replies = await Promise.all(Array.from({ length: 8 }, () => register(children)))
  expect(new Set(replies.map(({ body }) => body.code)).size).toBe(1)
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  expect(await taken()).toEqual([0, 1, 1])
  expect(
    await app.look('select from day_code where registration_id = $1', [replies[0]?.body.registrationId]),
  ).toHaveLength(1)
})

test('strangers, guardians, archived people, other classes and events are not found', async () => {
  const stranger = await buildFamily(app, church)
  const others = await buildFamily(app, church, { others: [{ role: 6, firstName: 'Sade' }] })
  const elsewhere = await app.buildChurch()
  const foreign = await buildEvent(app, elsewhere)
  const own = inClass(family.childIds[0], 'Toddlers')
  const code = async (reply: ReturnType<typeof register>) => (await reply).body.code
  expect(await code(register([inClass(stranger.childIds[0], 'Toddlers')]))).toBe('not_found')
  expect(await code(register([own, inClass(UNKNOWN, 'Toddlers')]))).toBe('not_found')
  expect(await code(register([inClass(others.otherIds[0], 'Toddlers')], others))).toBe('not_found')
  expect(await code(register([{ ...own, classId: UNKNOWN }]))).toBe('not_found')
  expect(await code(register([{ ...own, classId: classId(foreign, 'Toddlers') }]))).toBe('not_found')
  expect(await code(register([own], family, foreign))).toBe('not_found')
  expect(await code(register([own, own]))).toBe('invalid_input')
  await app.look('update person set archived_at = now() where id = $1', [family.childIds[0]])
  expect(await code(register([own]))).toBe('not_found')
  expect(await taken()).toEqual([0, 0, 0])
})

test('only while registration is open', async () => {
  const own = (of: EventRow) => [{ personId: family.childIds[0] ?? '', classId: classId(of, 'Toddlers') }]
  const notYet = await buildEvent(app, church, { startsIn: 5, opensAt: localIn(app, 2) })
  const closed = await buildEvent(app, church, { startsIn: 5, closesAt: localIn(app, -1) })
  const over = await buildEvent(app, church)
  await app.look(
    `update event set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [over.id],
  )
  const cancelled = await buildEvent(app, church)
  await app.look('update event set cancelled_at = now() where id = $1', [cancelled.id])
  for (const one of [notYet, closed, over, cancelled])
    expect((await register(own(one), family, one)).body.code).toBe('registration_closed')
  await app.look('update event_class set removed_at = now() where id = $1', [classId(event, 'Toddlers')])
  expect((await register(own(event))).body.code).toBe('class_removed')
})

test('who is in class is not moved from home; the same again is fine', async () => {
  const own = inClass(family.childIds[0], 'Toddlers')
  const { body } = await register([own])
  await app.look('update registration_child set checked_in_at = now() where person_id = $1', [own.personId])
  expect((await register([own])).body).toEqual(body)
  expect((await register([inClass(own.personId, 'Teens')])).body.code).toBe('in_class')
  const params = { id: event.id, personId: own.personId }
  expect((await app.call(calls.cancelChild, { params }, { token: family.token })).body.code).toBe('in_class')
})

test('a child of two families is registered by one of them', async () => {
  const father = await buildFamily(app, church, { role: 1, children: [] })
  await app.look(`insert into family_member (tenant_id, family_id, person_id, role) values ($1, $2, $3, 3)`, [
    church.tenantId,
    father.familyId,
    family.childIds[0],
  ])
  const own = [inClass(family.childIds[0], 'Toddlers')]
  await register(own)
  expect((await register(own, father)).body).toMatchObject({
    code: 'invalid_input',
    fields: { children: expect.any(String) },
  })
  const params = { id: event.id, personId: family.childIds[0] ?? '' }
  expect((await app.call(calls.cancelChild, { params }, { token: father.token })).body.code).toBe('not_found')
  expect(await taken()).toEqual([0, 1, 0])
})

test('existing clients: success in words, the code, and the slots that are left', async () => {
  const [personId = ''] = family.childIds
  const item = {
    personId,
    activityId: event.id,
    checkInAttendanceId: classId(event, 'Nursery'),
    groupId: null,
    checkInBy: null,
  }
  const post = (body: unknown[]) =>
    app.call(calls.registerChildren, { body: body as (typeof item)[] }, { token: family.token })
  const { body } = await post([item])
  expect(body.response).toMatch(/success/i)
  expect((await post([item])).body.returnObject).toBe(body.returnObject)
  expect((await post([item, { ...item, activityId: UNKNOWN }])).body.code).toBe('invalid_input')
  const slots = await app.call(checkinEvents, { query: { activityId: event.id } }, { token: family.token })
  expect(
    slots.body.map(({ fullGroupName, registrationSlot, personsinAttendance }) => [
      fullGroupName,
      registrationSlot,
      personsinAttendance,
    ]),
  ).toEqual([
    ['Nursery', 0, [{ id: personId, isActive: true }]],
    ['Toddlers', 10, []],
    ['Teens', null, []],
  ])
  const stranger = await buildFamily(app, church)
  const seen = await app.call(checkinEvents, { query: { activityId: event.id } }, { token: stranger.token })
  expect(seen.body.flatMap(({ personsinAttendance }) => personsinAttendance)).toEqual([])
})
