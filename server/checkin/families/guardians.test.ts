import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadProfilePicture } from '#contract/checkin/family.ts'
import * as calls from '#contract/checkin/guardians.ts'
import { archivePeople } from '#contract/people/changes.ts'
import { familyRoles } from '#contract/people/families.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { dot } from '../../test-kit/rich-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { churchDay } from './may-collect.ts'

let app: TestApp
let church: Church
let family: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  family = await buildFamily(app, church, {
    children: [{ firstName: 'Ada' }, { firstName: 'Tobi' }],
    others: [{ firstName: 'Papa', role: familyRoles.father }],
  })
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const as = (token = family.token) => ({ token })
const form = (terms: Partial<calls.GrantTerms> = {}, given: object = {}) => ({
  firstName: 'Grandma',
  lastName: 'Joy',
  phone: '0803 123 4567',
  gender: 'female' as const,
  pictureUrl: null as string | null,
  terms: { ...calls.freeTerms, ...terms },
  ...given,
})
const add = (body = form(), token = family.token) => app.call(calls.addGuardian, { body }, as(token))
const edit = (id: string, body: object = form(), token = family.token) =>
  app.call(calls.editGuardian, { params: { id }, body: body as never }, as(token))
const list = async (token = family.token) => (await app.call(calls.listGuardians, {}, as(token))).body
const upload = async (token = family.token) =>
  (await app.call(uploadProfilePicture, { file: await dot() }, as(token))).body.pictureUrl
const setAs = (personId: string, terms: Partial<calls.GrantTerms> | null, token = church.admin.token) =>
  app.call(
    calls.setFamilyGrant,
    { params: { id: family.familyId, personId }, body: { terms: terms && { ...calls.freeTerms, ...terms } } },
    as(token),
  )

describe('a parent', () => {
  test('adds a guardian who may collect every child', async () => {
    const { status, body } = await add()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      firstName: 'Grandma',
      phone: '+2348031234567',
      permission: 'allowed',
      byChurch: false,
    })
    expect(await list()).toEqual({
      guardians: [body],
      children: [
        { personId: family.childIds[0], firstName: 'Ada', lastName: 'Ade' },
        { personId: family.childIds[1], firstName: 'Tobi', lastName: 'Ade' },
      ],
    })
    const [noted] = await app.look(
      `select details from audit_entry where tenant_id = $1 and act = 'family.grant_changed'`,
      [church.tenantId],
    )
    expect(noted).toEqual({ details: { permission: 'allowed', oneTime: false } })
  })

  test('adding the same one again, or at the same moment, makes no second', async () => {
    await Promise.all([add(), add(), add()])
    expect((await list()).guardians).toHaveLength(1)
    expect((await add(form({}, { phone: '0803 123 4568' }))).status).toBe(200)
    expect((await list()).guardians).toHaveLength(2)
  })

  test('is told when the family is full', async () => {
    const full = await buildFamily(app, church, { children: Array.from({ length: 39 }, () => ({})) })
    const { status, body } = await add(form(), full.token)
    expect([status, body]).toMatchObject([409, { code: 'family_full' }])
  })

  test('adding the same one again with other terms says those, a ban too, unless the church has said something', async () => {
    const { body } = await add()
    const ban = form({ kind: 'not_authorised' }, { pictureUrl: await upload() })
    expect((await add(ban)).body).toMatchObject({ personId: body.personId, permission: 'not_authorised' })
    expect((await list()).guardians).toHaveLength(1)
    await setAs(body.personId, { oneTime: true })
    expect((await add(ban)).body.code).toBe('set_by_church')
    expect((await add(form({ oneTime: true }))).body).toMatchObject({ byChurch: true, permission: 'limited' })
  })

  test('limits what a guardian may do, and reads it back', async () => {
    const { weekday } = churchDay('Africa/Lagos', app.clock.now())
    const kids = family.childIds.toSorted()
    const { body } = await add(form({ childIds: kids.slice(0, 1), weekdays: [weekday], note: 'On Sundays' }))
    expect(body).toMatchObject({
      permission: 'limited',
      terms: { childIds: kids.slice(0, 1), weekdays: [weekday], note: 'On Sundays' },
    })
    const changed = async (terms: Partial<calls.GrantTerms>) => (await edit(body.personId, form(terms))).body
    expect((await changed({ weekdays: [(weekday % 7) + 1] })).permission).toBe('not_now')
    expect((await changed({ childIds: kids, untilDay: '2020-01-01' })).permission).toBe('not_now')
    const both = await changed({ childIds: kids, oneTime: true })
    expect(both.terms?.childIds?.toSorted()).toEqual(kids)
    expect(both.permission).toBe('limited')
    const rows = await app.look('select revoked_at is null as holds from guardian_grant where tenant_id = $1', [
      church.tenantId,
    ])
    expect(rows.filter(({ holds }) => holds)).toHaveLength(2)
  })

  test('the same terms again leave a used pass used, until it is renewed', async () => {
    const { body } = await add(form({ oneTime: true }))
    await app.look('update guardian_grant set used_at = now() where tenant_id = $1', [church.tenantId])
    const again = form({ oneTime: true }, { phone: '0803 123 4599' })
    const { body: edited } = await edit(body.personId, again)
    expect(edited).toMatchObject({ permission: 'used', phone: '+2348031234599' })
    expect(edited.usedAt).not.toBeNull()
    const noted = await edit(body.personId, form({ oneTime: true, note: 'Ask for her card' }))
    expect(noted.body).toMatchObject({ permission: 'used', usedAt: edited.usedAt })
    expect((await edit(body.personId, { ...again, renewPass: true })).body.permission).toBe('limited')
  })

  test('names somebody not authorised with a picture or without, and that has no limits', async () => {
    const barring = { kind: 'not_authorised', untilDay: '2030-01-01' } as const
    const faceless = await add(form(barring))
    const none = { permission: 'not_authorised', terms: { untilDay: null } }
    expect(faceless.body).toMatchObject({ ...none, pictureUrl: null })
    const { body } = await edit(faceless.body.personId, form(barring, { pictureUrl: await upload() }))
    expect(body).toMatchObject(none)
    expect(body.pictureUrl).toMatch(/^\/api\/checkin\/pictures\//)
  })

  test('takes no picture of somebody else, no child of others, no day that is none', async () => {
    const other = await buildFamily(app, church)
    const stolen = await upload(other.token)
    expect((await add(form({}, { pictureUrl: stolen }))).body.fields).toHaveProperty('pictureUrl')
    for (const childId of [other.childIds[0] ?? '', family.parentId, UNKNOWN])
      expect((await add(form({ childIds: [childId] }))).body.code).toBe('not_found')
    const days = await add(form({ fromDay: '2026-05-02', untilDay: '2026-05-01' }))
    expect(Object.keys(days.body.fields ?? {})).toEqual(['terms.untilDay'])
    expect((await add(form({ fromDay: '2026-02-31' }))).body.code).toBe('invalid_input')
    expect((await list()).guardians).toEqual([])
  })

  test('changes guardians of the own family only', async () => {
    const other = await buildFamily(app, church, { others: [{ role: familyRoles.guardian }] })
    for (const id of [
      other.otherIds[0] ?? '',
      other.parentId,
      family.childIds[0] ?? '',
      family.otherIds[0] ?? '',
      UNKNOWN,
    ])
      expect((await edit(id)).body.code).toBe('not_found')
  })
})

