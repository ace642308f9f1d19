import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/checkin/offline.ts'
import { editEvent, type EventRow } from '#contract/checkin/events.ts'
import { verifyCustody } from '#contract/checkin/custody.ts'
import { register } from '#contract/checkin/registration.ts'
import { lockStation } from '#contract/checkin/station.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId, localIn } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { said, walkInAct, openDevice, type StationDevice } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let family: Family
let event: EventRow
let station: StationDevice
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
      { name: 'Nursery', capacity: 9 },
      { name: 'Toddlers', capacity: 40 },
      { name: 'Teens', capacity: null },
    ],
  })
  station = await openDevice(app, church)
})

const as = () => ({ token: church.admin.token })
const firstPack = async (device = station) => (await device.pack(event.id)).body
const registered = (who = family, name = 'Toddlers') =>
  app.call(
    register,
    {
      params: { id: event.id },
      body: { children: [{ personId: who.childIds[0] ?? '', classId: classId(event, name) }] },
    },
    { token: who.token },
  )
const places = ({ leases }: calls.StationPack) => leases.map((lease) => lease.places)
const checkIn = (code: string, name = 'Toddlers', leased = true): calls.StationAct => ({
  kind: 'check_in',
  eventId: event.id,
  familyId: family.familyId,
  code,
  children: [{ personId: family.childIds[0] ?? '', classId: classId(event, name), leased }],
})
const counted = () =>
  app.look('select name, taken, leased from event_class where event_id = $1 order by position', [event.id])

test('a pack holds the day: classes, a share of the places, codes, and the families that are registered', async () => {
  const { body: pass } = await registered()
  const stranger = await buildFamily(app, church)
  const { body: pack } = await station.pack(event.id)
  expect(pack).toMatchObject({
    stationId: station.stationId,
    event: { id: event.id, timeZone: 'Africa/Lagos', churchName: 'Grace Chapel' },
    applied: 0,
    renewal: 1,
  })
  expect(pack.classes.map(({ name, taken }) => [name, taken])).toEqual([
    ['Nursery', 0],
    ['Toddlers', 1],
    ['Teens', 0],
  ])
  expect(places(pack)).toEqual([4, 19, null])
  expect(new Set(pack.codes).size).toBe(calls.CODE_BLOCK)
  const [packed] = pack.families
  expect(pack.families).toHaveLength(1)
  expect(packed).toMatchObject({ codes: [pass.code], phones: [family.phone], family: { familyId: family.familyId } })
  expect(packed?.family.children.map(({ firstName, state }) => [firstName, state]).toSorted()).toEqual([
    ['Ife', 'none'],
    ['Tobi', 'registered'],
  ])
  expect(packed?.collectors.map(({ personId, verdicts }) => [personId, verdicts])).toEqual([
    [family.parentId, ['allowed', 'allowed']],
  ])
  expect(JSON.stringify(pack)).not.toContain(stranger.familyId)
})

test('what was done after the subscription ran out is refused, but for the way home', async () => {
  const [code = '', other = ''] = (await firstPack()).codes
  expect((await station.sync([station.sign(1, checkIn(code))])).body.outcomes[0]?.outcome).toBe('done')
  await app.look(`update subscription set expires_on = '2020-01-01' where tenant_id = $1`, [church.tenantId])
  const walkIn = walkInAct({ eventId: event.id, classId: classId(event, 'Toddlers'), code: other })
  const home = { eventId: event.id, code, childIds: family.childIds.slice(0, 1), collectorId: family.parentId }
  const acts: calls.StationAct[] = [checkIn(code), walkIn, { kind: 'check_out', ...home }]
  const { body } = await station.sync(acts.map((act, place) => station.sign(place + 2, act)))
  expect(said(body.outcomes)).toEqual(['subscription_expired', 'subscription_expired', 'done'])
  const pack = await firstPack()
  expect([pack.codes, places(pack)]).toEqual([[], [0, 0, 0]])
})

test('every station has its share, and one is left for those with a network', async () => {
  const other = await openDevice(app, church, 'Back door')
  const shares = [places(await firstPack())[0], places(await firstPack(other))[0]]
  expect(shares).toEqual([3, 2])
  expect((await counted())[0]).toMatchObject({ taken: 0, leased: 5 })
})

