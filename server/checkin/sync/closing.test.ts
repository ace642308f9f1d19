import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyCustody } from '#contract/checkin/custody.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { CODE_BLOCK, type StationAct, type StationPack } from '#contract/checkin/offline.ts'
import * as door from '#contract/checkin/station.ts'
import { listStations } from '#contract/checkin/stations.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { said, type Act, openDevice, type StationDevice } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { instantOf, wallTime } from '../../platform/runtime/index.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let church: Church
let family: Family
let event: EventRow
let station: StationDevice
let pack: StationPack
let next = 1
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
  event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 9 }] })
  station = await openDevice(app, church)
  pack = (await station.pack(event.id)).body
  next = 1
})

const as = () => ({ token: church.admin.token })
const pressed = (key: string) => ({ ...as(), headers: { 'idempotency-key': key } })
const placesOf = ({ leases }: StationPack) => leases.map(({ places }) => places)
const bring = async (...acts: StationAct[]): Promise<string[]> => {
  const signed = acts.map((act) => station.sign(next++, act))
  const { status, body } = await station.sync(signed)
  if (status !== 200) throw new Error(`${status} ${body.code}`)
  // The same again is the same answer.
  expect(said((await station.sync(signed)).body.outcomes)).toEqual(said(body.outcomes))
  return said(body.outcomes)
}
const held = async () => {
  const [row] = await app.look(
    `select (select coalesce(sum(places), 0)::integer from station_lease where station_id = $1) as places,
       (select count(*)::integer from day_code where station_id = $1 and registration_id is null) as codes`,
    [station.stationId],
  )
  return row
}
const close = (): StationAct => ({ kind: 'close', eventId: event.id })
const coming = () => ({
  eventId: event.id,
  familyId: family.familyId,
  children: [{ personId: family.childIds[0] ?? '', classId: classId(event, 'Nursery') }],
})
const checkIn = (press: string | null, code = pack.codes[0] ?? ''): Act<'check_in'> => {
  const { children, ...rest } = coming()
  return { kind: 'check_in', ...rest, code, press, children: children.map((child) => ({ ...child, leased: true })) }
}
const going = (code: string, collectorId = family.parentId) => ({
  eventId: event.id,
  code,
  childIds: family.childIds.slice(0, 1),
  collectorId,
})
const refuse = (collectorId: string, press: string | null = null): Act<'refuse'> => ({
  kind: 'refuse',
  ...going(pack.codes[0] ?? '', collectorId),
  reason: 'not_released',
  verdicts: { [family.childIds[0] ?? '']: 'no_grant' },
  press,
})
const refusals = () =>
  app.look(
    `select person_id, collector_id, actor_kind, details ->> 'reason' as reason,
       to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from custody_entry where event_id = $1 and act = 'release_refused' order by number`,
    [event.id],
  )
const standing = () =>
  app.look('select person_id, checked_in_at, checked_out_at from registration_child where event_id = $1', [event.id])

test('a closed station holds nothing, and what it did before is done', async () => {
  expect(await held()).toEqual({ places: 4, codes: CODE_BLOCK })
  expect(await bring(checkIn(null), close(), close())).toEqual(['done', 'done', 'done'])
  expect(await held()).toEqual({ places: 0, codes: 0 })
  expect(await app.look('select taken, leased from event_class where event_id = $1', [event.id])).toEqual([
    { taken: 1, leased: 0 },
  ])
})

test('a request from before the closing gives a station nothing; one that knows of it opens it again', async () => {
  const before = {
    renewal: pack.renewal,
    applied: 0,
    leases: pack.leases.map(({ classId: of }) => ({ classId: of, places: 4 })),
  }
  await bring(close())
  for (const holding of [before, null]) {
    const late = await station.pack(event.id, holding, { counts: pack })
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', fields: { renewal: '1', applied: '1' } })
  }
  expect(await held()).toEqual({ places: 0, codes: 0 })
  const { body: again } = await station.pack(event.id, { ...before, applied: 1, leases: [] })
  expect([again.codes.length, placesOf(again)]).toEqual([CODE_BLOCK, [4]])
})

test('the places of a closed station are given to whoever registers', async () => {
  const { body } = await station.pack(event.id, { renewal: 1, applied: 0, leases: [] })
  expect(placesOf(body)).toEqual([4])
  await bring(close())
  const many = await buildFamily(app, church, {
    children: Array.from({ length: 9 }, (_, n) => ({ firstName: `Ada ${n}` })),
  })
  const children = many.childIds.map((personId) => ({ personId, classId: classId(event, 'Nursery') }))
  const { status } = await app.call(
    door.checkIn,
    { body: { eventId: event.id, familyId: many.familyId, children } },
    pressed(randomUUID()),
  )
  expect(status).toBe(200)
})

