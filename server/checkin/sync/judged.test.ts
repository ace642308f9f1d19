import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as custody from '#contract/checkin/custody.ts'
import * as calls from '#contract/checkin/incidents.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { setFamilyGrant } from '#contract/checkin/guardians.ts'
import type { ActOutcome, StationAct, StationPack } from '#contract/checkin/offline.ts'
import * as door from '#contract/checkin/station.ts'
import { changeRoles } from '#contract/identity/staff.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { said, type Act } from '../../test-kit/station-acts.ts'
import { openDevice, type StationDevice } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

const MINUTE = 60_000

let app: TestApp
let church: Church
let family: Family
let uncle: string
let event: EventRow
let front: StationDevice
let back: StationDevice
let pack: StationPack
let code: string
let next: Map<StationDevice, number>
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})

/** Two stations know a family of two children; the first child is in class since ten minutes. */
beforeEach(async () => {
  church = await app.buildChurch()
  family = await buildFamily(app, church, { children: [{ firstName: 'Tobi' }, { firstName: 'Ife' }] })
  const uncles = await buildFamily(app, church)
  uncle = uncles.parentId
  event = await buildEvent(app, church, {
    name: 'Morning',
    startsIn: -1,
    classes: [{ name: 'Nursery' }, { name: 'Toddlers' }],
  })
  front = await openDevice(app, church, 'Front')
  back = await openDevice(app, church, 'Back')
  next = new Map()
  await back.pack(event.id)
  pack = (await front.pack(event.id)).body
  code = pack.codes[0] ?? ''
  await bring(front, [checkIn(child(), 'Nursery')])
  app.clock.advance(10 * MINUTE)
})

const as = (token = church.admin.token) => ({ token })
const child = (place = 0): string => family.childIds[place] ?? ''
const checkIn = (personId: string, name: string, given: Partial<Act<'check_in'>> = {}): StationAct => ({
  kind: 'check_in',
  eventId: event.id,
  familyId: family.familyId,
  code,
  children: [{ personId, classId: classId(event, name), leased: true }],
  ...given,
})
const checkOut = (given: Partial<Act<'check_out'>> = {}): StationAct => ({
  kind: 'check_out',
  eventId: event.id,
  code,
  childIds: [child()],
  collectorId: family.parentId,
  ...given,
})
const ago = (minutes: number): string => new Date(app.clock.now().getTime() - minutes * MINUTE).toISOString()
async function bring(
  device: StationDevice,
  acts: StationAct[],
  { doneAt = ago(0), token }: { doneAt?: string; token?: string } = {},
): Promise<ActOutcome[]> {
  const number = next.get(device) ?? 1
  next.set(device, number + acts.length)
  const signed = acts.map((act, place) => device.sign(number + place, act, { doneAt }))
  const { status, body } = await device.sync(signed, token)
  if (status !== 200) throw new Error(`${status} ${body.code}`)
  return body.outcomes
}
const allow = (personId: string, kind: 'allowed' | 'not_authorised' | null = 'allowed', token = church.admin.token) => {
  const terms = kind && { kind, childIds: null, fromDay: null, untilDay: null, weekdays: [], oneTime: false, note: '' }
  return app.call(setFamilyGrant, { params: { id: family.familyId, personId }, body: { terms } }, as(token))
}
const log = async (act?: calls.CustodyAct) =>
  (await app.call(custody.listCustody, { query: { limit: 100, ...(act && { act }) } }, as())).body.items
const incidents = async (token = church.admin.token) => (await app.call(calls.listIncidents, {}, as(token))).body
const isHere = async (personId = child()) =>
  (
    await app.look(
      `select from registration_child where person_id = $1 and checked_in_at is not null and checked_out_at is null`,
      [personId],
    )
  ).length === 1

