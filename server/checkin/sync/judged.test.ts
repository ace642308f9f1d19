import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as custody from '#contract/checkin/custody.ts'
import * as calls from '#contract/checkin/incidents.ts'
import { setFamilyGrant } from '#contract/checkin/guardians.ts'
import * as door from '#contract/checkin/station.ts'
import { changeRoles } from '#contract/identity/staff.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import { classId } from '../../test-kit/build-event.ts'
import { said } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { MINUTE, twoStations, type TwoStations } from '../../test-kit/two-stations.ts'

let app: TestApp
let day: TwoStations
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})

beforeEach(async () => {
  day = await twoStations(app)
})

const isHere = async (personId = day.child()) =>
  (
    await app.look(
      `select from registration_child where person_id = $1 and checked_in_at is not null and checked_out_at is null`,
      [personId],
    )
  ).length === 1

const isBetween = (from: Date, at: string | undefined, until: Date): boolean =>
  at !== undefined && from.toISOString() <= at && at <= until.toISOString()

describe('an act is judged as the church stood then and stands now', () => {
  const left = async () =>
    (await day.log('left_unauthorised')).map(({ reason, oddTime }) => [reason, oddTime?.why ?? null])

  test.each([
    ['a grant that was taken back since', 'allowed', null, 'no_grant'],
    ['a grant that was added since', null, 'allowed', 'no_grant'],
    ['somebody barred since', 'allowed', 'not_authorised', 'not_authorised'],
  ] as const)('%s releases nobody, and goes to a leader', async (_what, then, since, reason) => {
    if (then) await day.allow(day.uncle, then)
    app.clock.advance(MINUTE)
    const doneAt = day.ago(0)
    app.clock.advance(MINUTE)
    await day.allow(day.uncle, since)
    const [outcome] = await day.bring(day.front, [day.checkOut({ collectorId: day.uncle })], { doneAt })
    expect(outcome).toMatchObject({ reason: 'not_released', verdicts: { [day.child()]: reason } })
    expect(await left()).toEqual([[reason, null]])
    expect(await isHere()).toBe(true)
    expect(await day.incidents()).toMatchObject([
      { act: 'left_unauthorised', reason, stationName: 'Front', isChildHere: true },
    ])
    expect((await day.log('checked_out')).length).toBe(0)
  })

  test('what was said anew in other words is said as before', async () => {
    await day.allow(day.uncle)
    app.clock.advance(MINUTE)
    const doneAt = day.ago(0)
    app.clock.advance(MINUTE)
    const terms = {
      kind: 'allowed' as const,
      childIds: [day.child()],
      fromDay: null,
      untilDay: null,
      weekdays: [],
      oneTime: false,
      note: 'x',
    }
    await app.call(
      setFamilyGrant,
      { params: { id: day.family.familyId, personId: day.uncle }, body: { terms } },
      day.as(),
    )
    expect(said(await day.bring(day.front, [day.checkOut({ collectorId: day.uncle })], { doneAt }))).toEqual(['done'])
  })

  test.each([
    ['before the child came', 10.5 + 3, 'before_pack'],
    ['yesterday', 24 * 60, 'before_pack'],
    ['a year ago', 365 * 24 * 60, 'before_pack'],
    ['to come', -5, 'ahead'],
  ] as const)('a time that is %s releases nobody, parents included, and is flagged', async (_what, minutes, why) => {
    const claimed = day.ago(minutes)
    const from = app.clock.now()
    const [outcome] = await day.bring(day.back, [day.checkOut()], { doneAt: claimed })
    expect(outcome).toMatchObject({ outcome: 'refused', reason: 'odd_time', notDone: [day.child()] })
    expect(await left()).toEqual([['odd_time', why]])
    const [entry] = await day.log('left_unauthorised')
    expect(entry?.oddTime?.claimed).toBe(claimed)
    // At the time of the server.
    expect(isBetween(from, entry?.at, app.clock.now())).toBe(true)
    expect([await isHere(), (await day.incidents()).length]).toEqual([true, 1])
  })

  test('before the act before it, before the check-in, and by a pack of another day are such times', async () => {
    const body = {
      eventId: day.event.id,
      familyId: day.family.familyId,
      children: [{ personId: day.child(1), classId: classId(day.event, 'Nursery') }],
    }
    await app.call(door.checkIn, { body }, day.as())
    expect(
      said(await day.bring(day.back, [day.checkOut({ childIds: [day.child(1)] })], { doneAt: day.ago(5) })),
    ).toEqual(['odd_time'])
    expect(said(await day.bring(day.back, [day.checkOut()], { doneAt: day.ago(9) }))).toEqual(['odd_time'])
    app.clock.advance(25 * 60 * MINUTE)
    expect(said(await day.bring(day.back, [day.checkOut()]))).toEqual(['odd_time'])
    expect((await left()).toReversed()).toEqual([
      ['odd_time', 'before_check_in'],
      ['odd_time', 'before_previous'],
      ['odd_time', 'pack_over'],
    ])
  })

  test('a child who has left all the same is taken out of the class by the leader, and nobody by that', async () => {
    await day.bring(day.back, [day.checkOut({ collectorId: day.uncle })])
    const [open] = await day.incidents()
    const body = {
      eventId: day.event.id,
      number: open?.number ?? 0,
      note: 'Uncle has him, the mother knows.',
      isChildGone: true,
    }
    expect((await app.call(calls.settleIncident, { body }, day.as())).status).toBe(200)
    expect(await isHere()).toBe(false)
    expect(await day.log('checked_out')).toEqual([])
    expect(await day.log('settled')).toMatchObject([{ childName: 'Tobi Ade', reason: body.note }])
  })

  test('a clock that is wrong is put right by what it says when it sends', async () => {
    const wrong = 3 * 60 * MINUTE
    const from = app.clock.now()
    const sentAt = new Date(from.getTime() + wrong).toISOString()
    const doneAt = new Date(from.getTime() + wrong - 5 * MINUTE).toISOString()
    const { body } = await day.back.sync([day.back.sign(1, day.checkOut(), { doneAt })], undefined, { sentAt })
    expect(said(body.outcomes)).toEqual(['done'])
    const [entry] = await day.log('checked_out')
    const ago = (at: Date): Date => new Date(at.getTime() - 5 * MINUTE)
    expect(isBetween(ago(from), entry?.at, ago(app.clock.now()))).toBe(true)
  })
})