test('the phone of somebody who is not of the family is the church’s', async () => {
  const elsewhere = await buildFamily(app, church)
  await setAs(elsewhere.parentId, {})
  const known = (guardians: calls.Guardian[]) => guardians.find(({ personId }) => personId === elsewhere.parentId)
  expect(known((await list()).guardians)).toMatchObject({ phone: null, pictureUrl: null })
  const params = { id: family.familyId }
  const { body } = await app.call(calls.listFamilyGrants, { params }, as(church.admin.token))
  expect(known(body.guardians)).toMatchObject({ phone: elsewhere.phone })
})

test('a guardian of a family with a parent looks and changes nothing', async () => {
  const ward = await buildFamily(app, church, {
    role: familyRoles.guardian,
    others: [{ role: familyRoles.mother }],
  })
  expect((await add(form(), ward.token)).body.code).toBe('not_allowed')
  expect((await list(ward.token)).guardians.map(({ personId }) => personId)).toEqual([ward.parentId])
  const alone = await buildFamily(app, church, { role: familyRoles.guardian })
  expect((await add(form(), alone.token)).status).toBe(200)
})

describe('the church', () => {
  const bar = async (personId: string) => {
    await app.look(
      `with p as (insert into picture (tenant_id, content_type, bytes, added_by, added_at)
         select tenant_id, 'image/webp', '\\x00', id, now() from account where tenant_id = $1 limit 1 returning tenant_id, id)
       update person set picture_id = p.id from p where person.tenant_id = p.tenant_id and person.id = $2`,
      [church.tenantId, personId],
    )
    return setAs(personId, { kind: 'not_authorised', note: 'Order of the court' })
  }

  test('names somebody not authorised, a parent too, and the family cannot change it', async () => {
    const papa = family.otherIds[0] ?? ''
    expect((await setAs(papa, { kind: 'not_authorised' })).body.guardians).toMatchObject([
      { personId: papa, permission: 'not_authorised', pictureUrl: null },
    ])
    const { body } = await bar(papa)
    expect(body.guardians).toMatchObject([{ personId: papa, permission: 'not_authorised', byChurch: true }])
    expect((await edit(papa)).body.code).toBe('set_by_church')
    expect((await setAs(papa, null)).body.guardians).toEqual([])
    expect((await edit(papa)).body.code).toBe('not_found')
  })

  test('knows whom it has barred when they are archived, too', async () => {
    const papa = family.otherIds[0] ?? ''
    await bar(papa)
    await app.call(archivePeople, { body: { people: { ids: [papa] } } }, as(church.admin.token))
    const { body } = await app.call(calls.listFamilyGrants, { params: { id: family.familyId } }, as(church.admin.token))
    expect(body.guardians).toMatchObject([{ personId: papa, permission: 'not_authorised' }])
    expect((await edit(papa)).body.code).toBe('not_found')
  })

  test('whoever it has barred says of nobody else that they may collect', async () => {
    await bar(family.parentId)
    expect((await add()).body.code).toBe('not_found')
  })

  test('is asked by staff of its own who manage check-in', async () => {
    const desk = await addColleague(app, church, { roles: ['CheckIn'] })
    expect((await setAs(family.otherIds[0] ?? '', {}, desk.token)).body.code).toBe('not_allowed')
    const theirs = await app.buildChurch({ people: [{}] })
    expect((await setAs(theirs.personIds[0] ?? '', {})).body.code).toBe('not_found')
    expect((await setAs(family.otherIds[0] ?? '', {}, theirs.admin.token)).body.code).toBe('not_found')
    const params = { id: family.familyId }
    const foreign = await app.call(calls.listFamilyGrants, { params }, as(theirs.admin.token))
    expect(foreign.body.code).toBe('not_found')
  })
})
