import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { markSeen, readRoster } from '#contract/checkin/classes.ts'
import { cancelEvent, type EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/station.ts'
import * as walkIns from '#contract/checkin/walk-in.ts'
import { login } from '#contract/identity/session.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { openDevice } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let desk: Colleague
let event: EventRow
let family: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  desk = await addColleague(app, church, { roles: ['CheckIn'] })
  event = await buildEvent(app, church, { startsIn: -0.5, classes: [{ name: 'Toddlers' }, { name: 'Juniors' }] })
  family = await buildFamily(app, church, { children: [{ firstName: 'Ada' }, { firstName: 'Tobi' }] })
})

const classAt = (index: number): string => event.classes[index]?.id ?? ''
const child = (index: number): string => family.childIds[index] ?? ''
const checkIn = (index: number, { into = 0, headers = {} } = {}) => {
  const children = [{ personId: child(index), classId: classAt(into) }]
  const body = { eventId: event.id, familyId: family.familyId, children }
  return app.call(calls.checkIn, { body }, { token: desk.token, headers })
}
const checkOut = (code: string, childIds: string[]) => {
  const body = { eventId: event.id, code, childIds, collectorId: family.parentId }
  return app.call(calls.checkOut, { body }, { token: desk.token })
}
const custody = async () =>
  (await app.look('select act from custody_entry where tenant_id = $1 order by number', [church.tenantId])).map(
    ({ act }) => act,
  )
const rosterOf = async (index: number) => {
  const { body } = await app.call(readRoster, { params: { id: classAt(index) } }, { token: church.admin.token })
  return body.children
}
const tick = (index: number, personId: string) => {
  const call = { params: { id: classAt(index) }, body: { personId, seen: true } }
  return app.call(markSeen, call, { token: church.admin.token })
}

test('a child who went home and comes back is in anew, in another class too, and goes home again', async () => {
  const { body } = await checkIn(0)
  await tick(0, child(0))
  await checkOut(body.code, [child(0)])
  app.clock.advance(60_000)
  expect((await checkIn(0, { into: 1 })).body).toMatchObject({ code: body.code, children: [{ className: 'Juniors' }] })
  expect((await rosterOf(1))[0]).toMatchObject({ state: 'checked_in', seen: null, collectorAt: null })
  expect(await rosterOf(0)).toEqual([])
  await checkIn(0, { into: 1 })
  expect((await checkOut(body.code, [child(0)])).status).toBe(200)
  expect(await custody()).toEqual(['checked_in', 'checked_out', 'checked_in', 'checked_out'])
})

test('the same press again brings nobody back, and is remembered without a name or a code', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await checkIn(0, { headers })
  await checkOut(first.body.code, [child(0)])
  expect((await checkIn(0, { headers })).body).toEqual(first.body)
  expect((await rosterOf(0))[0]?.state).toBe('checked_out')
  const [kept] = await app.look('select response::text as kept from idempotency_key where tenant_id = $1', [
    church.tenantId,
  ])
  expect(kept?.['kept']).toContain(child(0))
  expect(kept?.['kept']).not.toMatch(new RegExp(`Ada|Ade|${first.body.code}`))
})

test('a locked station gives no code of children who are in class already', async () => {
  await checkIn(0)
  await app.call(calls.lockStation, {}, { token: desk.token })
  const again = await checkIn(0)
  expect([again.status, again.body.code]).toEqual([409, 'in_class'])
  expect((await checkIn(1)).status).toBe(200)
})

test('who guesses at a locked station does not shut the way out', async () => {
  const { body } = await checkIn(0)
  const { body: other } = await app.call(login, { body: { userName: desk.email, password: PASSWORD } })
  await app.call(calls.lockStation, {}, { token: desk.token })
  const find = () =>
    app.call(calls.findFamilies, { body: { eventId: event.id, code: 'XXXXXX' } }, { token: desk.token })
  for (let tried = 0; tried < 30; tried += 1) await find()
  expect((await find()).status).toBe(429)
  const gone = { eventId: event.id, code: body.code, childIds: [child(0)], collectorId: family.parentId }
  expect((await app.call(calls.checkOut, { body: gone }, { token: other.token })).status).toBe(200)
})

test('nobody comes in to an event that was cancelled', async () => {
  const { body } = await checkIn(0)
  await checkOut(body.code, [child(0)])
  const cancel = { params: { id: event.id }, body: { scope: 'this' as const } }
  const cancelled = await app.call(cancelEvent, cancel, { token: church.admin.token })
  expect(cancelled.status).toBe(200)
  for (const index of [0, 1]) expect((await checkIn(index)).body.code).toBe('not_today')
})

test('another class, or another note, is to be read anew', async () => {
  await checkIn(0)
  await tick(0, child(0))
  const move = { eventId: event.id, personId: child(0), classId: classAt(1) }
  await app.call(calls.moveChild, { body: move }, { token: desk.token })
  expect((await rosterOf(1))[0]?.seen).toBeNull()
  await tick(1, child(0))
  const care = [{ kind: 'allergy' as const, name: 'Peanuts', instruction: '' }]
  const unknown = { birthDay: null, birthMonth: null, birthYear: null, gender: null }
  const complete = () => {
    const body = { familyId: family.familyId, children: [{ ...unknown, personId: child(0), care }] }
    return app.call(walkIns.completeFamily, { body }, { token: desk.token })
  }
  await complete()
  expect((await rosterOf(1))[0]).toMatchObject({ seen: null, care: [{ name: 'Peanuts' }] })
  await tick(1, child(0))
  care[0] = { kind: 'allergy', name: 'PEANUTS', instruction: '' }
  await complete()
  expect((await rosterOf(1))[0]).toMatchObject({ seen: { by: expect.any(String) }, care: [{ name: 'Peanuts' }] })
})

test('with a network no place comes from what a station holds', async () => {
  const { stationId } = await openDevice(app, church)
  await app.look('update event_class set capacity = 1, leased = 1 where id = $1', [classAt(0)])
  await app.look('insert into station_lease (tenant_id, station_id, class_id, places) values ($1, $2, $3, 1)', [
    church.tenantId,
    stationId,
    classAt(0),
  ])
  const children = [{ personId: child(0), classId: classAt(0) }]
  const body = { eventId: event.id, familyId: family.familyId, children, stationId }
  expect((await app.call(calls.checkIn, { body }, { token: desk.token })).body.code).toBe('class_full')
})
