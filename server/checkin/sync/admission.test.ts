import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listCustody } from '#contract/checkin/custody.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { CODE_BLOCK, fetchPack, type StationAct } from '#contract/checkin/offline.ts'
import { checkIn } from '#contract/checkin/station.ts'
import * as stations from '#contract/checkin/stations.ts'
import { readSession } from '#contract/identity/session.ts'
import { removeStaff } from '#contract/identity/staff.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { said, askForStation, openDevice, type StationDevice } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sealAct } from '#web/checkin/offline/keys.ts'
import { systemActor } from '../../platform/http/index.ts'
import { endOfPack } from './fetch-pack.ts'
import { takeAct } from './take-act.ts'

let app: TestApp
let church: Church
let leader: Colleague
let volunteer: Colleague
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
  leader = await addColleague(app, church, { roles: ['CheckInLead'], firstName: 'Ada', lastName: 'Obi' })
  volunteer = await addColleague(app, church, { roles: ['CheckIn'], firstName: 'Uche', lastName: 'Eze' })
  family = await buildFamily(app, church)
  event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 9 }] })
})

type Someone = { token: string }
const admit = ({ stationId: id }: StationDevice, name: string, { token }: Someone = leader) =>
  app.call(stations.admitStation, { params: { id }, body: { name } }, { token })
const rename = ({ stationId: id }: StationDevice, name: string, { token }: Someone = leader) =>
  app.call(stations.renameStation, { params: { id }, body: { name } }, { token })
const shutOut = ({ stationId: id }: StationDevice, { token }: Someone = leader) =>
  app.call(stations.revokeStation, { params: { id } }, { token })
const listed = async () => (await app.call(stations.listStations, {}, { token: leader.token })).body
const own = async ({ stationId: id }: StationDevice, { token }: Someone = volunteer) =>
  (await app.call(stations.readStation, { params: { id } }, { token })).body
const coming = (code: string): StationAct => ({
  kind: 'check_in',
  eventId: event.id,
  familyId: family.familyId,
  code,
  children: [{ personId: family.childIds[0] ?? '', classId: classId(event, 'Nursery'), leased: true }],
})
const held = () =>
  app.look(
    `select (select count(*)::integer from station_lease where tenant_id = $1) as leases,
       (select count(*)::integer from day_code where tenant_id = $1 and station_id is not null) as codes,
       (select count(*)::integer from station_act where tenant_id = $1) as acts`,
    [church.tenantId],
  )

test('a device with a key of its own is given nothing until a leader admits it', async () => {
  const device = await askForStation(app, volunteer.token)
  const acting = () => device.sync([device.sign(1, coming('346789'))])
  expect((await device.pack(event.id)).body.code).toBe('station_waiting')
  expect((await acting()).body.code).toBe('station_waiting')
  for (const tries of [admit(device, 'Mine', volunteer), shutOut(device, volunteer), rename(device, 'Mine', volunteer)])
    expect((await tries).body.code).toBe('not_allowed')
  const children = [{ personId: family.childIds[0] ?? '', classId: classId(event, 'Nursery') }]
  const body = { eventId: event.id, familyId: family.familyId, children }
  const named = await app.call(checkIn, { body: { ...body, stationId: device.stationId } }, { token: volunteer.token })
  // What it calls itself counts for nothing: it takes no place that a station holds.
  expect(named.status).toBe(200)
  expect(await held()).toEqual([{ leases: 0, codes: 0, acts: 0 }])
  // With a network it is an ordinary screen.
  expect((await app.call(checkIn, { body }, { token: volunteer.token })).status).toBe(200)
  expect((await admit(device, 'Front door')).status).toBe(200)
  expect((await device.pack(event.id)).body).toMatchObject({ stationName: 'Front door', renewal: 1 })
})

