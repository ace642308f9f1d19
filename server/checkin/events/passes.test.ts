import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { upcomingCheckinEvents, type EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/registration.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let family: Family
let event: EventRow
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look)).filter((fault) => !/holds|campaigns|debits/.test(fault))).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  church = await app.buildChurch({ units: 10 })
  family = await buildFamily(app, church)
  event = await buildEvent(app, church)
})

const as = (by: Family = family) => ({ token: by.token })
const register = async (by: Family = family, of: EventRow = event) => {
  const children = [{ personId: by.childIds[0] ?? '', classId: classId(of, 'Toddlers') }]
  return (await app.call(calls.register, { params: { id: of.id }, body: { children } }, as(by))).body
}
const over = (of: EventRow) =>
  app.look(
    `update event set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [of.id],
  )

test('a pass is of the own family, shown until the event is over, and kept when it was cancelled', async () => {
  const { registrationId, code } = await register()
  const stranger = await buildFamily(app, church)
  const read = (by: Family) => app.call(calls.readPass, { params: { id: registrationId } }, as(by))
  expect((await read(family)).body).toMatchObject({ id: registrationId, code, event: { cancelled: false } })
  expect((await read(stranger)).body.code).toBe('not_found')
  const list = async () => (await app.call(calls.listPasses, {}, as())).body.map(({ id }) => id)
  expect(await list()).toEqual([registrationId])
  await app.look('update event set cancelled_at = now() where id = $1', [event.id])
  expect(await list()).toEqual([registrationId])
  const { body: coming } = await app.call(upcomingCheckinEvents, {}, as())
  expect(coming).toMatchObject([{ state: 'cancelled', registrationId }])
  expect((await app.call(upcomingCheckinEvents, {}, as(stranger))).body).toEqual([])
  await over(event)
  expect(await list()).toEqual([])
  expect((await read(family)).status).toBe(200)
})

test('the code goes to the own phone, names no child, costs a unit, three times an hour', async () => {
  const { registrationId, code } = await register()
  const text = () => app.call(calls.textPass, { params: { id: registrationId } }, as())
  expect((await text()).body).toEqual({ sent: true, reason: null })
  const [sent] = await app.look(`select message from campaign where tenant_id = $1`, [church.tenantId])
  expect(sent?.['message']).toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
  expect(sent?.['message']).not.toContain('Tobi')
  await app.look('delete from sender_id where tenant_id = $1', [church.tenantId])
  expect((await text()).body).toEqual({ sent: false, reason: 'no_sender' })
  await text()
  expect((await text()).body.code).toBe('too_many_tries')
})

test('without units, or a phone, the church says why it cannot send', async () => {
  church = await app.buildChurch({ units: 0 })
  family = await buildFamily(app, church)
  event = await buildEvent(app, church)
  const { registrationId } = await register()
  const text = () => app.call(calls.textPass, { params: { id: registrationId } }, as())
  expect((await text()).body).toEqual({ sent: false, reason: 'no_units' })
  await app.look('update guardian_account set phone = null where person_id = $1', [family.parentId])
  await app.look('update person set phone = null where id = $1', [family.parentId])
  expect((await text()).body).toEqual({ sent: false, reason: 'no_phone' })
})

test('home: the welcome, the next event, passes, and the class that calls', async () => {
  const home = async () => (await app.call(calls.readHome, {}, as())).body
  expect(await home()).toEqual({
    welcomeName: 'Bisi',
    members: 1,
    next: expect.objectContaining({ activityID: event.id, registrationId: null }),
    passes: [],
    calls: [],
  })
  const { registrationId } = await register()
  const [account] = await app.look('select id from account where tenant_id = $1', [church.tenantId])
  const ask = (minutes: number) =>
    app.look(
      `insert into class_page (tenant_id, event_id, class_id, person_id, asked_by, at, sms)
       values ($1, $2, $3, $4, $5, now() - make_interval(mins => $6), 'no_phone')`,
      [church.tenantId, event.id, classId(event, 'Toddlers'), family.childIds[0], account?.['id'], minutes],
    )
  await ask(5)
  await ask(130)
  const seen = await home()
  expect(seen).toMatchObject({
    passes: [{ id: registrationId }],
    next: { registrationId },
    calls: [{ firstName: 'Tobi', className: 'Toddlers' }],
  })
  const answer = (by: Family) => app.call(calls.answerCall, { params: { id: seen.calls[0]?.id ?? '' } }, as(by))
  expect((await answer(await buildFamily(app, church))).body.code).toBe('not_found')
  expect((await answer(family)).body).toEqual({ answered: true })
  expect((await answer(family)).body).toEqual({ answered: true })
  expect((await home()).calls).toEqual([])
})

test('the record: registered, came, missed; cancelled events do not count', async () => {
  const [came, missed, cancelled] = [
    await buildEvent(app, church),
    await buildEvent(app, church),
    await buildEvent(app, church),
  ]
  for (const one of [event, came, missed, cancelled]) await register(family, one)
  await app.look('update registration_child set checked_in_at = now() where event_id = $1', [came.id])
  for (const one of [came, missed]) await over(one)
  await app.look('update event set cancelled_at = now() where id = $1', [cancelled.id])
  const counts = { allRegisteredEvents: 3, totalAbsent: 1 }
  const count = (familyId?: string) => app.call(calls.familyAttendanceRecord, { query: { familyId } }, as())
  expect((await count()).body.returnObject).toEqual(counts)
  expect((await count(family.familyId.toUpperCase())).body.returnObject).toEqual(counts)
  expect((await count((await buildFamily(app, church)).familyId)).body.code).toBe('not_found')
  const { body } = await app.call(calls.readAttendance, {}, as())
  expect([body.registeredEvents, body.absent]).toEqual([3, 1])
  expect(body.events.map(({ children }) => children[0]?.state).toSorted()).toEqual(['absent', 'came', 'to_come'])
})

test('names in any script are kept, matched and shown as they are', async () => {
  const names = ['Ọlá', 'O\u0323la\u0301', 'علي', '李小龙', '🦁 Leo', 'Ṣèyí\u202e']
  const kids = await buildFamily(app, church, { children: names.map((firstName) => ({ firstName })) })
  const children = kids.childIds.map((personId) => ({ personId, classId: classId(event, 'Toddlers') }))
  const { body } = await app.call(calls.register, { params: { id: event.id }, body: { children } }, as(kids))
  const { body: pass } = await app.call(calls.readPass, { params: { id: body.registrationId } }, as(kids))
  const shown = new Map(pass.children.map(({ personId, firstName }) => [personId, firstName]))
  const stored = await app.look('select id, first_name from person where id = any ($1::uuid[])', [kids.childIds])
  expect(shown).toEqual(new Map(stored.map((row) => [String(row['id']), String(row['first_name'])])))
  expect([...shown.values()]).toContain('李小龙')
})