describe('an act is judged as the church stood then and stands now', () => {
  const left = async () => (await log('left_unauthorised')).map(({ reason, oddTime }) => [reason, oddTime?.why ?? null])

  test.each([
    ['a grant that was taken back since', 'allowed', null, 'no_grant'],
    ['a grant that was added since', null, 'allowed', 'no_grant'],
    ['somebody barred since', 'allowed', 'not_authorised', 'not_authorised'],
  ] as const)('%s releases nobody, and goes to a leader', async (_what, then, since, reason) => {
    if (then) await allow(uncle, then)
    app.clock.advance(MINUTE)
    const doneAt = ago(0)
    app.clock.advance(MINUTE)
    await allow(uncle, since)
    const [outcome] = await bring(front, [checkOut({ collectorId: uncle })], { doneAt })
    expect(outcome).toMatchObject({ reason: 'not_released', verdicts: { [child()]: reason } })
    expect(await left()).toEqual([[reason, null]])
    expect(await isHere()).toBe(true)
    expect(await incidents()).toMatchObject([
      { act: 'left_unauthorised', reason, stationName: 'Front', isChildHere: true },
    ])
    expect((await log('checked_out')).length).toBe(0)
  })

  test('what was said anew in other words is said as before', async () => {
    await allow(uncle)
    app.clock.advance(MINUTE)
    const doneAt = ago(0)
    app.clock.advance(MINUTE)
    const terms = {
      kind: 'allowed' as const,
      childIds: [child()],
      fromDay: null,
      untilDay: null,
      weekdays: [],
      oneTime: false,
      note: 'x',
    }
    await app.call(setFamilyGrant, { params: { id: family.familyId, personId: uncle }, body: { terms } }, as())
    expect(said(await bring(front, [checkOut({ collectorId: uncle })], { doneAt }))).toEqual(['done'])
  })

  test.each([
    ['before the child came', 10.5 + 3, 'before_pack'],
    ['yesterday', 24 * 60, 'before_pack'],
    ['a year ago', 365 * 24 * 60, 'before_pack'],
    ['to come', -5, 'ahead'],
  ] as const)('a time that is %s releases nobody, parents included, and is flagged', async (_what, minutes, why) => {
    const claimed = ago(minutes)
    const [outcome] = await bring(back, [checkOut()], { doneAt: claimed })
    expect(outcome).toMatchObject({ outcome: 'refused', reason: 'odd_time', notDone: [child()] })
    expect(await left()).toEqual([['odd_time', why]])
    const [entry] = await log('left_unauthorised')
    expect(entry?.oddTime?.claimed).toBe(claimed)
    expect(Math.abs(Date.parse(entry?.at ?? '') - app.clock.now().getTime())).toBeLessThan(MINUTE)
    expect([await isHere(), (await incidents()).length]).toEqual([true, 1])
  })

  test('before the act before it, before the check-in, and by a pack of another day are such times', async () => {
    const body = {
      eventId: event.id,
      familyId: family.familyId,
      children: [{ personId: child(1), classId: classId(event, 'Nursery') }],
    }
    await app.call(door.checkIn, { body }, as())
    expect(said(await bring(back, [checkOut({ childIds: [child(1)] })], { doneAt: ago(5) }))).toEqual(['odd_time'])
    expect(said(await bring(back, [checkOut()], { doneAt: ago(9) }))).toEqual(['odd_time'])
    app.clock.advance(25 * 60 * MINUTE)
    expect(said(await bring(back, [checkOut()]))).toEqual(['odd_time'])
    expect((await left()).toReversed()).toEqual([
      ['odd_time', 'before_check_in'],
      ['odd_time', 'before_previous'],
      ['odd_time', 'pack_over'],
    ])
  })

  test('a child who has left all the same is taken out of the class by the leader, and nobody by that', async () => {
    await bring(back, [checkOut({ collectorId: uncle })])
    const [open] = await incidents()
    const body = {
      eventId: event.id,
      number: open?.number ?? 0,
      note: 'Uncle has him, the mother knows.',
      isChildGone: true,
    }
    expect((await app.call(calls.settleIncident, { body }, as())).status).toBe(200)
    expect(await isHere()).toBe(false)
    expect(await log('checked_out')).toEqual([])
    expect(await log('settled')).toMatchObject([{ childName: 'Tobi Ade', reason: body.note }])
  })

  test('a clock that is wrong is put right by what it says when it sends', async () => {
    const wrong = 3 * 60 * MINUTE
    const sentAt = new Date(app.clock.now().getTime() + wrong).toISOString()
    const doneAt = new Date(app.clock.now().getTime() + wrong - 5 * MINUTE).toISOString()
    const { body } = await back.sync([back.sign(1, checkOut(), { doneAt })], undefined, { sentAt })
    expect(said(body.outcomes)).toEqual(['done'])
    const [entry] = await log('checked_out')
    expect(Math.abs(Date.parse(entry?.at ?? '') - (app.clock.now().getTime() - 5 * MINUTE))).toBeLessThan(5000)
  })
})

