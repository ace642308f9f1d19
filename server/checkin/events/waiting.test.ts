import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelEvent, editEvent, type EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/registration.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId, localIn } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { tellMovedUp, sweepWaiting } from './event-workers.ts'
import { freePlaces } from './places.ts'

let app: TestApp
let church: Church
let event: EventRow
let holder: Family
let first: Family
let second: Family
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  church = await app.buildChurch({ units: 20 })
  event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 1 }, { name: 'Toddlers' }] })
  ;[holder, first, second] = (await Promise.all([1, 2, 3].map(() => buildFamily(app, church)))) as [
    Family,
    Family,
    Family,
  ]
  await register(holder)
})

const choice = (by: Family, name: string) => ({ personId: by.childIds[0] ?? '', classId: classId(event, name) })
const register = (by: Family, name = 'Nursery') =>
  app.call(calls.register, { params: { id: event.id }, body: { children: [choice(by, name)] } }, { token: by.token })
const wait = (by: Family, name = 'Nursery') =>
  app.call(calls.waitForClass, { params: { id: event.id }, body: choice(by, name) }, { token: by.token })
const cancel = (by: Family) =>
  app.call(calls.cancelChild, { params: { id: event.id, personId: by.childIds[0] ?? '' } }, { token: by.token })
const passOf = async (by: Family) => (await app.call(calls.listPasses, {}, { token: by.token })).body[0]
const edit = (classes: { id: string; capacity: number }[], hours = 1) =>
  app.call(
    editEvent,
    {
      params: { id: event.id },
      body: {
        name: event.name,
        place: '',
        startsAt: localIn(app, hours),
        endsAt: localIn(app, hours + 2),
        opensAt: null,
        closesAt: null,
        classes: event.classes.map((one) => ({
          ...one,
          capacity: classes.find(({ id }) => id === one.id)?.capacity ?? one.capacity,
        })),
        scope: 'this',
        version: 1,
      },
    },
    { token: church.admin.token },
  )
