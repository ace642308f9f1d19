import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyCustody } from '#contract/checkin/custody.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import type { ActOutcome, StationAct, StationPack } from '#contract/checkin/offline.ts'
import { cancelChild, register } from '#contract/checkin/registration.ts'
import * as door from '#contract/checkin/station.ts'
import * as walkIns from '#contract/checkin/walk-in.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { said, walkInAct, type Act, openDevice, type StationDevice } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let family: Family
let event: EventRow
let station: StationDevice
let pack: StationPack
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
      { name: 'Nursery', capacity: 2 },
      { name: 'Toddlers', capacity: 40 },
    ],
  })
  station = await openDevice(app, church)
  pack = (await station.pack(event.id)).body
  next = 1
})

const as = () => ({ token: church.admin.token })
const child = (place: number, of = family) => of.childIds[place] ?? ''
const inClass = (name: string, leased = false) => ({ classId: classId(event, name), leased })
const registerAtPortal = (wanted: [number, string][], of = family) => {
  const body = {
    children: wanted.map(([place, name]) => ({ personId: child(place, of), classId: classId(event, name) })),
  }
  return app.call(register, { params: { id: event.id }, body }, { token: of.token })
}
const cancel = (place: number, of = family) =>
  app.call(cancelChild, { params: { id: event.id, personId: child(place, of) } }, { token: of.token })
const checkIn = (children: Act<'check_in'>['children'], code = pack.codes[0] ?? ''): Act<'check_in'> => ({
  kind: 'check_in',
  eventId: event.id,
  familyId: family.familyId,
  code,
  children,
})
const walkIn = (given: Partial<Act<'walk_in'>> = {}, firstNames?: string[]) =>
  walkInAct({ eventId: event.id, classId: classId(event, 'Toddlers'), code: pack.codes[1] ?? '' }, given, firstNames)
const checkOut = (code: string, childIds: string[], collectorId = family.parentId): StationAct => ({
  kind: 'check_out',
  eventId: event.id,
  code,
  childIds,
  collectorId,
})
let next = 1
const bring = async (acts: StationAct[], by = station, number = next): Promise<ActOutcome[]> => {
  if (by === station) next += acts.length
  const { status, body } = await by.sync(acts.map((act, place) => by.sign(number + place, act)))
  if (status !== 200) throw new Error(`${status} ${body.code}`)
  return body.outcomes
}
const children = () =>
  app.look(
    `select p.first_name as name, c.name as class, k.checked_in_at is not null as came, k.checked_out_at is not null as gone
     from registration_child k join person p on p.id = k.person_id join event_class c on c.id = k.class_id
     where k.event_id = $1 order by 1`,
    [event.id],
  )
const log = async () =>
  (await app.look('select act, details from custody_entry where event_id = $1 order by number', [event.id])).map(
    ({ act, details }) => [act, (details as Record<string, string>)['reason'] ?? null],
  )

test('a family comes in and goes home, and the log tells when', async () => {
  const doneAt = new Date(app.clock.now().getTime() - 30_000).toISOString()
  const code = pack.codes[0] ?? ''
  const acts = [
    checkIn([{ personId: child(0), ...inClass('Toddlers', true) }]),
    checkOut(code.toLowerCase(), [child(0)]),
  ]
  const { body } = await station.sync(acts.map((act, place) => station.sign(place + 1, act, { doneAt })))
  expect(said(body.outcomes)).toEqual(['done', 'done'])
  expect(body.outcomes[0]?.labels).toMatchObject({
    code,
    at: doneAt,
    children: [{ firstName: 'Tobi', className: 'Toddlers' }],
  })
  expect(await children()).toEqual([{ name: 'Tobi', class: 'Toddlers', came: true, gone: true }])
  const entries = await app.look(
    `select act, actor_kind, station_id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from custody_entry where event_id = $1 and act in ('checked_in', 'checked_out') order by number`,
    [event.id],
  )
  const here = { actor_kind: 'station', station_id: station.stationId, at: doneAt }
  expect(entries).toEqual([
    { act: 'checked_in', ...here },
    { act: 'checked_out', ...here },
  ])
  expect((await app.call(verifyCustody, {}, as())).body.intact).toBe(true)
})

