import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/checkin/classes.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { checkIn, checkOut, lookAtCollection } from '#contract/checkin/station.ts'
import { readHome } from '#contract/checkin/registration.ts'
import { familyRoles } from '#contract/people/families.ts'
import { addColleague, type Colleague } from '../../../test-kit/add-colleague.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { buildEvent } from '../../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let teacher: Colleague
let event: EventRow
let family: Family
let code: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 10 })
  teacher = await addColleague(app, church, { roles: ['Teacher'], firstName: 'Yẹmí', lastName: 'Ojo' })
  event = await buildEvent(app, church, {
    startsIn: -0.5,
    classes: [{ name: 'Toddlers', ratio: 2 }, { name: 'Juniors' }],
  })
  family = await buildFamily(app, church, { children: [{ firstName: 'Ada' }, { firstName: 'Tobi' }] })
  code = await arrive(family, family.childIds)
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const as = (token = teacher.token) => ({ token })
const classId = (index = 0): string => event.classes[index]?.id ?? ''
async function arrive({ familyId }: Family, ids: string[]): Promise<string> {
  const children = ids.map((personId) => ({ personId, classId: classId() }))
  const body = { eventId: event.id, familyId, children }
  return (await app.call(checkIn, { body }, as(church.admin.token))).body.code
}
const read = async (id = classId()) => (await app.call(calls.readRoster, { params: { id } }, as())).body
const page = (personId = family.childIds[0] ?? '', id = classId()) =>
  app.call(calls.pageParent, { params: { id }, body: { personId } }, as())

test('a class shows its children with what has to be known of them, and who looks after them', async () => {
  const [ada = ''] = family.childIds
  await app.look(
    `insert into care_note (tenant_id, person_id, kind, name, instruction, added_at)
     values ($1, $2, 'allergy', 'Peanuts', 'Pen in her bag', now())`,
    [church.tenantId, ada],
  )
  const roster = await read()
  expect(roster).toMatchObject({ className: 'Toddlers', event: { id: event.id }, ratio: 2, adults: 0 })
  expect(roster.children).toMatchObject([
    {
      firstName: 'Ada',
      care: [{ kind: 'allergy', name: 'Peanuts', instruction: 'Pen in her bag' }],
      state: 'checked_in',
      guardians: [{ name: 'Bisi Ade', phone: family.phone }],
      seen: null,
      call: null,
    },
    { firstName: 'Tobi', care: [], state: 'checked_in' },
  ])
  expect((await read(classId(1))).children).toEqual([])
})

test('the light follows adults and children', async () => {
  const adults = async (count: number) =>
    (await app.call(calls.countAdults, { params: { id: classId() }, body: { adults: count } }, as())).body.light
  expect((await read()).light).toBe('short')
  expect(await adults(1)).toBe('edge')
  expect(await adults(2)).toBe('enough')
  expect((await read(classId(1))).light).toBe('free')
  const leaving = { eventId: event.id, code, childIds: family.childIds, collectorId: family.parentId }
  await app.call(checkOut, { body: leaving }, as(church.admin.token))
  expect(await adults(0)).toBe('enough')
})

test('a teacher ticks that the notes were read, and takes it back', async () => {
  const [personId = ''] = family.childIds
  const tick = (seen: boolean, who = personId) =>
    app.call(calls.markSeen, { params: { id: classId() }, body: { personId: who, seen } }, as())
  expect((await tick(true)).body.children[0]?.seen).toMatchObject({ by: 'Yẹmí Ojo' })
  expect((await tick(false)).body.children[0]?.seen).toBeNull()
  expect((await tick(true, UNKNOWN)).body.code).toBe('not_found')
  expect((await tick(true, family.parentId)).body.code).toBe('not_found')
})

test('a class sees that somebody has come, and who went home', async () => {
  await app.call(lookAtCollection, { body: { eventId: event.id, code } }, as(church.admin.token))
  const [first] = (await read()).children
  expect(first?.collectorAt).not.toBeNull()
  const leaving = { eventId: event.id, code, childIds: family.childIds, collectorId: family.parentId }
  await app.call(checkOut, { body: leaving }, as(church.admin.token))
  expect((await read()).children.map(({ state }) => state)).toEqual(['checked_out', 'checked_out'])
})