/** Texts of messages to a number; the sandbox has them. */
const textsTo = async (phone: string): Promise<string[]> => {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=100`)
  const { items } = (await reply.json()) as { items: { to: string; text: string }[] }
  return items.filter(({ to }) => phone.endsWith(to.replace('+', ''))).map(({ text }) => text)
}

test('the longest waiting moves up when a place becomes free, and the family is told by SMS', async () => {
  expect((await wait(first)).body).toEqual({ outcome: 'waiting', place: 1 })
  expect((await wait(second)).body).toEqual({ outcome: 'waiting', place: 2 })
  expect((await wait(first)).body).toEqual({ outcome: 'waiting', place: 1 })
  expect(await passOf(second)).toMatchObject({ children: [], waiting: [{ className: 'Nursery', place: 2 }] })
  await cancel(holder)
  const pass = await passOf(first)
  expect(pass).toMatchObject({ children: [{ className: 'Nursery', state: 'registered' }], waiting: [] })
  expect(await passOf(second)).toMatchObject({ children: [], waiting: [{ place: 1 }] })
  expect(await passOf(holder)).toBeUndefined()
  const [text = ''] = await until(async () => {
    const texts = await textsTo(first.phone)
    return texts.length > 0 ? texts : null
  })
  expect(text).toContain(`${pass?.code.slice(0, 3)} ${pass?.code.slice(3)}`)
  expect(text).not.toContain('Tobi')
  expect(await textsTo(second.phone)).toEqual([])
})

test('a place that is free after all is taken at once', async () => {
  expect((await wait(first, 'Toddlers')).body).toEqual({ outcome: 'registered', place: null })
  expect((await wait(first, 'Toddlers')).body).toEqual({ outcome: 'registered', place: null })
  expect((await wait(first, 'Nursery')).body).toMatchObject({
    code: 'invalid_input',
    fields: { personId: expect.any(String) },
  })
})

test('who waits overtakes none of the own family: those who were chosen get their places in the same step, or nobody does', async () => {
  const twins = await buildFamily(app, church, { children: [{ firstName: 'Taiwo' }, { firstName: 'Kehinde' }] })
  const [taiwo = '', kehinde = ''] = twins.childIds
  const waitWith = (personId: string, first: string[], name = 'Nursery') => {
    const body = { personId, classId: classId(event, name), first }
    return app.call(calls.waitForClass, { params: { id: event.id }, body }, { token: twins.token })
  }
  expect((await waitWith(kehinde, [taiwo])).body.code).toBe('class_full')
  expect((await waitWith(kehinde, [kehinde])).body.code).toBe('invalid_input')
  expect((await waitWith(kehinde, [first.childIds[0] ?? ''])).body.code).toBe('not_found')
  expect(await passOf(twins)).toBeUndefined()
  await cancel(holder)
  await register(twins, 'Toddlers')
  for (const _press of [1, 2])
    expect((await waitWith(kehinde, [taiwo.toUpperCase()])).body).toEqual({ outcome: 'waiting', place: 1 })
  expect(await passOf(twins)).toMatchObject({
    children: [{ firstName: 'Taiwo', className: 'Nursery' }],
    waiting: [{ firstName: 'Kehinde', place: 1 }],
  })
  expect((await waitWith(kehinde, [taiwo], 'Toddlers')).body).toEqual({ outcome: 'registered', place: null })
})

test('registering in another class, and leaving the line, end the waiting', async () => {
  await wait(first)
  await wait(second)
  await register(first, 'Toddlers')
  expect((await cancel(second)).body).toEqual({ cancelled: true })
  expect((await cancel(second)).body).toEqual({ cancelled: true })
  expect(await passOf(second)).toBeUndefined()
  await cancel(holder)
  expect((await passOf(first))?.children).toMatchObject([{ className: 'Toddlers' }])
})

test('more places, and a child who moves to another class, let the next ones in', async () => {
  await wait(first)
  await wait(second)
  await register(holder, 'Toddlers')
  expect((await passOf(first))?.children).toHaveLength(1)
  expect((await edit([{ id: classId(event, 'Nursery'), capacity: 2 }])).status).toBe(200)
  expect((await passOf(second))?.children).toHaveLength(1)
})

test('the sweep finds a place that became free unseen; a church without units tells by mail', async () => {
  await app.look(`update sender_id set status = 0 where tenant_id = $1`, [church.tenantId])
  await wait(first)
  await app.look('delete from person where id = $1', [holder.childIds[0]])
  await sweepWaiting(app.server.context)
  expect((await passOf(first))?.children).toHaveLength(1)
  await until(async () => {
    const reply = await fetch(`${app.sandboxUrl}/_sandbox/mail?limit=20`)
    return JSON.stringify(await reply.json()).includes(first.email)
  })
})

test('when whoever asked is not there any more a parent is told; what is no good news any more is not told, nor anything twice', async () => {
  await wait(first)
  await cancel(holder)
  await until(async () => (await textsTo(first.phone)).length === 1)
  const { id: registrationId = '' } = (await passOf(first)) ?? {}
  await app.look('update registration set brought_by = null where id = $1', [registrationId])
  const about = { tenantId: church.tenantId, registrationId, askedBy: null, personIds: first.childIds.slice(0, 1) }
  const tell = (reference: string) => tellMovedUp(app.server.context, { ...about, reference })
  const reference = randomUUID()
  await tell(reference)
  await tell(reference)
  await cancel(first)
  await tell(randomUUID())
  await until(async () => (await textsTo(first.phone)).length === 2)
  expect(await app.look('select from campaign where tenant_id = $1', [church.tenantId])).toHaveLength(2)
})

test('what is over, or to which somebody came, stays on its day, and nobody is taken out of it afterwards', async () => {
  const saveIn = (at: Date | null) =>
    app.look('update registration_child set checked_in_at = $2 where event_id = $1', [event.id, at])
  await saveIn(app.clock.now())
  expect((await edit([], 25)).body.fields).toEqual({ startsAt: expect.stringContaining('checked in') })
  await saveIn(null)
  await app.look(
    `update event set starts_at = starts_at - interval '9 days', ends_at = ends_at - interval '9 days' where id = $1`,
    [event.id],
  )
  expect((await edit([], 25)).body.fields).toEqual({ startsAt: expect.stringContaining('past event') })
  expect((await cancel(holder)).body.code).toBe('registration_closed')
})

test('a place that becomes free in a past event goes to nobody', async () => {
  await wait(first)
  await app.look(
    `update event set starts_at = starts_at - interval '9 days', ends_at = ends_at - interval '9 days' where id = $1`,
    [event.id],
  )
  await app.look('delete from person where id = $1', [holder.childIds[0]])
  const { database, enqueue } = app.server.context
  const free = { tenantId: church.tenantId, classIds: [classId(event, 'Nursery')], at: app.clock.now() }
  expect(await database.withTenant(church.tenantId, (tx) => freePlaces(tx, enqueue, free))).toBe(0)
})

test('everybody who is registered or waits is told when an event is cancelled, once', async () => {
  await wait(first)
  const cancelled = await app.call(
    cancelEvent,
    { params: { id: event.id }, body: { scope: 'this' } },
    { token: church.admin.token },
  )
  expect(cancelled.body.state).toBe('cancelled')
  await app.call(cancelEvent, { params: { id: event.id }, body: { scope: 'this' } }, { token: church.admin.token })
  for (const { phone } of [holder, first])
    await until(async () => (await textsTo(phone)).some((text) => text.includes('has been cancelled')))
  expect((await passOf(holder))?.event.cancelled).toBe(true)
  expect((await wait(second)).body.code).toBe('registration_closed')
  expect(await textsTo(holder.phone)).toHaveLength(1)
})
