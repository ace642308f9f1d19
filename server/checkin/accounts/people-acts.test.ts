import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { familyLogin, readFamilySession } from '#contract/checkin/door.ts'
import { editFamilyMember } from '#contract/checkin/family.ts'
import { archivePeople, erasePeople, mergePeople, restorePeople, undoChange } from '#contract/people/changes.ts'
import { register } from '#contract/checkin/registration.ts'
import { removeFamily } from '#contract/people/families.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ people: [{ firstName: 'Bisi' }] })
})
afterAll(() => app.stop())

const staff = () => ({ token: church.admin.token })
const merge = async (keepId: string, mergeIds: string[]) =>
  (await app.call(mergePeople, { body: { keepId, mergeIds } }, staff())).body
const undo = (id: string | null) => app.call(undoChange, { params: { id: id ?? '' } }, staff())
const whoIs = async ({ token }: Family) => (await app.call(readFamilySession, {}, { token })).body.person?.id
const signedInBy = async (userName: string) =>
  (await app.call(familyLogin, { body: { email: userName, password: PASSWORD } })).body.personID
/** As after a code that was sent to the address. */
const prove = ({ parentId }: Family) =>
  app.look('update guardian_account set proved_at = now() where person_id = $1', [parentId])

async function withCareAndGrant(family: Family): Promise<void> {
  const [childId = ''] = family.childIds
  const care = [{ kind: 'medical' as const, name: 'Asthma', instruction: 'Inhaler' }]
  const body = { id: childId, familyRoleId: 3, person: { firstName: 'Tobi', lastName: 'Ade', care } }
  await app.call(editFamilyMember, { body }, { token: family.token })
  await app.look(
    `insert into guardian_grant (tenant_id, family_id, person_id, child_id, kind, added_by, added_at)
     values ($1, $2, $3, $4, 'not_authorised', 'staff', now())`,
    [church.tenantId, family.familyId, family.otherIds[0], childId],
  )
}

describe('a merge', () => {
  test('signs everybody out, and a password alone opens it only where a code has proved the address', async () => {
    const family = await buildFamily(app, church)
    const known = (
      await app.look('insert into person (tenant_id, first_name, sort_name) values ($1, $2, $2) returning id', [
        church.tenantId,
        'bisi',
      ])
    )[0]?.['id']
    const { changeId } = await merge(String(known), [family.parentId])
    expect([await whoIs(family), await signedInBy(family.email)]).toEqual([undefined, null])
    await undo(changeId)
    expect(await signedInBy(family.email)).toBeNull()
    const proved = await buildFamily(app, church)
    await prove(proved)
    await merge(String(known), [proved.parentId])
    expect([await whoIs(proved), await signedInBy(proved.email)]).toEqual([undefined, known])
  })

  test('with somebody who signed up by an address that is not theirs opens nothing to them', async () => {
    const [family, stranger] = [await buildFamily(app, church), await buildFamily(app, church)]
    await prove(family)
    await merge(family.parentId, [stranger.parentId])
    expect([await whoIs(stranger), await signedInBy(stranger.email)]).toEqual([undefined, null])
    expect(await signedInBy(family.email)).toBe(family.parentId)
  })

  test('of two who sign in lets either address open the portal of the one who is kept', async () => {
    const [one, other] = [await buildFamily(app, church), await buildFamily(app, church)]
    for (const each of [one, other]) await prove(each)
    const { changeId, people } = await merge(one.parentId, [other.parentId])
    expect(people).toBe(1)
    expect([await whoIs(one), await whoIs(other)]).toEqual([undefined, undefined])
    expect([await signedInBy(one.phone), await signedInBy(other.email)]).toEqual([one.parentId, one.parentId])
    await undo(changeId)
    expect([await signedInBy(one.phone), await signedInBy(other.email)]).toEqual([one.parentId, other.parentId])
    const accounts = await app.look('select person_id from guardian_account where person_id = any ($1)', [
      [one.parentId, other.parentId],
    ])
    expect(accounts).toHaveLength(2)
  })

  test('waits until the event for which somebody is registered is over', async () => {
    const family = await buildFamily(app, church, { children: [{}, { firstName: 'Twin' }] })
    const event = await buildEvent(app, church)
    const [child = '', twin = ''] = family.childIds
    const body = { children: [{ personId: child, classId: classId(event, 'Toddlers') }] }
    await app.call(register, { params: { id: event.id }, body }, { token: family.token })
    expect(await merge(twin, [child])).toMatchObject({ code: 'registered_now' })
    await app.look(
      `update event set starts_at = now() - interval '15 hours', ends_at = now() - interval '13 hours' where id = $1`,
      [event.id],
    )
    expect((await merge(twin, [child])).people).toBe(1)
  })

  test('takes grants and care notes along, and gives them back', async () => {
    const family = await buildFamily(app, church, {
      children: [{}, { firstName: 'Twin' }],
      others: [{ role: 6 }, { role: 6 }],
    })
    await withCareAndGrant(family)
    const [child = '', twin = ''] = family.childIds
    const [barred = '', same = ''] = family.otherIds
    const state = () =>
      app.look(
        `select g.person_id, g.child_id, n.person_id as noted from guardian_grant g, care_note n
         where g.family_id = $1 and n.person_id = any ($2)`,
        [family.familyId, family.childIds],
      )
    const acts = [await merge(twin, [child]), await merge(same, [barred])]
    expect(await state()).toEqual([{ person_id: same, child_id: twin, noted: twin }])
    for (const { changeId } of acts) await undo(changeId)
    expect(await state()).toEqual([{ person_id: barred, child_id: child, noted: child }])
  })
})