test('a class that a station holds places of says so, and goes once the station was not heard of for half a day', async () => {
  await firstPack()
  const remove = async () =>
    app.call(
      editEvent,
      {
        params: { id: event.id },
        body: {
          name: event.name,
          place: '',
          startsAt: localIn(app, 1),
          endsAt: localIn(app, 3),
          opensAt: null,
          closesAt: null,
          classes: event.classes.filter(({ name }) => name !== 'Nursery'),
          scope: 'this',
          version: 1,
        },
      },
      as(),
    )
  const held = { [classId(event, 'Nursery')]: '4' }
  expect((await remove()).body).toMatchObject({
    code: 'places_taken',
    fields: held,
    message: expect.stringContaining('A station holds'),
  })
  await app.look(`update station set seen_at = seen_at - interval '13 hours' where tenant_id = $1`, [church.tenantId])
  expect((await remove()).status).toBe(200)
  expect((await counted())[0]).toMatchObject({ leased: 0 })
})

test('an answer that was lost takes no place from the station; what it does without goes back', async () => {
  const pack = await firstPack()
  const again = (await station.pack(event.id)).body
  expect([places(again)[0], again.codes]).toEqual([4, pack.codes])
  const [, { body: late }] = [
    await station.pack(event.id, { renewal: again.renewal, applied: 0, leases: [] }),
    await station.pack(event.id, { renewal: again.renewal, applied: 0, leases: [] }),
  ]
  // The second was said of a pack that is not the last any more.
  expect(late.renewal).toBe(4)
  for (let place = 0; place < 5; place += 1) await registered(await buildFamily(app, church), 'Nursery')
  expect((await counted())[0]).toMatchObject({ taken: 5, leased: 4 })
  // A request that was on its way all the while: nothing of what the station counts on since goes back.
  await station.pack(event.id, { renewal: again.renewal, applied: 0, leases: [] })
  expect((await counted())[0]).toMatchObject({ taken: 5, leased: 4 })
  const { body: less } = await station.pack(event.id)
  expect(places(less)[0]).toBe(2)
  expect((await counted())[0]).toMatchObject({ taken: 5, leased: 4 })
  await station.pack(event.id, {
    renewal: less.renewal,
    applied: 0,
    leases: [{ classId: classId(event, 'Nursery'), places: 2 }],
  })
  expect((await counted())[0]).toMatchObject({ taken: 5, leased: 2 })
})

test('a place of a station is kept for it while the portal says that the class is full', async () => {
  const { codes } = await firstPack()
  for (let place = 0; place < 5; place += 1) await registered(await buildFamily(app, church), 'Nursery')
  expect((await registered(await buildFamily(app, church), 'Nursery')).body.code).toBe('class_full')
  const { body } = await station.sync([station.sign(1, checkIn(codes[0] ?? '', 'Nursery'))])
  expect(body.outcomes.map(({ outcome, labels }) => [outcome, labels?.code])).toEqual([['done', codes[0]]])
  expect((await counted())[0]).toMatchObject({ taken: 6, leased: 3 })
})

test('takes an act only as the station signed it, for itself', async () => {
  const { codes } = await firstPack()
  const other = await openDevice(app, church, 'Back door')
  const right = station.sign(1, checkIn(codes[0] ?? ''))
  for (const forged of [
    { ...right, signature: 'AAAA' },
    { ...right, signature: '' },
    { ...right, body: right.body.replace('Toddlers', 'Nursery').replace(codes[0] ?? '', codes[1] ?? '') },
    { ...right, number: 2 },
    { ...right, doneAt: '2026-01-01T10:00:00.000Z' },
    other.sign(1, checkIn(codes[0] ?? '')),
    station.sign(1, checkIn(codes[0] ?? ''), { as: other.stationId }),
  ]) {
    const { status, body } = await station.sync([forged])
    expect([status, body.code]).toEqual([401, 'bad_signature'])
  }
  const { body } = await station.sync([right, { ...station.sign(2, checkIn(codes[0] ?? '')), signature: 'AAAA' }])
  expect(body.code).toBe('bad_signature')
  expect(await app.look('select from station_act where station_id = $1', [station.stationId])).toEqual([])
})