test('a time that cannot be is not believed: the act counts when we heard of it', async () => {
  const acts = ['2999-01-01T00:00:00.000Z', 'yesterday'].map((doneAt, place) =>
    station.sign(place + 1, checkIn([{ personId: child(place), ...inClass('Toddlers', true) }]), { doneAt }),
  )
  const old = station.sign(3, checkIn([{ personId: child(0), ...inClass('Toddlers', true) }]), {
    doneAt: '2000-01-01T00:00:00Z',
  })
  expect(said((await station.sync([...acts, old])).body.outcomes)).toEqual(['done', 'done', 'done'])
  const toCome = await app.look('select from registration_child where event_id = $1 and checked_in_at > $2', [
    event.id,
    app.clock.now(),
  ])
  expect(toCome).toEqual([])
})

test('a second code of another station finds the same registration', async () => {
  const { body: pass } = await registerAtPortal([[0, 'Toddlers']])
  const [outcome] = await bring([checkIn([{ personId: child(0), ...inClass('Toddlers', true) }])])
  expect(outcome?.registrationId).toBe(pass.registrationId)
  for (const code of [pass.code, pack.codes[0] ?? '']) {
    const { body } = await app.call(door.findFamilies, { body: { eventId: event.id, code } }, as())
    expect(body.families.map(({ familyId }) => familyId)).toEqual([family.familyId])
  }
  expect(await children()).toHaveLength(1)
})

test('a child who is in class already has no second place', async () => {
  const body = {
    eventId: event.id,
    familyId: family.familyId,
    children: [{ personId: child(0), classId: classId(event, 'Nursery') }],
  }
  await app.call(door.checkIn, { body }, as())
  expect(said(await bring([checkIn([{ personId: child(0), ...inClass('Toddlers', true) }])]))).toEqual(['done'])
  expect(await children()).toEqual([{ name: 'Tobi', class: 'Nursery', came: true, gone: false }])
})

test('who was cancelled meanwhile and has no place any more is refused, the others of the act are in', async () => {
  const { body: pass } = await registerAtPortal([[0, 'Nursery']])
  await cancel(0)
  const others = await buildFamily(app, church, { children: [{}] })
  expect((await registerAtPortal([[0, 'Nursery']], others)).status).toBe(200)
  const both = [
    { personId: child(0), ...inClass('Nursery') },
    { personId: child(1), ...inClass('Toddlers', true) },
  ]
  const [outcome] = await bring([checkIn(both, pass.code)])
  expect(outcome).toMatchObject({ outcome: 'refused', reason: 'class_full', notDone: [child(0)] })
  expect((await children()).map(({ name, class: of }) => [name, of])).toEqual([
    ['Ife', 'Toddlers'],
    ['Tobi', 'Nursery'],
  ])
  expect(await app.look('select leased from event_class where id = $1', [classId(event, 'Nursery')])).toEqual([
    { leased: 1 },
  ])
})

test('a new family is in the church with what was typed, and its acts name it by the ids of the station', async () => {
  const act = walkIn({}, ['Kemi', 'Dayo'])
  const childIds = act.children.map(({ personId }) => personId)
  const outcomes = await bring([act, checkOut(act.code, childIds, act.parent.personId)])
  expect(said(outcomes)).toEqual(['done', 'done'])
  expect((await children()).map(({ name, gone }) => [name, gone])).toEqual([
    ['Dayo', true],
    ['Kemi', true],
  ])
  const { body } = await app.call(door.findFamilies, { body: { eventId: event.id, search: '08035550101' } }, as())
  expect(body.families).toMatchObject([
    {
      name: 'Cole',
      children: [{ care: [{ name: 'Peanuts' }] }, { care: [{ name: 'Peanuts' }] }],
      broughtBy: { phone: '+2348035550101' },
    },
  ])
  expect(said(await bring([{ ...act, code: pack.codes[2] ?? '' }]))).toEqual(['done'])
  expect(await children()).toHaveLength(2)
})