describe('who acted without a network', () => {
  let amaka: Colleague
  let bisi: Colleague
  beforeEach(async () => {
    amaka = await addColleague(app, church, { roles: ['CheckIn'], firstName: 'Amaka', lastName: 'Obi' })
    bisi = await addColleague(app, church, { roles: ['CheckIn'], firstName: 'Bisi', lastName: 'Eze' })
  })
  const who = async () => {
    const [entry] = await log('checked_out')
    return [entry?.actorName, entry?.stationName, entry?.broughtByName]
  }

  test('is who was signed in there, and whoever sent it is said where it was somebody else', async () => {
    await back.pack(event.id, null, { as: amaka.token })
    app.clock.advance(3 * MINUTE)
    await bring(back, [checkOut({ by: amaka.accountId.toUpperCase() })], { token: bisi.token })
    expect(await who()).toEqual(['Amaka Obi', 'Back', 'Bisi Eze'])
    expect((await app.call(custody.verifyCustody, {}, as())).body.intact).toBe(true)
  })

  test('is whoever sends it themselves', async () => {
    await bring(back, [checkOut({ by: bisi.accountId })], { token: bisi.token })
    expect(await who()).toEqual(['Bisi Eze', 'Back', null])
  })

  test('is not known where the station names somebody who was never there', async () => {
    await bring(back, [checkOut({ by: amaka.accountId })], { token: bisi.token })
    expect(await who()).toEqual([null, 'Back', 'Bisi Eze'])
  })

  test('is not known where it names somebody of another church, or who could not do it then', async () => {
    const others = await addColleague(app, await app.buildChurch(), { roles: ['Admin'] })
    await bring(back, [checkIn(child(1), 'Nursery', { by: others.accountId })], { token: bisi.token })
    expect((await log('checked_in'))[0]).toMatchObject({ actorName: null, broughtByName: 'Bisi Eze' })
    await back.pack(event.id, null, { as: amaka.token })
    const params = { id: amaka.accountId }
    expect((await app.call(changeRoles, { params, body: { roles: ['FollowUp'] } }, as())).status).toBe(200)
    app.clock.advance(3 * MINUTE)
    await bring(back, [checkOut({ by: amaka.accountId })], { token: bisi.token })
    expect(await who()).toEqual([null, 'Back', 'Bisi Eze'])
  })

  test('could do it then is who could not any more', async () => {
    await back.pack(event.id, null, { as: amaka.token })
    app.clock.advance(3 * MINUTE)
    const doneAt = ago(0)
    app.clock.advance(MINUTE)
    await app.call(changeRoles, { params: { id: amaka.accountId }, body: { roles: ['FollowUp'] } }, as())
    await bring(back, [checkOut({ by: amaka.accountId })], { doneAt, token: bisi.token })
    expect(await who()).toEqual(['Amaka Obi', 'Back', 'Bisi Eze'])
  })
})