test('nothing is taken behind a gap, and the same again is answered and done once', async () => {
  const { codes } = await firstPack()
  const acts = [1, 2, 3].map((number) => station.sign(number, checkIn(codes[0] ?? '')))
  const gap = await station.sync(acts.slice(1))
  expect(gap.body).toMatchObject({ applied: 0, outcomes: [] })
  const first = await station.sync(acts.slice(0, 1))
  expect(first.body).toMatchObject({ applied: 1, outcomes: [{ number: 1, outcome: 'done' }] })
  const all = await station.sync(acts.toReversed())
  expect(all.body.applied).toBe(3)
  expect(all.body.outcomes.map(({ number, outcome }) => [number, outcome])).toEqual([
    [1, 'done'],
    [2, 'done'],
    [3, 'done'],
  ])
  expect(all.body.outcomes[0]).toEqual(first.body.outcomes[0])
  expect((await counted())[1]).toMatchObject({ taken: 1, leased: 19 })
  const log = await app.look(`select act from custody_entry where event_id = $1 order by number`, [event.id])
  expect(log.map(({ act }) => act)).toEqual(['checked_in', 'taken_over', 'taken_over', 'taken_over'])
  expect((await app.call(verifyCustody, {}, as())).body).toMatchObject({ intact: true })
})

test('a code of one station’s block is not another station’s to give away', async () => {
  const { codes } = await firstPack()
  const other = await openDevice(app, church, 'Back')
  await firstPack(other)
  const refused = [{ outcome: 'refused', reason: 'invalid_input' }]
  expect((await other.sync([other.sign(1, checkIn(codes[0] ?? ''))])).body.outcomes).toMatchObject(refused)
  // Of a family that has a code already, it would be a second one.
  await registered()
  expect((await other.sync([other.sign(2, checkIn(codes[0] ?? ''))])).body.outcomes).toMatchObject(refused)
  const leadsTo = 'select registration_id from day_code where station_id = $1 and code = $2'
  expect(await app.look(leadsTo, [station.stationId, codes[0]])).toEqual([{ registration_id: null }])
})

test('what cannot be read or is of no event is refused and stops nothing', async () => {
  const { codes } = await firstPack()
  const nowhere = { ...checkIn(codes[0] ?? ''), eventId: family.familyId }
  const bodies = [
    '',
    'null',
    '{"kind":"check_in"}',
    JSON.stringify({ ...checkIn('x'), code: '\0' }),
    // As deep as no body may be, in what nobody reads; and what is deep enough to fill a stack.
    JSON.stringify({ ...checkIn(codes[1] ?? ''), more: JSON.parse('['.repeat(20) + ']'.repeat(20)) }),
    `${'['.repeat(9_999)}${']'.repeat(9_999)}`,
    nowhere,
    checkIn('FOREIGN'),
  ]
  const { body } = await station.sync(
    [...bodies, checkIn(codes[0] ?? '')].map((act, index) => station.sign(index + 1, act)),
  )
  expect(body.outcomes.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ...Array.from({ length: 6 }, () => ['refused', 'invalid_input']),
    ['refused', 'not_found'],
    ['refused', 'invalid_input'],
    ['done', null],
  ])
})

test('neither another church nor somebody without the desk comes near a station', async () => {
  const others = await app.buildChurch()
  const teacher = await addColleague(app, church, { roles: ['Teacher'] })
  expect((await station.pack(event.id, null, { as: others.admin.token })).body.code).toBe('not_found')
  expect((await station.sync([], others.admin.token)).body.code).toBe('not_found')
  expect((await station.sync([], teacher.token)).body.code).toBe('not_allowed')
})

test('a station that was locked into self-service is given no pack: it holds what the class has to know', async () => {
  const desk = await addColleague(app, church, { roles: ['CheckIn'] })
  const asked = () => station.pack(event.id, null, { as: desk.token })
  expect((await asked()).status).toBe(200)
  await app.call(lockStation, {}, { token: desk.token })
  expect((await asked()).body.code).toBe('not_allowed')
  expect((await station.sync([], desk.token)).body.code).toBe('not_allowed')
})

test('a pack is of today only', async () => {
  const later = await buildEvent(app, church, { startsIn: 48 })
  expect((await station.pack(later.id)).body.code).toBe('not_today')
})
