import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import { register } from '#contract/checkin/registration.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId, localIn } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { registerFamily, type Registering } from './register-family.ts'

let app: TestApp
let church: Church
let event: EventRow
let family: Family
const stationId = randomUUID()
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  church = await app.buildChurch()
  const classes = [{ name: 'Nursery', capacity: 3 }]
  event = await buildEvent(app, church, { classes, startsIn: 2, closesAt: localIn(app, -1) })
  family = await buildFamily(app, church, { children: [{}, {}, {}, {}] })
  await app.look(
    `insert into station (tenant_id, id, name, account_id, public_key, created_at, seen_at, admitted_at)
     select $1, $2, 'Door', id, '{}', now(), now(), now() from account where tenant_id = $1`,
    [church.tenantId, stationId],
  )
  await app.look(`update event_class set leased = 2 where event_id = $1`, [event.id])
  await app.look(`insert into station_lease values ($1, $2, $3, 2)`, [
    church.tenantId,
    stationId,
    classId(event, 'Nursery'),
  ])
  for (const code of ['K7M4QX', 'K7M4QY'])
    await app.look(
      `insert into day_code (tenant_id, day, code, station_id) select tenant_id, day, $2, $3 from event where id = $1`,
      [event.id, code, stationId],
    )
})

const atDoor = (children: number[], part: Partial<Registering> = {}) =>
  app.server.context.database
    .withTenant(church.tenantId, (tx) =>
      registerFamily(tx, {
        tenantId: church.tenantId,
        eventId: event.id,
        familyId: family.familyId,
        broughtBy: family.parentId,
        children: children.map((child) => ({
          personId: family.childIds[child] ?? '',
          classId: classId(event, 'Nursery'),
        })),
        at: app.clock.now(),
        enqueue: app.server.context.enqueue,
        atDoor: true,
        stationId,
        ...part,
      }),
    )
    .catch((error: { code: string }) => error.code)
const places = async () => (await app.look('select taken, leased from event_class where event_id = $1', [event.id]))[0]

test('places come from what the station holds first, then from the class', async () => {
  await atDoor([0])
  expect(await places()).toEqual({ taken: 1, leased: 1 })
  await atDoor([1, 2])
  expect(await places()).toEqual({ taken: 3, leased: 0 })
  expect(await atDoor([3])).toBe('class_full')
  expect(await app.look('select places from station_lease where class_id = $1', [classId(event, 'Nursery')])).toEqual([
    { places: 0 },
  ])
})

test('what the station holds is nobody else’s', async () => {
  expect(await atDoor([0, 1], { stationId: null })).toBe('class_full')
  await atDoor([0], { stationId: null })
  // Nor of a family that has a place already.
  expect(await atDoor([1], { stationId: null })).toBe('class_full')
  expect(await places()).toEqual({ taken: 1, leased: 2 })
})

test('a code of its block is the family’s, another one a second one, and one that is not of the block is refused', async () => {
  expect(await atDoor([0], { code: 'K7M4QW' })).toBe('invalid_input')
  const first = await atDoor([0], { code: 'K7M4QX' })
  expect(first).toMatchObject({ code: 'K7M4QX' })
  expect(await atDoor([0], { code: 'K7M4QX' })).toEqual(first)
  expect(await atDoor([1], { code: 'K7M4QY' })).toEqual(first)
  expect(await atDoor([1], { code: 'K7M4QY' })).toEqual(first)
  const registered = await app.look(
    'select code from day_code where registration_id is not null and tenant_id = $1 order by code',
    [church.tenantId],
  )
  expect(registered).toEqual([{ code: 'K7M4QX' }, { code: 'K7M4QY' }])
})

test('the door is open until the end, when the portal is closed already', async () => {
  const children = [{ personId: family.childIds[0] ?? '', classId: classId(event, 'Nursery') }]
  const reply = await app.call(register, { params: { id: event.id }, body: { children } }, { token: family.token })
  expect(reply.body.code).toBe('registration_closed')
  expect(await atDoor([0])).toHaveProperty('code')
  await app.look(`update event set starts_at = now() - interval '2 hours', ends_at = now() where id = $1`, [event.id])
  expect(await atDoor([1])).toBe('registration_closed')
})