test('leaders see who waits, since when, on what, and the code that its screen shows', async () => {
  await openDevice(app, church, 'Back door')
  const device = await askForStation(app, volunteer.token)
  expect(device.code).toMatch(/^\d{4}$/)
  expect(await own(device)).toMatchObject({ state: 'waiting', code: device.code, name: null })
  expect((await listed()).map(({ state, code, name, askedBy }) => [state, code, name, askedBy])).toEqual([
    ['waiting', device.code, null, 'Uche Eze'],
    ['admitted', expect.any(String), 'Back door', expect.any(String)],
  ])
  await admit(device, ' Front  door ')
  expect(await own(device)).toMatchObject({ state: 'admitted', name: 'Front door' })
  expect(
    await app.look(
      `select act, details ->> 'name' as name from audit_entry where tenant_id = $1 and act like 'station.%' order by id`,
      [church.tenantId],
    ),
  ).toEqual([
    { act: 'station.opened', name: null },
    { act: 'station.admitted', name: 'Back door' },
    { act: 'station.opened', name: null },
    { act: 'station.admitted', name: 'Front door' },
  ])
})

test('a name is one station’s, whatever the case and however many are given at once; a shut-out one frees it', async () => {
  const devices = await Promise.all([1, 2, 3].map(() => askForStation(app, volunteer.token)))
  const names = ['Front door', 'front DOOR', 'Front door']
  const replies = await Promise.all(devices.map((device, place) => admit(device, names[place] ?? '')))
  expect(replies.map(({ status, body }) => (status === 200 ? status : body.code)).toSorted()).toEqual([
    200,
    'name_taken',
    'name_taken',
  ])
  const [first] = devices.filter((_, place) => replies[place]?.status === 200)
  const [second] = devices.filter((_, place) => replies[place]?.status !== 200)
  if (!first || !second) throw new Error('Nobody has the name.')
  expect((await admit(second, 'Side door')).status).toBe(200)
  expect((await rename(second, 'FRONT DOOR')).body.code).toBe('name_taken')
  expect((await rename(second, 'side door')).body).toMatchObject({ name: 'side door' })
  await shutOut(first)
  expect((await rename(second, 'Front door')).body).toMatchObject({ name: 'Front door' })
  expect((await admit(first, 'Front door')).body.code).toBe('name_taken')
})

test('of two leaders at once one admits; the same again is the same answer', async () => {
  const device = await askForStation(app, volunteer.token)
  const replies = await Promise.all([admit(device, 'Front'), admit(device, 'Back', church.admin)])
  expect(replies.map(({ status, body }) => (status === 200 ? status : body.code)).toSorted()).toEqual([
    200,
    'already_decided',
  ])
  const name = (await own(device)).name ?? ''
  expect((await admit(device, name)).status).toBe(200)
  const acts = await app.look(`select act from audit_entry where tenant_id = $1 and act = 'station.admitted'`, [
    church.tenantId,
  ])
  expect(acts).toHaveLength(1)
})

test('the leaders of another church see nothing of a station and admit none', async () => {
  const device = await askForStation(app, volunteer.token)
  const { admin } = await app.buildChurch()
  expect((await app.call(stations.listStations, {}, { token: admin.token })).body).toEqual([])
  for (const asked of [admit(device, 'Ours', admin), rename(device, 'Ours', admin), shutOut(device, admin)])
    expect((await asked).body.code).toBe('not_found')
  expect(
    (await app.call(stations.readStation, { params: { id: device.stationId } }, { token: admin.token })).status,
  ).toBe(404)
  expect((await own(device)).state).toBe('waiting')
})

test('who knows a station’s id without its key is given no pack, and an answer that was asked for once is given once', async () => {
  const device = await openDevice(app, church)
  const other = await askForStation(app, volunteer.token)
  const body = { eventId: event.id, holding: null }
  for (const signature of ['', 'AAAA', other.sign(1, coming('')).signature]) {
    const proof = { renewal: 0, applied: 0, signature }
    const asked = { params: { id: device.stationId }, body: { ...body, proof } }
    expect((await app.call(fetchPack, asked, { token: volunteer.token })).body.code).toBe('bad_signature')
  }
  expect((await device.pack(event.id, null, { as: volunteer.token })).body.codes).toHaveLength(CODE_BLOCK)
  const again = await device.pack(event.id, null, { counts: { renewal: 0, applied: 0 } })
  expect(again.body).toMatchObject({ code: 'changed_meanwhile', fields: { renewal: '1', applied: '0' } })
})

