import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addFamilyMember,
  editFamilyMember,
  familyGuardians,
  getAllLookUps,
  getFamilyRoles,
  readFamilyByMember,
  readOwnFamily,
} from '#contract/checkin/family.ts'
import type { CallArgs } from '#contract/endpoint.ts'
import { familyRoles } from '#contract/people/families.ts'
import { listPeople } from '#contract/people/persons.ts'
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

type Adding = CallArgs<typeof addFamilyMember>['body']
type Editing = CallArgs<typeof editFamilyMember>['body']
const add = ({ token }: Family, body: Adding, headers = {}) => app.call(addFamilyMember, { body }, { token, headers })
const edit = ({ token }: Family, body: Editing) => app.call(editFamilyMember, { body }, { token })
const read = ({ token }: Family, personId?: string) => app.call(readOwnFamily, { query: { personId } }, { token })
const auditOf = ({ parentId }: Family) =>
  app.look('select act, details, actor_kind from audit_entry where actor_id = $1 order by id', [parentId])

describe('the own family', () => {
  test('comes in the shape of existing clients, under both of its names', async () => {
    const family = await buildFamily(app, church, {
      children: [
        { firstName: 'Tobi', gender: 'male', birthDay: 3, birthMonth: 4, birthYear: 2019 },
        { firstName: 'Ada', role: 4 },
      ],
      others: [
        { firstName: 'Nana', role: 6 },
        { firstName: 'Old', lastName: 'Aunt', role: 7 },
      ],
    })
    const { status, body } = await read(family, family.parentId)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: family.familyId,
      tenantID: church.tenantId,
      familyName: 'Ade',
      fatherID: null,
      motherID: family.parentId,
      father: null,
      mother: {
        id: family.parentId,
        firstName: 'Bisi',
        lastName: 'Ade',
        mobilePhone: family.phone,
        homeAddress: null,
        pictureUrl: null,
        email: family.email,
      },
      homePhone: null,
      email: null,
      address: null,
      uniqueCode: expect.stringMatching(/^[0-9A-F]{8}$/),
      familyMembers: [family.parentId, ...family.childIds, family.otherIds[1]].map((id) =>
        expect.objectContaining({ id, person: expect.objectContaining({ id }) }),
      ),
    })
    expect(body.familyMembers[1]).toEqual({
      id: family.childIds[0],
      familyRoleID: 3,
      person: {
        id: family.childIds[0],
        firstName: 'Tobi',
        lastName: 'Ade',
        pictureUrl: null,
        genderID: 1,
        dayOfBirth: 3,
        monthOfBirth: 4,
        yearOfBirth: 2019,
        care: [],
      },
    })
    const older = await app.call(readFamilyByMember, { query: {} }, { token: family.token })
    expect(older.body).toEqual(body)
    const guardians = await app.call(familyGuardians, { query: { familyId: family.familyId } }, { token: family.token })
    expect(guardians.body.returnObject.map(({ id, familyRoleID }) => [id, familyRoleID])).toEqual([
      [family.otherIds[0], 6],
    ])
  })

  test('of somebody in two families is the one where they are a parent', async () => {
    const grandmother = await buildFamily(app, church, { role: 6, others: [{ role: 1 }] })
    const own = await buildFamily(app, church)
    await app.look('insert into family_member (tenant_id, family_id, person_id, role) values ($1, $2, $3, 2)', [
      church.tenantId,
      own.familyId,
      grandmother.parentId,
    ])
    expect((await read(grandmother)).body.id).toBe(own.familyId)
  })

  test('shows who may only look neither notes of care nor addresses', async () => {
    const family = await buildFamily(app, church, { role: 6, others: [{ role: 1 }] })
    await app.look(
      `with f as (update family set address = '1 Allen Avenue' where id = $2)
       insert into care_note (tenant_id, person_id, kind, name, added_at) values ($1, $3, 'allergy', 'Peanuts', now())`,
      [church.tenantId, family.familyId, family.childIds[0]],
    )
    const { body } = await read(family)
    expect(body.address).toBeNull()
    expect(body.familyMembers.flatMap(({ person }) => person.care)).toEqual([])
  })

  test('of a child who somehow has an account is none', async () => {
    const family = await buildFamily(app, church, { role: 3 })
    expect((await read(family)).status).toBe(404)
  })
})

