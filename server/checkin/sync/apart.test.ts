import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as custody from '#contract/checkin/custody.ts'
import * as calls from '#contract/checkin/incidents.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { setFamilyGrant } from '#contract/checkin/guardians.ts'
import type { ActOutcome, StationAct, StationPack } from '#contract/checkin/offline.ts'
import * as door from '#contract/checkin/station.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { newestMail } from '../../test-kit/inbox.ts'
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
  app = await startApp()
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

describe('a child who goes with two people', () => {
  test('the second station is told who has the child, since when and where; the log, the leaders and both stations too', async () => {
    const desk = await addColleague(app, church, { roles: ['CheckIn'] })
    const lead = await addColleague(app, church, { roles: ['CheckInLead'] })
    await allow(uncle)
    const first = ago(5)
    app.clock.advance(MINUTE)
    expect(said(await bring(back, [checkOut()], { doneAt: first }))).toEqual(['done'])
    const [second] = await bring(front, [checkOut({ collectorId: uncle })])
    expect(second).toMatchObject({ outcome: 'refused', reason: 'gone_home', notDone: [child()] })
    const names = await app.look('select first_name, last_name from person where id = any ($1) order by id = $2', [
      [family.parentId, uncle],
      uncle,
    ])
    const [parent, uncles] = names.map(({ first_name: first, last_name: last }) => [first, last].join(' '))
    const other = { collectorName: parent, stationName: 'Back', at: first }
    expect(second?.conflicts).toMatchObject([
      { reason: 'two_collectors', childName: 'Tobi Ade', eventName: 'Morning', ...other },
    ])
    const [entry] = await log('conflict')
    expect(entry).toMatchObject({
      reason: 'two_collectors',
      collectorName: uncles,
      stationName: 'Front',
      other: { act: 'checked_out', ...other },
      intact: true,
    })
    for (const { token } of [desk, lead, church.admin])
      expect(await incidents(token)).toMatchObject([{ act: 'conflict', childName: 'Tobi Ade', other }])
    for (const { email } of [lead, church.admin]) {
      const mail = await newestMail(app.sandboxUrl, email)
      expect(mail.subject).toBe('Check-in needs you: Morning')
      expect(mail.text).toContain(`Tobi Ade left with ${parent}`)
      expect(mail.text).toContain('at the station Back')
      expect(mail.text).toContain(`handed over to ${uncles} as well`)
    }
    expect((await log('checked_out')).map(({ collectorName }) => collectorName)).toEqual([parent])
    // Brought once more, it is answered once more and told nobody again.
    next.set(front, 2)
    expect((await bring(front, [checkOut({ collectorId: uncle })]))[0]?.conflicts).toHaveLength(1)
    expect(await incidents()).toHaveLength(1)
  })

  test('it stands until somebody who leads the check-in has written what came of it', async () => {
    const desk = await addColleague(app, church, { roles: ['CheckIn'] })
    const lead = await addColleague(app, church, { roles: ['CheckInLead'], firstName: 'Bisi', lastName: 'Eze' })
    await allow(uncle)
    await bring(back, [checkOut()])
    await bring(front, [checkOut({ collectorId: uncle })])
    const [open] = await incidents()
    const body = { eventId: event.id, number: open?.number ?? 0, note: 'Both at home, we called.', isChildGone: false }
    expect((await app.call(calls.settleIncident, { body }, as(desk.token))).status).toBe(403)
    const wrong = await app.call(calls.settleIncident, { body: { ...body, number: 1 } }, as(lead.token))
    expect(wrong.body.code).toBe('not_found')
    for (const _again of [1, 2])
      expect((await app.call(calls.settleIncident, { body }, as(lead.token))).status).toBe(200)
    expect(await incidents()).toEqual([])
    expect(await log('settled')).toMatchObject([
      { reason: 'Both at home, we called.', actorName: 'Bisi Eze', other: { act: 'conflict' } },
    ])
    const others = await app.buildChurch()
    expect((await app.call(calls.settleIncident, { body }, as(others.admin.token))).body.code).toBe('not_found')
    expect((await app.call(custody.verifyCustody, {}, as())).body.intact).toBe(true)
  })

  test('the same person at two stations is nothing to tell', async () => {
    for (const device of [back, front]) expect(said(await bring(device, [checkOut()]))).toEqual(['done'])
    expect(await incidents()).toEqual([])
  })
})

describe('other things done apart', () => {
  test('a child in two classes: both are in the log, and the second station is told of the first', async () => {
    const [outcome] = await bring(back, [checkIn(child(), 'Toddlers')])
    expect(outcome?.outcome).toBe('done')
    expect(outcome?.conflicts).toMatchObject([{ reason: 'two_classes', className: 'Nursery', stationName: 'Front' }])
    expect(await incidents()).toMatchObject([{ reason: 'two_classes', className: 'Toddlers', isChildHere: true }])
    expect(said(await bring(back, [checkIn(child(), 'Nursery')]))).toEqual(['done'])
    expect(await incidents()).toHaveLength(1)
  })

  test('a child who was moved since is where somebody put it', async () => {
    const body = { eventId: event.id, personId: child(), classId: classId(event, 'Toddlers') }
    expect((await app.call(door.moveChild, { body }, as())).status).toBe(200)
    await bring(back, [checkIn(child(), 'Nursery')])
    expect(await incidents()).toEqual([])
  })

  test('refused at one station and handed over at the other, whichever is heard first', async () => {
    await allow(uncle)
    const refusal: StationAct = {
      kind: 'refuse',
      eventId: event.id,
      code,
      childIds: [child()],
      collectorId: uncle,
      reason: 'not_released',
      verdicts: { [child()]: 'no_grant' },
    }
    app.clock.advance(MINUTE)
    expect(said(await bring(back, [refusal]))).toEqual(['done'])
    expect(said(await bring(front, [checkOut({ collectorId: uncle })]))).toEqual(['done'])
    expect(await incidents()).toMatchObject([
      { reason: 'refused_elsewhere', other: { act: 'release_refused', stationName: 'Back' } },
    ])
    await bring(back, [refusal])
    expect(await incidents()).toMatchObject([{ other: { act: 'checked_out', stationName: 'Front' } }, {}])
  })
})