test('an archived guardian who is erased leaves no account, session, code or note behind', async () => {
  const family = await buildFamily(app, church, { others: [{ role: 6 }] })
  await withCareAndGrant(family)
  const people = { ids: [family.parentId, ...family.childIds, ...family.otherIds] }
  await app.call(archivePeople, { body: { people } }, staff())
  const { status, body } = await app.call(erasePeople, { body: { people } }, staff())
  expect([status, body.people]).toEqual([200, 3])
  const left = await app.look(
    `select (select count(*) from guardian_account where person_id = any ($1))
      + (select count(*) from care_note where person_id = any ($1))
      + (select count(*) from guardian_grant where person_id = any ($1))
      + (select count(*) from guardian_session s where not exists (select from guardian_account a where a.id = s.account_id)) as n`,
    [people.ids],
  )
  expect(Number(left[0]?.['n'])).toBe(0)
})

test('who is brought back has to sign in again', async () => {
  const family = await buildFamily(app, church)
  const people = { ids: [family.parentId] }
  await app.call(archivePeople, { body: { people } }, staff())
  await app.call(restorePeople, { body: { people } }, staff())
  expect(await whoIs(family)).toBeUndefined()
})

test('who is archived gives up the places to come, and a family with a child in class is not removed', async () => {
  const family = await buildFamily(app, church, { children: [{}, { firstName: 'Ife' }] })
  const event = await buildEvent(app, church)
  const children = family.childIds.map((personId) => ({ personId, classId: classId(event, 'Toddlers') }))
  await app.call(register, { params: { id: event.id }, body: { children } }, { token: family.token })
  const [gone = '', here = ''] = family.childIds
  await app.call(archivePeople, { body: { people: { ids: [gone] } } }, staff())
  const taken = async () =>
    (await app.look('select taken from event_class where event_id = $1', [event.id]))[0]?.['taken']
  expect(await taken()).toBe(1)
  await app.look('update registration_child set checked_in_at = now() where person_id = $1', [here])
  const remove = () => app.call(removeFamily, { params: { id: family.familyId } }, staff())
  expect((await remove()).body.code).toBe('in_class')
  await app.look('update registration_child set checked_in_at = null where person_id = $1', [here])
  expect((await remove()).status).toBe(200)
  expect(await taken()).toBe(0)
})
