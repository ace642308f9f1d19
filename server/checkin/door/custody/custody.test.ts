import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportCustody, listCustody, verifyCustody, type CustodyRow } from '#contract/checkin/custody.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/station.ts'
import type { CallArgs } from '#contract/endpoint.ts'
import { addColleague, type Colleague } from '../../../test-kit/add-colleague.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { buildEvent } from '../../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../../test-kit/build-family.ts'
import { addressOf } from '../../../test-kit/call.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let desk: Colleague
let event: EventRow
let family: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

/** Two children come in, their labels are printed again, a release is refused, they go home: seven entries. */
beforeEach(async () => {
  church = await app.buildChurch()
  desk = await addColleague(app, church, { roles: ['CheckIn'], firstName: 'Bọ́lá', lastName: 'Eze' })
  event = await buildEvent(app, church, { name: 'Morning', startsIn: -0.5 })
  family = await buildFamily(app, church, { children: [{ firstName: 'Ada' }, { firstName: 'Tobi' }] })
  const as = { token: desk.token }
  const classId = event.classes[0]?.id ?? ''
  const children = family.childIds.map((personId) => ({ personId, classId }))
  const body = { eventId: event.id, familyId: family.familyId, children }
  const { code, registrationId } = (await app.call(calls.checkIn, { body }, as)).body
  await app.call(calls.reprint, { body: { registrationId } }, as)
  const leaving = { eventId: event.id, code, childIds: family.childIds, collectorId: family.parentId }
  await app.call(calls.checkOut, { body: { ...leaving, code: 'XXXXXX' } }, as)
  await app.call(calls.checkOut, { body: leaving }, as)
})

const verify = async () => (await app.call(verifyCustody, {}, { token: church.admin.token })).body
const list = async (query: object = {}) =>
  (await app.call(listCustody, { query: { limit: 100, ...query } }, { token: church.admin.token })).body
const rows = async (): Promise<CustodyRow[]> => (await list()).items
async function download(query: CallArgs<typeof exportCustody>['query'], token = church.admin.token) {
  const reply = await fetch(app.url + addressOf(exportCustody, { query }), {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: reply.status, name: reply.headers.get('content-disposition'), text: await reply.text() }
}
const brokenAt = (number: number) => ({
  intact: false,
  broken: [{ eventId: event.id, eventName: 'Morning', number }],
})

describe('the log', () => {
  test('tells who was let in and out, the latest first, by the names of today', async () => {
    const { items, total } = await list()
    expect(total).toBe(7)
    expect(items.map(({ number, act }) => [number, act])).toEqual([
      [7, 'checked_out'],
      [6, 'checked_out'],
      [5, 'release_refused'],
      [4, 'release_refused'],
      [3, 'labels_reprinted'],
      [2, 'checked_in'],
      [1, 'checked_in'],
    ])
    expect(items[0]).toMatchObject({
      eventName: 'Morning',
      className: 'Toddlers',
      collectorName: 'Bisi Ade',
      actorName: 'Bọ́lá Eze',
      intact: true,
    })
    expect(items[2]).toMatchObject({ reason: 'wrong_code', collectorName: 'Bisi Ade' })
    await app.look(`update person set first_name = 'Adaeze' where id = $1`, [family.childIds[0]])
    expect((await rows()).map(({ childName }) => childName)).toContain('Adaeze Ade')
    expect(await verify()).toEqual({ entries: 7, intact: true, broken: [] })
  })

  test('is paged, and filtered by event, act, day and child', async () => {
    const numbers: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, cursor })
      numbers.push(...page.items.map(({ number }) => number))
      cursor = page.nextCursor
    }
    expect(numbers).toEqual([7, 6, 5, 4, 3, 2, 1])
    const evening = await buildEvent(app, church, { name: 'Evening', startsIn: 1 })
    expect((await list({ eventId: evening.id })).total).toBe(0)
    expect((await list({ act: 'checked_out' })).total).toBe(2)
    expect((await list({ search: 'tobi' })).total).toBe(3)
    expect((await list({ until: '2020-01-01' })).total).toBe(0)
    const wrong = await app.call(listCustody, { query: { cursor: 'x' } }, { token: church.admin.token })
    expect(wrong.body.code).toBe('invalid_cursor')
    expect((await app.call(listCustody, { query: {} }, { token: desk.token })).body.code).toBe('not_allowed')
  })

  test('belongs to one church', async () => {
    const other = await app.buildChurch()
    const as = { token: other.admin.token }
    expect((await app.call(listCustody, { query: {} }, as)).body.total).toBe(0)
    expect((await app.call(verifyCustody, {}, as)).body.entries).toBe(0)
  })

  test('numbers entries without a gap while many write at once', async () => {
    const families = await Promise.all(Array.from({ length: 8 }, () => buildFamily(app, church)))
    const classId = event.classes[0]?.id ?? ''
    const checkIn = ({ familyId, childIds }: Family) => {
      const children = childIds.map((personId) => ({ personId, classId }))
      return app.call(calls.checkIn, { body: { eventId: event.id, familyId, children } }, { token: desk.token })
    }
    await Promise.all(families.map(checkIn))
    expect((await rows()).map(({ number }) => number).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    )
    expect(await verify()).toEqual({ entries: 15, intact: true, broken: [] })
  })
})