test('a parent is asked to come by SMS, without the name of the child, at most once a minute', async () => {
  const { status, body } = await page()
  expect([status, body.children[0]?.call?.sms]).toEqual([200, 'sent'])
  expect((await page()).status).toBe(429)
  const [sms] = await app.look('select message, purpose from campaign where tenant_id = $1', [church.tenantId])
  expect(sms).toEqual({ message: 'Grace Chapel: please come to the class Toddlers.', purpose: 'notice' })
  app.clock.advance(61_000)
  expect((await page()).status).toBe(200)
  const entries = await app.look(`select person_id from custody_entry where tenant_id = $1 and act = 'parent_called'`, [
    church.tenantId,
  ])
  expect(entries.map(({ person_id: id }) => id)).toEqual([family.childIds[0], family.childIds[0]])
  const { body: home } = await app.call(readHome, {}, as(family.token))
  expect(home.calls[0]).toMatchObject({ firstName: 'Ada', className: 'Toddlers' })
})

test('two teachers who press at the same moment send one SMS', async () => {
  const replies = await Promise.all([page(), page(), page()])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
})

test('says why no SMS went, and calls at the portal all the same', async () => {
  const poor = await buildFamily(app, church, { parent: { phone: null }, children: [{ firstName: 'Sade' }] })
  await arrive(poor, poor.childIds)
  const callOf = async (personId: string) =>
    (await page(personId)).body.children.find((child) => child.personId === personId)?.call?.sms
  expect(await callOf(poor.childIds[0] ?? '')).toBe('no_phone')
  await app.look(`delete from sender_id where tenant_id = $1`, [church.tenantId])
  expect(await callOf(family.childIds[0] ?? '')).toBe('no_sender')
  expect((await page(UNKNOWN)).body.code).toBe('not_found')
})

test('works while the church is behind with its subscription', async () => {
  await app.look(`update subscription set expires_on = '2020-01-01' where tenant_id = $1`, [church.tenantId])
  expect([(await page()).status, (await app.call(calls.listClasses, {}, as())).status]).toEqual([200, 200])
})

test('the classes of today are there to choose from, with their numbers', async () => {
  await buildEvent(app, church, { startsIn: 100, name: 'Another day' })
  const { body } = await app.call(calls.listClasses, {}, as())
  expect(body.map(({ name, registered, checkedIn, isToday }) => [name, registered, checkedIn, isToday])).toEqual([
    ['Toddlers', 2, 2, true],
    ['Juniors', 0, 0, true],
  ])
})

test('a class of another church is none', async () => {
  const theirs = await app.buildChurch()
  const other = await buildEvent(app, theirs, { startsIn: -0.5 })
  for (const id of [other.classes[0]?.id ?? '', UNKNOWN])
    expect((await app.call(calls.readRoster, { params: { id } }, as())).body.code).toBe('not_found')
  const desk = await addColleague(app, church, { roles: ['Reports'] })
  expect((await app.call(calls.readRoster, { params: { id: classId() } }, as(desk.token))).body.code).toBe(
    'not_allowed',
  )
})

test('guardians may be called too: who registered first, parents next', async () => {
  const made = await buildFamily(app, church, {
    role: familyRoles.guardian,
    children: [{ firstName: 'Kemi' }],
    others: [{ firstName: 'Papa', phone: '+2348030000001', role: familyRoles.father }],
  })
  await arrive(made, made.childIds)
  const [kemi] = (await read()).children.filter(({ firstName }) => firstName === 'Kemi')
  expect(kemi?.guardians.map(({ name }) => name)).toEqual(['Papa Ade', 'Bisi Ade'])
})

test('who is barred from a child is neither shown nor asked to come', async () => {
  await app.look(
    `insert into guardian_grant (tenant_id, family_id, person_id, child_id, kind, added_by, added_at)
     values ($1, $2, $3, $4, 'not_authorised', 'staff', now())`,
    [church.tenantId, family.familyId, family.parentId, family.childIds[0]],
  )
  const { body } = await page()
  expect(body.children.map(({ guardians, call }) => [guardians.length, call?.sms])).toEqual([
    [0, 'no_phone'],
    [1, undefined],
  ])
})
