import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as custody from '#contract/checkin/custody.ts'
import * as calls from '#contract/checkin/incidents.ts'
import type { StationAct } from '#contract/checkin/offline.ts'
import * as door from '#contract/checkin/station.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import { classId } from '../../test-kit/build-event.ts'
import { newestMail } from '../../test-kit/inbox.ts'
import { said } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { MINUTE, twoStations, type TwoStations } from '../../test-kit/two-stations.ts'

let app: TestApp
let day: TwoStations
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})

beforeEach(async () => {
  day = await twoStations(app)
})

describe('a child who goes with two people', () => {
  test('the second station is told who has the child, since when and where; the log, the leaders and both stations too', async () => {
    const desk = await addColleague(app, day.church, { roles: ['CheckIn'] })
    const lead = await addColleague(app, day.church, { roles: ['CheckInLead'] })
    await day.allow(day.uncle)
    const first = day.ago(5)
    app.clock.advance(MINUTE)
    expect(said(await day.bring(day.back, [day.checkOut()], { doneAt: first }))).toEqual(['done'])
    const [second] = await day.bring(day.front, [day.checkOut({ collectorId: day.uncle })])
    expect(second).toMatchObject({ outcome: 'refused', reason: 'gone_home', notDone: [day.child()] })
    const names = await app.look('select first_name, last_name from person where id = any ($1) order by id = $2', [
      [day.family.parentId, day.uncle],
      day.uncle,
    ])
    const [parent, uncles] = names.map(({ first_name: first, last_name: last }) => [first, last].join(' '))
    const other = { collectorName: parent, stationName: 'Back', at: first }
    expect(second?.conflicts).toMatchObject([
      { reason: 'two_collectors', childName: 'Tobi Ade', eventName: 'Morning', ...other },
    ])
    const [entry] = await day.log('conflict')
    expect(entry).toMatchObject({
      reason: 'two_collectors',
      collectorName: uncles,
      stationName: 'Front',
      other: { act: 'checked_out', ...other },
      intact: true,
    })
    for (const { token } of [desk, lead, day.church.admin])
      expect(await day.incidents(token)).toMatchObject([{ act: 'conflict', childName: 'Tobi Ade', other }])
    for (const { email } of [lead, day.church.admin]) {
      const mail = await newestMail(app.sandboxUrl, email)
      expect(mail.subject).toBe('Check-in needs you: Morning')
      expect(mail.text).toContain(`Tobi Ade left with ${parent}`)
      expect(mail.text).toContain('at the station Back')
      expect(mail.text).toContain(`handed over to ${uncles} as well`)
    }
    expect((await day.log('checked_out')).map(({ collectorName }) => collectorName)).toEqual([parent])
    // Brought once more, it is answered once more and told nobody again.
    const [again] = await day.bring(day.front, [day.checkOut({ collectorId: day.uncle })], { number: 2 })
    expect(again?.conflicts).toHaveLength(1)
    expect(await day.incidents()).toHaveLength(1)
  })

  test('it stands until somebody who leads the check-in has written what came of it', async () => {
    const desk = await addColleague(app, day.church, { roles: ['CheckIn'] })
    const lead = await addColleague(app, day.church, { roles: ['CheckInLead'], firstName: 'Bisi', lastName: 'Eze' })
    await day.allow(day.uncle)
    await day.bring(day.back, [day.checkOut()])
    await day.bring(day.front, [day.checkOut({ collectorId: day.uncle })])
    const [open] = await day.incidents()
    const body = {
      eventId: day.event.id,
      number: open?.number ?? 0,
      note: 'Both at home, we called.',
      isChildGone: false,
    }
    expect((await app.call(calls.settleIncident, { body }, day.as(desk.token))).status).toBe(403)
    const wrong = await app.call(calls.settleIncident, { body: { ...body, number: 1 } }, day.as(lead.token))
    expect(wrong.body.code).toBe('not_found')
    for (const _again of [1, 2])
      expect((await app.call(calls.settleIncident, { body }, day.as(lead.token))).status).toBe(200)
    expect(await day.incidents()).toEqual([])
    expect(await day.log('settled')).toMatchObject([
      { reason: 'Both at home, we called.', actorName: 'Bisi Eze', other: { act: 'conflict' } },
    ])
    const others = await app.buildChurch()
    expect((await app.call(calls.settleIncident, { body }, day.as(others.admin.token))).body.code).toBe('not_found')
    expect((await app.call(custody.verifyCustody, {}, day.as())).body.intact).toBe(true)
  })

  test('the same person at two stations is nothing to tell', async () => {
    for (const device of [day.back, day.front])
      expect(said(await day.bring(device, [day.checkOut()]))).toEqual(['done'])
    expect(await day.incidents()).toEqual([])
  })
})

describe('other things done apart', () => {
  test('a child in two classes: both are in the log, and the second station is told of the first', async () => {
    const [outcome] = await day.bring(day.back, [day.checkIn(day.child(), 'Toddlers')])
    expect(outcome?.outcome).toBe('done')
    expect(outcome?.conflicts).toMatchObject([{ reason: 'two_classes', className: 'Nursery', stationName: 'Front' }])
    expect(await day.incidents()).toMatchObject([{ reason: 'two_classes', className: 'Toddlers', isChildHere: true }])
    expect(said(await day.bring(day.back, [day.checkIn(day.child(), 'Nursery')]))).toEqual(['done'])
    expect(await day.incidents()).toHaveLength(1)
  })

  test('a child who was moved since is where somebody put it', async () => {
    const body = { eventId: day.event.id, personId: day.child(), classId: classId(day.event, 'Toddlers') }
    expect((await app.call(door.moveChild, { body }, day.as())).status).toBe(200)
    await day.bring(day.back, [day.checkIn(day.child(), 'Nursery')])
    expect(await day.incidents()).toEqual([])
  })

  test('refused at one station and handed over at the other, whichever is heard first', async () => {
    await day.allow(day.uncle)
    const refusal: StationAct = {
      kind: 'refuse',
      eventId: day.event.id,
      code: day.code,
      childIds: [day.child()],
      collectorId: day.uncle,
      reason: 'not_released',
      verdicts: { [day.child()]: 'no_grant' },
    }
    app.clock.advance(MINUTE)
    expect(said(await day.bring(day.back, [refusal]))).toEqual(['done'])
    expect(said(await day.bring(day.front, [day.checkOut({ collectorId: day.uncle })]))).toEqual(['done'])
    expect(await day.incidents()).toMatchObject([
      { reason: 'refused_elsewhere', other: { act: 'release_refused', stationName: 'Back' } },
    ])
    await day.bring(day.back, [refusal])
    expect(await day.incidents()).toMatchObject([{ other: { act: 'checked_out', stationName: 'Front' } }, {}])
  })
})