test('five of one account wait at most, and they crowd nobody else out', async () => {
  const mine = await askForStation(app, leader.token)
  const many = []
  for (let asked = 0; asked < 7; asked += 1) many.push(await askForStation(app, volunteer.token))
  const waiting = (await listed()).filter(({ state }) => state === 'waiting').map(({ id }) => id)
  expect(waiting).toHaveLength(6)
  expect(waiting).toContain(mine.stationId)
  expect(waiting).toContain(many.at(-1)?.stationId)
  expect(waiting).not.toContain(many[0]?.stationId)
})

test('what waits for somebody who left the staff waits no longer; what was admitted stays the church’s', async () => {
  const waiting = await askForStation(app, volunteer.token)
  const admitted = await askForStation(app, volunteer.token)
  await admit(admitted, 'Front door')
  await app.call(removeStaff, { params: { id: volunteer.accountId } }, { token: church.admin.token })
  expect((await listed()).map(({ id }) => id)).toEqual([admitted.stationId])
  expect((await admit(waiting, 'Side door')).body.code).toBe('not_found')
  expect((await admitted.pack(event.id)).body.code).toBe('not_signed_in')
  expect((await admitted.pack(event.id, null, { as: leader.token })).status).toBe(200)
})

test('a refused device goes on as an ordinary screen; its session does not end', async () => {
  const device = await askForStation(app, volunteer.token)
  expect((await shutOut(device)).status).toBe(200)
  expect((await device.pack(event.id)).body.code).toBe('station_revoked')
  expect((await own(device)).state).toBe('out')
})

test('shutting out frees the places and ends the session that was on it, no other', async () => {
  const device = await askForStation(app, leader.token)
  await admit(device, 'Front door')
  const { codes } = (await device.pack(event.id, null, { as: volunteer.token })).body
  expect([(await shutOut(device)).status, (await shutOut(device)).status]).toEqual([200, 200])
  expect((await held())[0]).toMatchObject({ leases: 0 })
  const signedIn = async ({ token }: Someone) => (await app.call(readSession, {}, { token })).status
  expect([await signedIn(volunteer), await signedIn(leader)]).toEqual([401, 200])
  const bring = () => device.sync([device.sign(1, coming(codes[0] ?? ''))])
  expect((await bring()).body.code).toBe('station_revoked')
  // Found again: what it did before arrives.
  expect((await admit(device, 'Front door')).status).toBe(200)
  expect(said((await bring()).body.outcomes)).toEqual(['done'])
})

test('one that is shut out between two of its acts brings no more of them', async () => {
  const device = await openDevice(app, church)
  await shutOut(device)
  const { tenantId } = church
  const { config, enqueue } = app.server.context
  const place = { tenantId, secretKey: config.secretKey, isoCode: 'NG', timeZone: 'Africa/Lagos', selfService: false }
  const custody = { kind: 'station', id: device.stationId } as const
  const desk = { ...place, actor: systemActor, custody, enqueue, at: app.clock.now() }
  const bringer = { desk, accountId: leader.accountId, stationId: device.stationId, lastDay: null, sentAt: null }
  const act = device.sign(1, coming('K7M4QX'))
  const taking = app.server.context.database.withTenant(tenantId, (tx) => takeAct(tx, bringer, act))
  await expect(taking).rejects.toMatchObject({ code: 'station_revoked' })
})

