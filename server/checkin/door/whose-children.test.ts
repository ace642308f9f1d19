import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRoster } from '#contract/checkin/classes.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/station.ts'
import type { GrantTerms } from '#contract/checkin/guardians.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { childrenInClass, comeIn, givePicture, sayForChurch } from '../../test-kit/children-in-class.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { churchDay } from '../families/may-collect.ts'

let app: TestApp
let church: Church
let desk: Colleague
let event: EventRow
let family: Family
let code: string
let registrationId: string
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  ;({ church, desk, event, family, code, registrationId } = await childrenInClass(app))
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const as = (token = desk.token) => ({ token })
const checkedIn = (who: Family, at: EventRow) => comeIn(app, desk, { family: who, event: at })
const uncle = () => family.otherIds[0] ?? ''
const father = () => family.otherIds[1] ?? ''
const checkOut = (given: object = {}) => {
  const body = { eventId: event.id, code, childIds: family.childIds, collectorId: family.parentId, ...given }
  return app.call(calls.checkOut, { body }, as())
}
const picture = (personId: string) => givePicture(app, church, personId)
const say = (personId: string, terms: Partial<GrantTerms> | null, { familyId } = family) =>
  sayForChurch(app, church, { familyId, personId, terms })
const custody = (act: string) =>
  app.look('select * from custody_entry where tenant_id = $1 and act = $2 order by number', [church.tenantId, act])

/** Another home of the first child, with its own registration of today. */
async function secondHome() {
  const other = await buildFamily(app, church, { children: [{ firstName: 'Sade' }] })
  const [ada] = family.childIds
  await app.look('insert into family_member (tenant_id, family_id, person_id, role) values ($1, $2, $3, 3)', [
    church.tenantId,
    other.familyId,
    ada,
  ])
  return other
}

test('a bar of one family holds in every family of the child', async () => {
  const other = await secondHome()
  const [ada = '', tobi = ''] = family.childIds
  await picture(father())
  await say(father(), { kind: 'not_authorised' }, other)
  const { body } = await checkOut({ collectorId: father() })
  expect([body.code, body.fields]).toEqual(['not_released', { [ada]: 'not_authorised', [tobi]: 'allowed' }])
  const { body: looked } = await app.call(calls.lookAtCollection, { body: { eventId: event.id, code } }, as())
  expect(looked.found[0]?.collectors.find(({ personId }) => personId === father())?.verdicts).toEqual([
    'not_authorised',
    'allowed',
  ])
  const second = await addColleague(app, church, { roles: ['CheckInLead'] })
  const named = {
    eventId: event.id,
    registrationId,
    childIds: [ada],
    collectorId: null,
    collectorName: 'Father Ade',
    reason: 'He asked for her.',
    second: { userName: second.email, password: PASSWORD },
  }
  expect((await app.call(calls.overrideCheckOut, { body: named }, as())).body.code).toBe('not_released')
  const { body: labels } = await app.call(calls.reprint, { body: { registrationId } }, as())
  expect(labels.children.map(({ hasCustodyFlag }) => hasCustodyFlag)).toEqual([true, false])
  const found = await app.call(calls.findFamilies, { body: { eventId: event.id, code } }, as())
  const ofAda = found.body.families[0]?.children.find(({ personId }) => personId === ada)
  expect(ofAda?.mayNotLeaveWith).toEqual(['Father Ade'])
  const params = { id: event.classes[0]?.id ?? '' }
  const { body: roster } = await app.call(readRoster, { params }, { token: church.admin.token })
  expect(roster.children.map((child) => [child.mayNotLeaveWith, child.guardians.length])).toEqual([
    [['Father Ade'], 2],
    [[], 3],
  ])
})

test('a pass for another weekday stays unused', async () => {
  const { weekday } = churchDay('Africa/Lagos', app.clock.now())
  await say(uncle(), { oneTime: true, weekdays: [(weekday % 7) + 1] })
  expect((await checkOut({ collectorId: uncle() })).body.code).toBe('not_released')
  await app.look(
    `insert into guardian_grant (tenant_id, family_id, person_id, kind, added_by, added_at)
     values ($1, $2, $3, 'allowed', 'staff', now() - interval '1 minute')`,
    [church.tenantId, family.familyId, uncle()],
  )
  expect((await checkOut({ collectorId: uncle() })).status).toBe(200)
  const used = await app.look('select id from guardian_grant where tenant_id = $1 and used_at is not null', [
    church.tenantId,
  ])
  expect(used).toEqual([])
})

test('the rule is asked of the event’s day, also after midnight of a night vigil', async () => {
  const vigil = await buildEvent(app, church, { startsIn: -0.5, name: 'Vigil' })
  const [row] = await app.look(`update event set day = day - 1 where id = $1 returning day::text as day`, [vigil.id])
  const day = String(row?.['day'])
  const { code: own } = await checkedIn(family, vigil)
  await say(uncle(), { fromDay: day, untilDay: day })
  expect((await checkOut({ collectorId: uncle() })).body.code).toBe('not_released')
  expect((await checkOut({ collectorId: uncle(), eventId: vigil.id, code: own })).status).toBe(200)
})

test('a family whose child is in class is found, however many have its name', async () => {
  for (let nth = 0; nth < 11; nth += 1)
    await buildFamily(app, church, { parent: { firstName: 'Aaron' }, children: [{ firstName: `A${nth}` }] })
  const look = { eventId: event.id, search: 'ade' }
  const { body } = await app.call(calls.lookAtCollection, { body: look }, as())
  expect(body.found.map((one) => one.registrationId)).toEqual([registrationId])
})

test('a station that is unknown or shut out keeps nobody here', async () => {
  expect((await checkOut({ stationId: UNKNOWN })).status).toBe(200)
  expect((await custody('checked_out')).map((entry) => entry['station_id'])).toEqual([null, null])
})