describe('who acted without a network', () => {
  let amaka: Colleague
  let bisi: Colleague
  beforeEach(async () => {
    amaka = await addColleague(app, day.church, { roles: ['CheckIn'], firstName: 'Amaka', lastName: 'Obi' })
    bisi = await addColleague(app, day.church, { roles: ['CheckIn'], firstName: 'Bisi', lastName: 'Eze' })
  })
  const who = async () => {
    const [entry] = await day.log('checked_out')
    return [entry?.actorName, entry?.stationName, entry?.broughtByName]
  }

  test('is who was signed in there, and whoever sent it is said where it was somebody else', async () => {
    await day.back.pack(day.event.id, null, { as: amaka.token })
    app.clock.advance(3 * MINUTE)
    await day.bring(day.back, [day.checkOut({ by: amaka.accountId.toUpperCase() })], { token: bisi.token })
    expect(await who()).toEqual(['Amaka Obi', 'Back', 'Bisi Eze'])
    expect((await app.call(custody.verifyCustody, {}, day.as())).body.intact).toBe(true)
  })

  test('is whoever sends it themselves', async () => {
    await day.bring(day.back, [day.checkOut({ by: bisi.accountId })], { token: bisi.token })
    expect(await who()).toEqual(['Bisi Eze', 'Back', null])
  })

  test('is not known where the station names somebody who was never there', async () => {
    await day.bring(day.back, [day.checkOut({ by: amaka.accountId })], { token: bisi.token })
    expect(await who()).toEqual([null, 'Back', 'Bisi Eze'])
  })

  test('is not known where it names somebody of another church, or who could not do it then', async () => {
    const others = await addColleague(app, await app.buildChurch(), { roles: ['Admin'] })
    await day.bring(day.back, [day.checkIn(day.child(1), 'Nursery', { by: others.accountId })], { token: bisi.token })
    expect((await day.log('checked_in'))[0]).toMatchObject({ actorName: null, broughtByName: 'Bisi Eze' })
    await day.back.pack(day.event.id, null, { as: amaka.token })
    const params = { id: amaka.accountId }
    expect((await app.call(changeRoles, { params, body: { roles: ['FollowUp'] } }, day.as())).status).toBe(200)
    app.clock.advance(3 * MINUTE)
    await day.bring(day.back, [day.checkOut({ by: amaka.accountId })], { token: bisi.token })
    expect(await who()).toEqual([null, 'Back', 'Bisi Eze'])
  })

  test('could do it then is who could not any more', async () => {
    await day.back.pack(day.event.id, null, { as: amaka.token })
    app.clock.advance(3 * MINUTE)
    const doneAt = day.ago(0)
    app.clock.advance(MINUTE)
    await app.call(changeRoles, { params: { id: amaka.accountId }, body: { roles: ['FollowUp'] } }, day.as())
    await day.bring(day.back, [day.checkOut({ by: amaka.accountId })], { doneAt, token: bisi.token })
    expect(await who()).toEqual(['Amaka Obi', 'Back', 'Bisi Eze'])
  })
})