test('acts that only the server can read are taken as if they were readable; of another station or church they are not', async () => {
  const [device, other] = [await openDevice(app, church), await openDevice(app, church, 'Back door')]
  const { codes, sealingKey } = (await device.pack(event.id)).body
  const act = device.sign(1, coming(codes[0] ?? ''))
  const sealed = await sealAct(device.stationId, act, sealingKey)
  expect(sealed).not.toContain(family.familyId)
  const foreign = await app.buildChurch()
  const foreignKey = (await own(await askForStation(app, foreign.admin.token), foreign.admin)).sealingKey
  expect(foreignKey).not.toEqual(sealingKey)
  for (const wrong of [
    'AAAA',
    `${sealed.slice(0, -6)}AAAAAA`,
    await sealAct(other.stationId, act, sealingKey),
    await sealAct(device.stationId, act, foreignKey),
    await sealAct(device.stationId, { ...act, number: 2 }, sealingKey),
  ])
    expect((await device.sync([], volunteer.token, { sealed: [wrong] })).body.code).toBe('bad_signature')
  const { body } = await device.sync([], volunteer.token, { sealed: [sealed] })
  expect(said(body.outcomes)).toEqual(['done'])
  // Its answer was lost, and the device was opened meanwhile.
  expect((await device.sync([act])).body).toEqual(body)
})

test('the log names the station as the church calls it today', async () => {
  const device = await openDevice(app, church, 'Front door')
  const { codes } = (await device.pack(event.id)).body
  await device.sync([device.sign(1, coming(codes[0] ?? ''))])
  await rename(device, 'Main entrance')
  const { body } = await app.call(listCustody, { query: {} }, { token: leader.token })
  expect(new Set(body.items.map(({ stationName }) => stationName))).toEqual(new Set(['Main entrance']))
})

test('the PIN is of the church’s day: one for all who ask at once, for the pack too, another one tomorrow', async () => {
  const read = ({ token }: Someone) => app.call(stations.readStationPin, {}, { token })
  const asked = await Promise.all([read(volunteer), read(leader), read(church.admin), read(volunteer)])
  const pins = new Set(asked.map(({ body }) => body.pin))
  expect(pins.size).toBe(1)
  const [pin = ''] = pins
  expect(pin).toMatch(/^\d{6}$/)
  const device = await openDevice(app, church)
  expect((await device.pack(event.id)).body.pin).toBe(pin)
  const teacher = await addColleague(app, church, { roles: ['Teacher'] })
  expect((await read(teacher)).body.code).toBe('not_allowed')
  const renewing = ({ token }: Someone) => app.call(stations.renewStationPin, {}, { token })
  expect((await renewing(volunteer)).body.code).toBe('not_allowed')
  const { body: renewed } = await renewing(leader)
  expect((await device.pack(event.id)).body.pin).toBe(renewed.pin)
  const DAY_MS = 86_400_000
  app.clock.advance(DAY_MS)
  expect((await read(leader)).body).toMatchObject({ before: renewed.pin })
  app.clock.advance(-DAY_MS)
})

test('a pack is over at the church’s midnight; a service that goes on over it keeps it until its doors shut', () => {
  const end = (at: string, endsAt: string, timeZone = 'Africa/Lagos') =>
    endOfPack({ timeZone, at: new Date(at), endsAt: new Date(endsAt) }).toISOString()
  const midnight = '2026-11-22T23:00:00.000Z'
  expect(end('2026-11-22T08:00:00Z', '2026-11-22T11:00:00Z')).toBe(midnight)
  expect(end('2026-11-21T23:30:00Z', '2026-11-22T03:00:00Z')).toBe(midnight)
  // A vigil until five in the morning, and one of which nobody is left after eleven at night.
  expect(end('2026-11-22T20:00:00Z', '2026-11-23T04:00:00Z')).toBe('2026-11-23T07:00:00.000Z')
  expect(end('2026-11-22T18:00:00Z', '2026-11-22T20:30:00Z')).toBe('2026-11-22T23:30:00.000Z')
  // A camp of days has a new one every day.
  expect(end('2026-11-22T08:00:00Z', '2026-11-25T11:00:00Z')).toBe(midnight)
  expect(end('2026-11-01T04:30:00Z', '2026-11-01T16:00:00Z', 'America/New_York')).toBe('2026-11-02T05:00:00.000Z')
})
