import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addFamilyMember, editFamilyMember, removeFamilyMember } from '#contract/checkin/family.ts'
import * as calls from '#contract/checkin/guardians.ts'
import { familyRoles } from '#contract/people/families.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let family: Family
/** A guardian whom the church allows one of the children only. */
let uncle: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const limit = (): calls.GrantTerms => ({ ...calls.freeTerms, childIds: family.childIds.slice(0, 1) })
beforeEach(async () => {
  church = await app.buildChurch()
  family = await buildFamily(app, church, { children: [{ firstName: 'Ada' }, { firstName: 'Tobi' }] })
  uncle = (await add()).body.personId
  await say(limit())
})

const as = () => ({ token: family.token })
const form = (given: object = {}) => {
  const person = { firstName: 'Uncle', lastName: 'Ben', phone: '0803 123 4567', gender: null, pictureUrl: null }
  return { ...person, terms: calls.freeTerms, ...given }
}
const add = (given: object = {}) => app.call(calls.addGuardian, { body: form(given) }, as())
const addMember = (firstName: string, familyRoleId: number = familyRoles.father) =>
  app.call(addFamilyMember, { body: { familyRoleId, person: { firstName, lastName: 'Ben' } } }, as())
const remove = (id: string) => app.call(removeFamilyMember, { query: { id } }, as())
const say = (terms: calls.GrantTerms | null) =>
  app.call(
    calls.setFamilyGrant,
    { params: { id: family.familyId, personId: uncle }, body: { terms } },
    { token: church.admin.token },
  )
const guardians = async () => (await app.call(calls.listGuardians, {}, as())).body.guardians

describe('what the church has limited', () => {
  test('is not lifted by taking the guardian, or the child named, out of the family', async () => {
    expect((await remove(uncle)).body.code).toBe('set_by_church')
    expect((await remove(family.childIds[0] ?? '')).body.code).toBe('set_by_church')
    expect((await add()).body.code).toBe('set_by_church')
    expect((await remove(family.childIds[1] ?? '')).status).toBe(200)
    expect(await guardians()).toMatchObject([{ personId: uncle, byChurch: true, terms: limit() }])
  })

  test('is not lifted by the same name a second time, as guardian or parent, new or renamed', async () => {
    const again = [{ phone: null }, { phone: '0803 999 0000' }, { firstName: 'Ben', lastName: 'UNCLE' }]
    for (const given of again) expect((await add(given)).body.code).toBe('set_by_church')
    expect((await addMember('Uncle')).body.code).toBe('set_by_church')
    const other = (await add({ firstName: 'Cousin' })).body
    const renamed = await app.call(calls.editGuardian, { params: { id: other.personId }, body: form() }, as())
    expect(renamed.body.code).toBe('set_by_church')
    const { id } = (await addMember('Robin')).body
    const body = { id, familyRoleId: familyRoles.father, person: { firstName: 'Uncle' } }
    expect((await app.call(editFamilyMember, { body }, as())).body.code).toBe('set_by_church')
    expect((await guardians()).map(({ firstName }) => firstName).toSorted()).toEqual(['Cousin', 'Uncle'])
  })

  test('leaves a child of that name, until the child is to look after others', async () => {
    const son = await addMember('Uncle', familyRoles.son)
    expect(son.status).toBe(200)
    const body = { id: son.body.id, familyRoleId: familyRoles.father, person: { firstName: 'Uncle' } }
    expect((await app.call(editFamilyMember, { body }, as())).body.code).toBe('set_by_church')
  })

  test('ends with the church’s word: then the family decides again', async () => {
    await say(null)
    expect((await remove(uncle)).status).toBe(200)
    expect((await add()).body).toMatchObject({ byChurch: false, permission: 'allowed' })
  })

  test('holds for somebody who is not of the family too', async () => {
    await say(null)
    await remove(uncle)
    await say(limit())
    expect((await add({ phone: null })).body.code).toBe('set_by_church')
    expect(await guardians()).toMatchObject([{ personId: uncle, byChurch: true }])
  })
})