test('a refusal comes to the custody log once, at the time of the station’s clock', async () => {
  const stranger = await buildFamily(app, church)
  await bring(checkIn(null))
  const doneAt = new Date(app.clock.now().getTime() - 60_000).toISOString()
  const signed = station.sign(next++, refuse(stranger.parentId), { doneAt })
  for (const again of [signed, signed]) expect(said((await station.sync([again])).body.outcomes)).toEqual(['done'])
  expect(await refusals()).toEqual([
    {
      person_id: family.childIds[0],
      collector_id: stranger.parentId,
      actor_kind: 'station',
      reason: 'no_grant',
      at: doneAt,
    },
  ])
  expect((await app.call(verifyCustody, {}, as())).body.intact).toBe(true)
})

test('a refusal that the server has heard before its answer was lost, or hears later, stands there once', async () => {
  const stranger = await buildFamily(app, church)
  await bring(checkIn(null))
  const [before, after] = [randomUUID(), randomUUID()]
  const ask = (key: string) =>
    app.call(door.checkOut, { body: going(pack.codes[0] ?? '', stranger.parentId) }, pressed(key))
  expect((await ask(before)).body.code).toBe('not_released')
  expect((await ask(before)).body.code).toBe('not_released')
  await bring(refuse(stranger.parentId, before), refuse(stranger.parentId, after))
  await ask(after)
  expect((await refusals()).map(({ actor_kind: by, reason }) => [by, reason])).toEqual([
    ['staff', 'no_grant'],
    ['station', 'no_grant'],
  ])
})

test('a refusal names nobody of another church, and of no event it is for the desk to settle', async () => {
  const others = await app.buildChurch()
  const theirs = await buildFamily(app, others)
  const elsewhere = await buildEvent(app, others)
  const foreign = { ...refuse(theirs.parentId), childIds: theirs.childIds, verdicts: {} }
  expect(await bring(foreign, { ...foreign, eventId: elsewhere.id })).toEqual(['done', 'not_found'])
  expect((await refusals()).map((row) => [row['person_id'], row['collector_id'], row['reason']])).toEqual([
    [null, null, 'not_released'],
  ])
})

test('a check-in that hung and was done without a network is not done again when it arrives', async () => {
  const press = randomUUID()
  await bring(checkIn(press))
  await app.call(door.checkOut, { body: going(pack.codes[0] ?? '') }, pressed(randomUUID()))
  const before = await standing()
  expect((await app.call(door.checkIn, { body: coming() }, pressed(press))).body.code).toBe('idempotency_key_reused')
  expect(await standing()).toEqual(before)
})

test('who came by a call whose answer was lost and went home since is not in again', async () => {
  const press = randomUUID()
  const { body: labels } = await app.call(door.checkIn, { body: coming() }, pressed(press))
  await app.call(door.checkOut, { body: going(labels.code) }, pressed(randomUUID()))
  const before = await standing()
  // Another one of the staff brings it.
  const colleague = await addColleague(app, church, { roles: ['CheckIn'] })
  const { body } = await station.sync([station.sign(1, checkIn(press))], colleague.token)
  expect(said(body.outcomes)).toEqual(['done'])
  expect(await standing()).toEqual(before)
})

test('a way home that hung lets nobody go who has come back since', async () => {
  const press = randomUUID()
  await bring(checkIn(null), { kind: 'check_out', ...going(pack.codes[0] ?? ''), press })
  await app.call(door.checkIn, { body: coming() }, pressed(randomUUID()))
  const before = await standing()
  expect(before[0]?.['checked_out_at']).toBeNull()
  const late = await app.call(door.checkOut, { body: going(pack.codes[0] ?? '') }, pressed(press))
  expect(late.body.code).toBe('idempotency_key_reused')
  expect(await standing()).toEqual(before)
})

test.each([
  ['began before midnight', 0.5],
  ['begins after it', 1.5],
])('a leader is told what a station holds for a service of this night that %s', async (_when, startsIn) => {
  const told = async () =>
    (await app.call(listStations, {}, as())).body.map(({ leasedPlaces, freeCodes }) => [leasedPlaces, freeCodes])
  const now = app.clock.now().getTime()
  const tomorrow = wallTime('Africa/Lagos', new Date(now + 24 * HOUR_MS)).slice(0, 10)
  app.clock.advance(Number(instantOf('Africa/Lagos', `${tomorrow}T23:00`)) - now)
  const night = await buildEvent(app, church, { startsIn, classes: [{ name: 'Nursery', capacity: 9 }] })
  expect(await told()).toEqual([[0, 0]])
  expect((await station.pack(night.id)).status).toBe(200)
  for (const holds of [
    [4, CODE_BLOCK],
    [4, CODE_BLOCK],
    [0, 0],
  ]) {
    expect(await told()).toEqual([holds])
    app.clock.advance(2 * HOUR_MS)
  }
})