describe('adding somebody', () => {
  test('makes a person of the church, found by its staff, in the family and in the log', async () => {
    const family = await buildFamily(app, church)
    const person = {
      firstName: '  Olúwaṣeun ',
      lastName: 'Adéyẹmí',
      genderId: 2,
      dayOfBirth: 'Day',
      monthOfBirth: 0,
      yearOfBirth: 'Year',
    }
    const { status, body } = await add(family, {
      familyId: family.familyId,
      tenantId: church.tenantId,
      familyRoleId: 4,
      person,
    })
    expect(status).toBe(200)
    const found = await app.call(listPeople, { query: { search: 'oluwaseun adeyemi' } }, { token: church.admin.token })
    expect(found.body.items).toMatchObject([{ id: body.person.id, firstName: 'Olúwaṣeun' }])
    const members = (await read(family)).body.familyMembers
    expect(members.at(-1)).toMatchObject({
      id: body.id,
      familyRoleID: 4,
      person: { genderID: 2, dayOfBirth: null, monthOfBirth: null, yearOfBirth: null },
    })
    expect(await auditOf(family)).toMatchObject([
      { act: 'person.added', actor_kind: 'guardian' },
      { act: 'family.member_added', actor_kind: 'guardian' },
    ])
  })

  test('twice by name and role adds one, also at the same moment', async () => {
    const family = await buildFamily(app, church)
    const body = { familyRoleId: 3, person: { firstName: 'Dapo', lastName: 'Ade' } }
    const replies = await Promise.all(Array.from({ length: 6 }, () => add(family, body)))
    const later = await add(family, { ...body, person: { firstName: ' DAPO', lastName: 'ade' } })
    expect(new Set([...replies, later].map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1)
    expect((await read(family)).body.familyMembers).toHaveLength(3)
  })

  test('a son is a boy, where nothing else is said', async () => {
    const family = await buildFamily(app, church)
    await add(family, { familyRoleId: 3, person: { firstName: 'Ayo', genderId: 0 } })
    expect((await read(family)).body.familyMembers.at(-1)?.person.genderID).toBe(1)
  })

  test.each([
    ['30 February', { dayOfBirth: 30, monthOfBirth: 2, yearOfBirth: 2020 }, 'person.dayOfBirth'],
    ['the 32nd', { dayOfBirth: '32', monthOfBirth: 1 }, 'person.dayOfBirth'],
    ['a 13th month', { monthOfBirth: 13 }, 'person.monthOfBirth'],
    ['a word for a year', { yearOfBirth: 'soon' }, 'person.yearOfBirth'],
    ['a day without its month', { dayOfBirth: 3 }, 'person.monthOfBirth'],
    ['the future', { yearOfBirth: 2199 }, 'person.yearOfBirth'],
    ['a name without letters', { firstName: '\u200b' }, 'person.firstName'],
    ['an unknown gender', { genderId: 7 }, 'person.genderId'],
    ['a note without letters', { care: [{ kind: 'allergy', name: '\u200b', instruction: '' }] }, 'person.care.0.name'],
    ['a picture of nobody', { pictureUrl: 'https://elsewhere.example/a.png' }, 'person.pictureUrl'],
  ] as const)('%s is refused with its field, and nobody is added', async (_what, given, field) => {
    const family = await buildFamily(app, church)
    const person = { firstName: 'Ayo', ...given, ...('care' in given ? { care: [...given.care] } : {}) }
    const { status, body } = await add(family, { familyRoleId: 3, person } as Adding)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect((await read(family)).body.familyMembers).toHaveLength(2)
  })

  test('is not for a guardian of a family that has a parent, but for one of a family that has none', async () => {
    const besideParent = await buildFamily(app, church, { role: 6, others: [{ role: 1 }] })
    const alone = await buildFamily(app, church, { role: 6 })
    const body = { familyRoleId: 3, person: { firstName: 'Ayo' } }
    expect((await add(besideParent, body)).body.code).toBe('not_allowed')
    expect((await add(alone, body)).status).toBe(200)
  })

  test('says so when the family is full, but not of who is there already', async () => {
    const family = await buildFamily(app, church, {
      children: Array.from({ length: 29 }, (_, index) => ({ firstName: `Child ${index}` })),
    })
    const known = { familyRoleId: familyRoles.son, person: { firstName: 'Child 0', lastName: 'Ade' } }
    const more = { familyRoleId: familyRoles.son, person: { firstName: 'Ayo' } }
    const { status, body } = await add(family, more)
    expect([status, body.code]).toEqual([409, 'family_full'])
    expect((await add(family, known)).status).toBe(200)
    expect((await read(family)).body.familyMembers).toHaveLength(30)
  })

  test('waits for an open gate', async () => {
    const shut = await app.buildChurch({ expiresOn: '2020-01-01' })
    const family = await buildFamily(app, shut)
    expect((await add(family, { familyRoleId: 3, person: { firstName: 'Ayo' } })).status).toBe(402)
    expect((await read(family)).status).toBe(200)
  })
})

describe('changing somebody', () => {
  test('keeps what was not sent', async () => {
    const family = await buildFamily(app, church, {
      children: [
        { firstName: 'Tobi', gender: 'male', birthDay: 3, birthMonth: 4, birthYear: 2019, phone: '+2348030000001' },
      ],
    })
    const [id = ''] = family.childIds
    const untouched = { dayOfBirth: 'Day', monthOfBirth: 0, yearOfBirth: 'Year' }
    const { status } = await edit(family, { id, familyRoleId: 5, person: { id, firstName: 'Tóbi', ...untouched } })
    expect(status).toBe(200)
    const [stored] = await app.look('select * from person where id = $1', [id])
    expect(stored).toMatchObject({
      first_name: 'Tóbi',
      last_name: 'Ade',
      gender: 'male',
      birth_year: 2019,
      phone: '+2348030000001',
    })
    expect((await read(family)).body.familyMembers[1]?.familyRoleID).toBe(5)
    expect((await auditOf(family)).map(({ act }) => act)).toEqual(['person.changed', 'family.changed'])
  })

  test('clears a birth date that is sent as nothing', async () => {
    const family = await buildFamily(app, church, { children: [{ birthDay: 3, birthMonth: 4 }] })
    const [id = ''] = family.childIds
    const none = { dayOfBirth: null, monthOfBirth: null, yearOfBirth: null }
    await edit(family, { id, familyRoleId: 3, person: { firstName: 'Tobi', ...none } })
    expect((await read(family)).body.familyMembers[1]?.person).toMatchObject({ dayOfBirth: null, monthOfBirth: null })
  })

  test('writes the notes of care, and leaves those of whom they were not sent', async () => {
    const family = await buildFamily(app, church)
    const [id = ''] = family.childIds
    const care = [{ kind: 'allergy' as const, name: ' Peanuts ', instruction: 'Adrenaline pen in her bag.' }]
    const person = { firstName: 'Tobi', lastName: 'Ade' }
    await edit(family, { id, familyRoleId: 3, person: { ...person, care: [...care, ...care] } })
    await edit(family, { id, familyRoleId: 3, person })
    const kept = [{ kind: 'allergy', name: 'Peanuts', instruction: 'Adrenaline pen in her bag.' }]
    expect((await read(family)).body.familyMembers[1]?.person.care).toEqual(kept)
    expect(await auditOf(family)).toMatchObject([{ act: 'person.changed', details: { fields: ['care'] } }])
    await edit(family, { id, familyRoleId: 3, person: { ...person, care: [] } })
    expect((await read(family)).body.familyMembers[1]?.person.care).toEqual([])
  })

  test('does not let anybody make themselves a child', async () => {
    const family = await buildFamily(app, church)
    const { status, body } = await edit(family, { id: family.parentId, familyRoleId: 3, person: { firstName: 'Bisi' } })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['familyRoleId']])
  })
})

test('roles and lists are for everybody', async () => {
  const roles = await app.call(getFamilyRoles, {})
  expect(roles.body.map(({ id, name }) => `${id} ${name}`)).toEqual([
    '1 Father',
    '2 Mother',
    '3 Son',
    '4 Daughter',
    '5 Ward',
    '6 Guardian',
    '7 Other',
  ])
  const lists = await app.call(getAllLookUps, {})
  expect(lists.body).toMatchObject([
    {
      type: 'Gender',
      lookUps: [
        { id: 1, value: 'Male' },
        { id: 2, value: 'Female' },
      ],
    },
    { type: 'MaritalStatus', lookUps: expect.arrayContaining([{ id: 2, value: 'Married' }]) },
    { type: 'Outcome', lookUps: expect.arrayContaining([{ id: 2, value: 'No answer' }]) },
    { type: 'ActivityType', lookUps: expect.arrayContaining([{ id: 87, value: 'Call' }]) },
  ])
})