describe('the log as a file', () => {
  test('holds what the list shows, row for row, and says of each whether it is intact', async () => {
    await app.look(`update custody_entry set collector_id = null where event_id = $1 and number = 6`, [event.id])
    const { text, name } = await download({ format: 'csv' })
    expect(name).toMatch(/filename="custody-\d{4}-\d\d-\d\d\.csv"/)
    const [heading, ...lines] = text.trimEnd().split('\r\n')
    expect(heading).toBe('When,What,Child,Class,Collected by,Reason,By,With,Sent by,Station,Event,Entry,Intact,Anchor')
    const shown = (await rows()).map(({ childName }) => childName ?? '')
    expect(lines.map((line) => line.split(',')[2])).toEqual(shown)
    expect(
      lines.map((line) =>
        line
          .replace(/^\d{4}-\d\d-\d\d \d\d:\d\d,/, '')
          .replace(/(?:Ada|Tobi) Ade/, '-')
          .replace(/,[\da-f-]{36}:\d+:[\da-f]{64}$/, ''),
      ),
    ).toEqual([
      'Checked out,-,Toddlers,Bisi Ade,,Bọ́lá Eze,,,,Morning,7,Yes',
      'Checked out,-,Toddlers,,,Bọ́lá Eze,,,,Morning,6,No: changed',
      ...[5, 4].map((number) => `Release refused,-,Toddlers,Bisi Ade,Wrong code,Bọ́lá Eze,,,,Morning,${number},Yes`),
      'Labels reprinted,,,,,Bọ́lá Eze,,,,Morning,3,Yes',
      ...[2, 1].map((number) => `Checked in,-,Toddlers,,,Bọ́lá Eze,,,,Morning,${number},Yes`),
    ])
    const notes = await app.look(`select details from audit_entry where tenant_id = $1 and act = 'list.exported'`, [
      church.tenantId,
    ])
    expect(notes).toEqual([{ details: { list: 'custody', format: 'csv', rows: 7 } }])
  })

  test('keeps the filter, the columns chosen and their titles, in each format', async () => {
    const some = { act: 'checked_out', search: 'tobi', eventId: event.id, columns: 'number,intact' } as const
    expect((await download({ ...some, format: 'txt', headings: 'Entrée|Intacte' })).text).toMatch(
      /^Entrée\tIntacte\r\n[67]\tYes\r\n$/,
    )
    const print = JSON.parse((await download({ ...some, format: 'json', title: 'Custody log' })).text)
    expect(print).toMatchObject({ title: 'Custody log', headings: ['Entry', 'Intact'], total: 1 })
    const workbook = await download({ format: 'xlsx' })
    expect([workbook.status, workbook.text.slice(0, 2)]).toEqual([200, 'PK'])
    expect((await download({ format: 'csv', columns: 'hash' })).status).toBe(400)
  })

  test('answers an event of another church as one that is unknown, and staff without the ability not at all', async () => {
    const other = await app.buildChurch()
    const theirs = await download({ format: 'csv', eventId: event.id }, other.admin.token)
    const unknown = await download({ format: 'csv', eventId: crypto.randomUUID() }, other.admin.token)
    expect(theirs).toEqual(unknown)
    expect(unknown.text.trimEnd().split('\r\n')).toHaveLength(1)
    expect((await download({ format: 'csv' }, desk.token)).status).toBe(403)
  })
})

