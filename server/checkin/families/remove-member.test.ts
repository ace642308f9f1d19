import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOwnFamily, removeFamilyMember } from '#contract/checkin/family.ts'
import { register } from '#contract/checkin/registration.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const remove = ({ token }: Family, id: string) => app.call(removeFamilyMember, { query: { id } }, { token })
const read = ({ token }: Family) => app.call(readOwnFamily, { query: {} }, { token })

describe('taking somebody out', () => {
  const grant = ({ familyId }: Family, { personId, by, kind }: { personId: string; by: string; kind: string }) =>
    app.look(
      `insert into guardian_grant (tenant_id, family_id, person_id, kind, added_by, added_at)
       values ($1, $2, $3, $4, $5, now()) returning id`,
      [church.tenantId, familyId, personId, kind, by],
    )

  test('keeps the person and ends what was said about who may collect', async () => {
    const family = await buildFamily(app, church, { others: [{ role: 6 }] })
    const [personId = ''] = family.otherIds
    await grant(family, { personId, by: 'guardian', kind: 'allowed' })
    expect((await remove(family, personId)).status).toBe(200)
    expect(await app.look('select 1 from person where id = $1 and archived_at is null', [personId])).toHaveLength(1)
    const [ended] = await app.look('select revoked_at from guardian_grant where person_id = $1', [personId])
    expect(ended?.['revoked_at']).not.toBeNull()
    expect((await remove(family, personId)).status).toBe(404)
  })

  test('gives up the places that the family took for them', async () => {
    const family = await buildFamily(app, church)
    const event = await buildEvent(app, church)
    const [personId = ''] = family.childIds
    const body = { children: [{ personId, classId: classId(event, 'Toddlers') }] }
    await app.call(register, { params: { id: event.id }, body }, { token: family.token })
    expect((await remove(family, personId)).status).toBe(200)
    const state = await app.look(
      'select taken, (select count(*)::integer from registration_child where event_id = $1) as children from event_class where event_id = $1',
      [event.id],
    )
    expect(state).toEqual([{ taken: 0, children: 0 }])
  })

  test('is not for oneself', async () => {
    const family = await buildFamily(app, church)
    expect((await remove(family, family.parentId)).body.code).toBe('own_family')
  })

  test('is not for whom the church has barred', async () => {
    const family = await buildFamily(app, church, { others: [{ role: 6 }] })
    const [personId = ''] = family.otherIds
    await grant(family, { personId, by: 'staff', kind: 'not_authorised' })
    expect((await remove(family, personId)).body.code).toBe('set_by_church')
  })

  test('is not for a child who is in class', async () => {
    const family = await buildFamily(app, church)
    const [childId = ''] = family.childIds
    await app.look(
      `with e as (
         insert into event (tenant_id, name, starts_at, ends_at, day, created_at)
         values ($1, 'Sunday', now(), now() + interval '1 hour', current_date, now()) returning *
       ), c as (
         insert into event_class (tenant_id, event_id, name, position, taken) select $1, id, 'Lambs', 1, 1 from e returning *
       ), r as (
         insert into registration (tenant_id, event_id, family_id, code, day, created_at)
         select $1, id, $2, 'K7M4QX', day, now() from e returning *
       )
       insert into registration_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at, checked_in_at)
       select $1, r.event_id, $3, r.id, c.id, now(), now() from r, c`,
      [church.tenantId, family.familyId, childId],
    )
    expect((await remove(family, childId)).body.code).toBe('in_class')
    await app.look('update registration_child set checked_out_at = now() where person_id = $1', [childId])
    expect((await remove(family, childId)).status).toBe(200)
  })

  test('a guardian whom the family has barred sees nothing of it any more', async () => {
    const family = await buildFamily(app, church, { role: 6, others: [{ role: 1 }] })
    await grant(family, { personId: family.parentId, by: 'guardian', kind: 'not_authorised' })
    expect((await read(family)).status).toBe(404)
  })

  test('a parent whom the church has barred sees nothing of it any more either', async () => {
    const family = await buildFamily(app, church)
    await grant(family, { personId: family.parentId, by: 'staff', kind: 'not_authorised' })
    expect((await read(family)).status).toBe(404)
    expect((await remove(family, family.childIds[0] ?? '')).body.code).toBe('not_found')
  })
})
