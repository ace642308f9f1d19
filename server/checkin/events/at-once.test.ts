import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import { readOwnFamily } from '#contract/checkin/family.ts'
import * as calls from '#contract/checkin/registration.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

/** A registration is sent whole, its end included: what is refused is what others did between its look and its end. */
let app: TestApp
let church: Church
let event: EventRow
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
  const classes = [
    { name: 'Nursery', capacity: 5 },
    { name: 'Toddlers', capacity: 5 },
  ]
  event = await buildEvent(app, church, { classes })
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})

const register = ({ childIds, token }: Family, ...names: string[]) => {
  const children = names.map((name, nth) => ({ personId: childIds[nth] ?? '', classId: classId(event, name) }))
  return app.call(calls.register, { params: { id: event.id }, body: { children } }, { token })
}
const family = () => buildFamily(app, church, { children: [{}, {}] })
const kept = async ({ familyId }: Family) => [
  (await app.look('select from registration where family_id = $1', [familyId])).length,
  (
    await app.look(
      `select from day_code d join registration r on r.tenant_id = d.tenant_id and r.id = d.registration_id
       where r.family_id = $1`,
      [familyId],
    )
  ).length,
  Number((await app.look('select sum(taken) as taken from event_class where event_id = $1', [event.id]))[0]?.['taken']),
]
/** Of several machines the one that plans tells it of all. */
const waiting =
  inject('workerUrls').length > 0
    ? 'select from citus_lock_waits'
    : `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const waits = async () => (await app.look(waiting)).length > 0

test.each([
  ['is removed', 'removed_at = now()', 'class_removed'],
  ['is filled', 'taken = capacity', 'class_full'],
])(
  'a class that %s while a family looks at it: nothing of the family is kept, and it learns which',
  async (_how, set, code) => {
    const late = await family()
    const nursery = classId(event, 'Nursery')
    const { reply } = await app.server.context.database.withTenant(church.tenantId, async (tx) => {
      await sql`select from event where id = ${event.id} for update`.execute(tx)
      const asked = register(late, 'Toddlers', 'Nursery')
      await until(waits)
      await sql`update event_class set ${sql.raw(set)} where id = ${nursery}`.execute(tx)
      return { reply: asked }
    })
    const { status, body } = await reply
    await app.look('update event_class set removed_at = null, taken = 0 where id = $1', [nursery])
    expect([status, body.code, body.fields]).toEqual([409, code, { [nursery]: 'Nursery' }])
    expect(await kept(late)).toEqual([0, 0, 0])
  },
)

test('who is remembered and was signed out, or whose church is past its time, registers nobody', async () => {
  const known = await family()
  const asked = () => app.call(readOwnFamily, { query: {} }, { token: known.token })
  expect((await asked()).status).toBe(200)
  await app.look(`update subscription set expires_on = current_date - 400 where tenant_id = $1`, [church.tenantId])
  expect((await register(known, 'Toddlers')).body.code).toBe('subscription_expired')
  await app.look(`update subscription set expires_on = current_date + 400 where tenant_id = $1`, [church.tenantId])
  expect((await asked()).status).toBe(200)
  await app.look(
    `delete from guardian_session s using guardian_account a
     where a.tenant_id = s.tenant_id and a.id = s.account_id and a.person_id = $1`,
    [known.parentId],
  )
  expect((await register(known, 'Toddlers')).body.code).toBe('not_signed_in')
  expect(await kept(known)).toEqual([0, 0, 0])
})

test('a code that somebody has on that day is given to nobody else', async () => {
  const [one, other] = [await family(), await family()]
  const { body } = await register(one, 'Toddlers')
  // Only the first code that it tries is the other's.
  await app.look('create sequence tries')
  await app.look(
    `create function same_code() returns trigger language plpgsql security definer as $$ begin
      if nextval('tries') = 1 then new.code := '${body.code}'; end if; return new; end $$`,
  )
  await app.look('create trigger same_code before insert on day_code for each row execute function same_code()')
  const { status, body: second } = await register(other, 'Toddlers')
  await app.look('drop trigger same_code on day_code')
  expect([status, second.code === body.code]).toEqual([200, false])
  expect(await kept(other)).toEqual([1, 1, 2])
})