describe('whoever changes the database shows in the log', () => {
  test.each([
    ['who went with whom', `update custody_entry set collector_id = gen_random_uuid() where this and number = 6`, 6],
    [
      'the time, by a microsecond',
      `update custody_entry set at = at + interval '1 microsecond' where this and number = 2`,
      2,
    ],
    ['the act', `update custody_entry set act = 'moved' where this and number = 1`, 1],
    ['the reason', `update custody_entry set details = '{"reason": "used"}' where this and number = 4`, 4],
    ['the actor', `update custody_entry set actor_id = null where this and number = 3`, 3],
    ['an entry taken out', `delete from custody_entry where this and number = 3`, 3],
    ['the first one taken out', `delete from custody_entry where this and number = 1`, 1],
    ['the last one taken out', `delete from custody_entry where this and number = 7`, 7],
    [
      'the last ones cut off, with a head made to fit',
      `with cut as (delete from custody_entry where this and number > 5)
       update custody_head h set entries = 5, hash = (select hash from custody_entry e where e.event_id = h.event_id and number = 5)
       where this`,
      6,
    ],
    [
      'two swapped',
      `update custody_entry e set person_id = o.person_id, hash = o.hash, act = o.act, details = o.details
       from custody_entry o where e.event_id = o.event_id and o.event_id = @
           and ((e.number = 4 and o.number = 5) or (e.number = 5 and o.number = 4))`,
      4,
    ],
    [
      'one put in behind',
      `insert into custody_entry select tenant_id, event_id, 8, at, act, person_id, registration_id, class_id, collector_id,
         actor_kind, actor_id, second_actor_id, station_id, details, hash from custody_entry where this and number = 7`,
      8,
    ],
    [
      'everything taken out',
      `with gone as (delete from custody_entry where this) delete from custody_head where this`,
      1,
    ],
    ['the head taken out', `delete from custody_head where this`, 8],
  ])('%s', async (_what, text, number) => {
    await app.look(text.replaceAll('this', 'event_id = @').replaceAll('@', `'${event.id}'`))
    expect(await verify()).toMatchObject(brokenAt(number))
  })

  test('the list marks the entry itself, and the log goes on', async () => {
    await app.look(`update custody_entry set collector_id = null where event_id = $1 and number = 6`, [event.id])
    expect((await rows()).filter(({ intact }) => !intact).map(({ number }) => number)).toEqual([6])
    await app.look(`delete from custody_head where event_id = $1`, [event.id])
    const late = await buildFamily(app, church)
    const children = late.childIds.map((personId) => ({ personId, classId: event.classes[0]?.id ?? '' }))
    const body = { eventId: event.id, familyId: late.familyId, children }
    expect((await app.call(calls.checkIn, { body }, { token: desk.token })).status).toBe(200)
    expect((await rows()).map(({ number, intact }) => [number, intact]).slice(0, 3)).toEqual([
      [8, false],
      [7, true],
      [6, false],
    ])
  })

  test('the log goes on behind an entry that was put in', async () => {
    await app.look(
      `insert into custody_entry select tenant_id, event_id, 8, at, act, person_id, registration_id, class_id, collector_id,
         actor_kind, actor_id, second_actor_id, station_id, details, hash from custody_entry where event_id = $1 and number = 7`,
      [event.id],
    )
    const late = await buildFamily(app, church)
    const children = late.childIds.map((personId) => ({ personId, classId: event.classes[0]?.id ?? '' }))
    const body = { eventId: event.id, familyId: late.familyId, children }
    expect((await app.call(calls.checkIn, { body }, { token: desk.token })).status).toBe(200)
    expect((await rows()).map(({ number }) => number).slice(0, children.length + 1)).toEqual(
      children.map((_, index) => 8 + children.length - index).concat(8),
    )
    expect(await verify()).toMatchObject(brokenAt(8))
  })
})