test('a family that walked in at two doors is one family with two codes', async () => {
  const other = await openDevice(app, church, 'Back door')
  const { body: theirs } = await other.pack(event.id)
  const first = walkIn({}, ['Kẹ́mi', 'Dayo'])
  const second = walkIn({ code: theirs.codes[0] ?? '' }, ['KEMI', 'Bola'])
  await bring([first])
  const [outcome, out] = await bring(
    [
      second,
      checkOut(
        second.code,
        second.children.map(({ personId }) => personId),
        second.parent.personId,
      ),
    ],
    other,
    1,
  )
  expect([outcome?.outcome, out?.outcome]).toEqual(['done', 'done'])
  expect((await children()).map(({ name, gone }) => [name, gone])).toEqual([
    ['Bola', true],
    ['Dayo', false],
    ['Kẹ́mi', true],
  ])
  expect(await app.look('select from registration where event_id = $1', [event.id])).toHaveLength(1)
  const codes = await app.look('select code from day_code where tenant_id = $1 and registration_id is not null', [
    church.tenantId,
  ])
  expect(codes.map(({ code }) => code).toSorted()).toEqual([first.code, second.code].toSorted())
})

test('a walk-in whose answer was lost is not done again, whichever comes first', async () => {
  const [before, after] = [randomUUID(), randomUUID()]
  const { children: typed, parent } = walkIn()
  const form = {
    eventId: event.id,
    parent: { ...parent, phone: null },
    children: typed.map(({ personId: _id, ...one }) => one),
    isNew: true,
  }
  const online = (key: string, { token } = as()) =>
    app.call(walkIns.walkIn, { body: form }, { token, headers: { 'idempotency-key': key } })
  // Somebody else of the staff pressed than the one who brings it.
  expect((await online(before, await addColleague(app, church, { roles: ['CheckIn'] }))).status).toBe(200)
  const lost = { parent: { ...parent, phone: null } }
  expect(said(await bring([walkIn({ ...lost, press: before })]))).toEqual(['done'])
  expect(await children()).toHaveLength(1)
  expect(said(await bring([walkIn({ ...lost, press: after, code: pack.codes[3] ?? '' }, ['Seun'])]))).toEqual(['done'])
  expect((await online(after)).body.code).toBe('idempotency_key_reused')
  expect((await children()).map(({ name }) => name)).toEqual(['Kemi', 'Seun'])
})

test('whom the rule does not let go is still here, and the log says why; the others have gone', async () => {
  const { body: pass } = await registerAtPortal([
    [0, 'Toddlers'],
    [1, 'Toddlers'],
  ])
  const uncle = await buildFamily(app, church)
  await bring([
    checkIn(
      [0, 1].map((place) => ({ personId: child(place), ...inClass('Toddlers') })),
      pass.code,
    ),
  ])
  await app.look(
    `insert into guardian_grant (tenant_id, family_id, person_id, child_id, kind, added_by, added_at)
     values ($1, $2, $3, $4, 'not_authorised', 'staff', now())`,
    [church.tenantId, family.familyId, family.parentId, child(1)],
  )
  const outcomes = await bring([
    checkOut(pass.code, [child(0)], uncle.parentId),
    checkOut(pass.code, [child(0), child(1)]),
    checkOut('346789', [child(1)]),
  ])
  expect(said(outcomes)).toEqual(['not_released', 'not_released', 'wrong_code'])
  expect(outcomes[1]).toMatchObject({
    notDone: [child(1)],
    verdicts: { [child(0)]: 'allowed', [child(1)]: 'not_authorised' },
  })
  expect((await children()).map(({ name, gone }) => [name, gone])).toEqual([
    ['Ife', false],
    ['Tobi', true],
  ])
  const left = (await log()).filter(([act]) => act === 'left_unauthorised').map(([, reason]) => reason)
  expect(left).toEqual(['no_grant', 'not_authorised', 'wrong_code'])
})

test('an act that names something of another church is answered as one that names nothing', async () => {
  const others = await app.buildChurch()
  const theirs = await buildFamily(app, others)
  const elsewhere = await buildEvent(app, others)
  const coming = { ...inClass('Toddlers', true), personId: child(0, theirs) }
  const named = (act: Act<'check_in'>, change: Partial<Act<'check_in'>>): StationAct => ({ ...act, ...change })
  for (const id of [theirs.familyId, randomUUID()])
    expect(said(await bring([named(checkIn([coming]), { familyId: id })]))).toEqual(['not_found'])
  for (const id of [elsewhere.id, randomUUID()])
    expect(said(await bring([named(checkIn([coming]), { eventId: id }), walkIn({ eventId: id })]))).toEqual([
      'not_found',
      'not_found',
    ])
  for (const id of [classId(elsewhere, 'Toddlers'), randomUUID()])
    expect(said(await bring([checkIn([{ personId: child(0), classId: id, leased: true }])]))).toEqual(['not_found'])
  expect(await children()).toEqual([])
})
