import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { compareCustody, exportCustody, verifyCustody } from '#contract/checkin/custody.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { checkIn } from '#contract/checkin/station.ts'
import { addColleague } from '../../../test-kit/add-colleague.ts'
import type { Church } from '../../../test-kit/build-church.ts'
import { buildEvent } from '../../../test-kit/build-event.ts'
import { buildFamily } from '../../../test-kit/build-family.ts'
import { addressOf } from '../../../test-kit/call.ts'
import { mailsTo, newestMail } from '../../../test-kit/inbox.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { anchorLogs } from './anchors.ts'

let app: TestApp
let church: Church
let event: EventRow
beforeAll(async () => {
  app = await startApp({ fromMorning: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  event = await buildEvent(app, church, { name: 'Morning', startsIn: -0.5 })
  await arrive()
})

const as = () => ({ token: church.admin.token })
async function arrive(): Promise<void> {
  const { familyId, childIds } = await buildFamily(app, church)
  const children = childIds.map((personId) => ({ personId, classId: event.classes[0]?.id ?? '' }))
  expect((await app.call(checkIn, { body: { eventId: event.id, familyId, children } }, as())).status).toBe(200)
}
/** The clock of the church, which is an hour ahead of UTC. */
async function waitFor(hour: number): Promise<void> {
  const at = app.clock.now()
  const ahead = (hour - 1 - at.getUTCHours() + 24) % 24
  app.clock.advance((ahead === 0 ? 24 : ahead) * 60 * 60_000)
  await anchorLogs(app.server.context)
}
const compare = async (anchors: string) => (await app.call(compareCustody, { body: { anchors } }, as())).body
const removed = (number: number, eventName: string | null = 'Morning') => ({
  intact: false,
  broken: [{ eventId: event.id, eventName, number }],
})

test('owners are mailed the ends of the day’s logs, once a day, and only when entries came', async () => {
  const lead = await addColleague(app, church, { roles: ['CheckInLead'] })
  await waitFor(23)
  const mail = await newestMail(app.sandboxUrl, church.admin.email)
  expect(mail.subject).toContain('Custody log of')
  expect(mail.text).toMatch(new RegExp(`Morning, 1 entry: ${event.id}:1:[0-9a-f]{64}`))
  await anchorLogs(app.server.context)
  await waitFor(23)
  await waitFor(12)
  expect(await mailsTo(app.sandboxUrl, church.admin.email)).toHaveLength(1)
  await app.look(`update event set starts_at = $2, ends_at = $3, day = $4 where id = $1`, [
    event.id,
    app.clock.now(),
    new Date(app.clock.now().getTime() + 3_600_000),
    app.clock.now().toISOString().slice(0, 10),
  ])
  await arrive()
  await anchorLogs(app.server.context)
  expect(await mailsTo(app.sandboxUrl, church.admin.email)).toHaveLength(1)
  await waitFor(22)
  expect((await newestMail(app.sandboxUrl, church.admin.email, 2)).text).toContain(`${event.id}:2:`)
  expect(await mailsTo(app.sandboxUrl, lead.email)).toEqual([])
})

test('a log that was removed with its head shows in what was mailed, and in nothing that is left', async () => {
  await arrive()
  await waitFor(23)
  const { text } = await newestMail(app.sandboxUrl, church.admin.email)
  expect(await compare(text)).toEqual({ compared: 1, intact: true, broken: [] })
  expect(await compare('nothing')).toEqual({ compared: 0, intact: true, broken: [] })
  for (const table of ['custody_entry', 'custody_head', 'registration_child', 'day_code', 'registration'])
    await app.look(`delete from ${table} where tenant_id = $1`, [church.tenantId])
  expect((await app.call(verifyCustody, {}, as())).body).toEqual({ entries: 0, intact: true, broken: [] })
  expect(await compare(text)).toMatchObject(removed(2))
  await app.look(`delete from event_class where event_id = $1`, [event.id])
  await app.look(`delete from event where id = $1`, [event.id])
  expect(await compare(text)).toMatchObject(removed(2, null))
})

test('an exported file is held against the log in the same way, and names the first entry that is another one', async () => {
  for (const _more of [2, 3]) await arrive()
  const reply = await fetch(app.url + addressOf(exportCustody, { query: { format: 'csv' } }), {
    headers: { authorization: `Bearer ${church.admin.token}` },
  })
  const file = await reply.text()
  expect(await compare(file)).toEqual({ compared: 3, intact: true, broken: [] })
  await app.look(`update custody_entry set hash = decode(repeat('ab', 32), 'hex') where event_id = $1 and number = 2`, [
    event.id,
  ])
  expect(await compare(file)).toMatchObject(removed(2))
  // Behind a changed entry the last one proves nothing, though it stands there as it was.
  const [last = ''] = file.split('\n').filter((line) => line.includes(`${event.id}:3:`))
  expect(await compare(last)).toMatchObject(removed(2))
})

test('every column of an entry is covered by its hash, the second person too', async () => {
  const columns = await app.look(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = 'custody_entry' and column_name not in ('tenant_id', 'event_id', 'number', 'hash')`,
  )
  expect(columns.map(({ name }) => name)).toContain('second_actor_id')
  const others: Record<string, string> = {
    uuid: 'gen_random_uuid()',
    text: `case when %I = 'system' then 'staff' else 'system' end`,
    jsonb: `'{"another": "one"}'`,
    'timestamp with time zone': `%I + interval '1 microsecond'`,
  }
  for (const { name, type } of columns) {
    const [before] = await app.look('select to_jsonb(e) as row from custody_entry e where event_id = $1', [event.id])
    const other = others[String(type)]?.replaceAll('%I', String(name))
    await app.look(`update custody_entry set ${String(name)} = ${other} where event_id = $1`, [event.id])
    expect([name, (await app.call(verifyCustody, {}, as())).body.intact]).toEqual([name, false])
    const row = (before?.['row'] ?? {}) as Record<string, unknown>
    await app.look(
      `update custody_entry set ${String(name)} = (jsonb_populate_record(null::custody_entry, $2)).${String(name)} where event_id = $1`,
      [event.id, JSON.stringify(row)],
    )
    expect((await app.call(verifyCustody, {}, as())).body.intact).toBe(true)
  }
})

test('another church’s lines say nothing about this one', async () => {
  await waitFor(23)
  const { text } = await newestMail(app.sandboxUrl, church.admin.email)
  const other = await app.buildChurch()
  const { body } = await app.call(compareCustody, { body: { anchors: text } }, { token: other.admin.token })
  expect(body).toEqual({ compared: 1, intact: false, broken: [{ eventId: event.id, eventName: null, number: 1 }] })
})
