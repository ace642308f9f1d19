import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPeopleToGroup,
  archivePeople,
  erasePeople,
  mergePeople,
  restorePeople,
  undoChange,
} from '#contract/people/changes.ts'
import { addFamily } from '#contract/people/families.ts'
import { addGroup } from '#contract/people/groups.ts'
import { getSearchedUsers, readPerson } from '#contract/people/persons.ts'
import { readSession } from '#contract/identity/session.ts'
import { insertPicture, type NewPicture } from '../../identity/index.ts'
import type { NewPerson } from '../index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const build = (people: Partial<NewPerson>[]) => app.buildChurch({ people })
const as = ({ admin }: Church) => ({ token: admin.token })
const idOf = (church: Church, index: number) => String(church.personIds[index])
type Body = { keepId: string; mergeIds: string[]; take?: Record<string, string> }
const mergeBody = (church: Church, body: Body) => app.call(mergePeople, { body }, as(church))
const merge = (church: Church, keep: number, others: number[], take: Record<string, string> = {}) =>
  mergeBody(church, { keepId: idOf(church, keep), mergeIds: others.map((index) => idOf(church, index)), take })
const undo = (church: Church, id: string | null) => app.call(undoChange, { params: { id: String(id) } }, as(church))
const read = async (church: Church, index: number) =>
  (await app.call(readPerson, { params: { id: idOf(church, index) } }, as(church))).body
const find = async (church: Church, searchText: string) =>
  (await app.call(getSearchedUsers, { query: { searchText } }, as(church))).body.map(({ name }) => name)

const duplicates: Partial<NewPerson>[] = [
  { firstName: 'Chidi', lastName: '', joinedOn: '2024-03-03' },
  { firstName: 'Chidịnma', lastName: 'Ọkáfọ̀r', phone: '+2348164402091', birthDay: 7, birthMonth: 2 },
  { firstName: 'Chidinma', lastName: 'Okafor', phone: '+2348024473391', email: 'chi@mail.example', birthYear: 1990 },
]

describe('a merge', () => {
  test('fills what is empty from the first who has it, and archives the others', async () => {
    const church = await build(duplicates)
    const before = await read(church, 0)
    const { body } = await merge(church, 0, [1, 2])
    expect(body).toEqual({ changeId: expect.any(String), people: 2 })
    expect(await read(church, 0)).toEqual({
      ...before,
      lastName: 'Ọkáfọ̀r',
      phone: '+2348164402091',
      email: 'chi@mail.example',
      birthDay: 7,
      birthMonth: 2,
      birthYear: null,
      version: before.version + 1,
    })
    expect(await read(church, 1)).toMatchObject({ mergedInto: idOf(church, 0), archivedAt: expect.any(String) })
    expect(await find(church, 'okafor')).toEqual(['Chidi Ọkáfọ̀r'])
    expect(await find(church, '0802')).toEqual([])
    const told = await app.look(
      `select subject_id, details from audit_entry where tenant_id = $1 and act = 'person.merged'`,
      [church.tenantId],
    )
    expect(told).toEqual([{ subject_id: idOf(church, 0), details: { people: 2 } }])
  })

  test('takes what was chosen, also where it is empty', async () => {
    const church = await build(duplicates)
    const take = {
      firstName: idOf(church, 2),
      lastName: idOf(church, 0),
      phone: idOf(church, 2).toUpperCase(),
      email: idOf(church, 1),
      birthday: idOf(church, 2),
      joinedOn: idOf(church, 1),
    }
    expect((await merge(church, 0, [1, 2], take)).status).toBe(200)
    expect(await read(church, 0)).toMatchObject({
      firstName: 'Chidinma',
      lastName: '',
      phone: '+2348024473391',
      email: null,
      birthDay: null,
      birthYear: 1990,
      joinedOn: '2024-01-07',
    })
  })

  test('undone, everything is as it was before', async () => {
    const church = await build(duplicates)
    const token = as(church)
    const groups: string[] = []
    for (const name of ['Choir', 'Ushers'])
      groups.push((await app.call(addGroup, { body: { name, category: 'All', description: '' } }, token)).body.id)
    const [choir, ushers] = groups.map(String)
    await app.call(
      addPeopleToGroup,
      { body: { people: { ids: church.personIds.slice(0, 2) }, groupId: choir ?? '' } },
      token,
    )
    await app.call(
      addPeopleToGroup,
      { body: { people: { ids: church.personIds.slice(2) }, groupId: ushers ?? '' } },
      token,
    )
    const family = { email: null, homePhone: null, address: null }
    const members = [1, 2].map((index) => ({ personId: idOf(church, index), role: index + 1 }))
    await app.call(addFamily, { body: { ...family, name: 'Okafor', members } }, token)
    const before = await Promise.all([0, 1, 2].map((index) => read(church, index)))
    const { body } = await merge(church, 0, [2, 1])
    const kept = await read(church, 0)
    expect(kept.groups.map(({ name }) => name).sort()).toEqual(['Choir', 'Ushers'])
    expect(kept.families).toMatchObject([{ name: 'Okafor', role: 3 }])
    expect((await undo(church, body.changeId)).body).toEqual({ people: 2, kept: 0 })
    const after = await Promise.all([0, 1, 2].map((index) => read(church, index)))
    expect(after).toEqual(before.map((person) => ({ ...person, version: person.version + 2 })))
    expect((await find(church, 'okafor')).length).toBe(2)
    expect(await find(church, 'chidi')).toHaveLength(3)
  })

  test('undone after the kept one was changed, brings back the others only', async () => {
    const church = await build(duplicates)
    const { body } = await merge(church, 0, [1])
    await merge(church, 0, [2])
    expect((await undo(church, body.changeId)).body).toEqual({ people: 1, kept: 1 })
    expect(await read(church, 0)).toMatchObject({ phone: '+2348164402091', email: 'chi@mail.example' })
    expect(await read(church, 1)).toMatchObject({ archivedAt: null, mergedInto: null })
  })

  test('undone after one of the others was erased, leaves the kept one all it has', async () => {
    const church = await build(duplicates)
    const { body } = await merge(church, 0, [1, 2])
    expect((await read(church, 1)).undoChange).toMatchObject({ id: body.changeId, kind: 'merge' })
    expect((await read(church, 0)).undoChange).toBe(null)
    await app.call(erasePeople, { body: { people: { ids: [idOf(church, 1)] } } }, as(church))
    expect((await undo(church, body.changeId)).body).toEqual({ people: 1, kept: 1 })
    expect(await read(church, 0)).toMatchObject({ phone: '+2348164402091', email: 'chi@mail.example' })
    expect(await read(church, 2)).toMatchObject({ archivedAt: null, mergedInto: null, undoChange: null })
  })

  test('follows through earlier merges, and back', async () => {
    const church = await build([{}, {}, {}])
    const first = await merge(church, 1, [0])
    const second = await merge(church, 2, [1])
    expect(await read(church, 0)).toMatchObject({ mergedInto: idOf(church, 2) })
    // The first is undone behind the back of the second.
    expect((await undo(church, first.body.changeId)).body).toEqual({ people: 1, kept: 1 })
    expect(await read(church, 0)).toMatchObject({ mergedInto: null, archivedAt: null })
    expect((await undo(church, second.body.changeId)).body).toEqual({ people: 1, kept: 0 })
    expect(await read(church, 0)).toMatchObject({ mergedInto: null, archivedAt: null })
    const again = await merge(church, 1, [0])
    const over = await merge(church, 2, [1])
    await undo(church, over.body.changeId)
    expect(await read(church, 0)).toMatchObject({ mergedInto: idOf(church, 1) })
    expect((await undo(church, again.body.changeId)).body.people).toBe(1)
  })

  test('refuses people who are merged, archived, unknown or of another church', async () => {
    const [church, other] = [await build([{}, {}, {}]), await build([{}])]
    await merge(church, 0, [1])
    expect((await merge(church, 1, [2])).body.code).toBe('already_merged')
    expect((await merge(church, 2, [1])).body.code).toBe('already_merged')
    const back = await app.call(restorePeople, { body: { people: { ids: [idOf(church, 1)] } } }, as(church))
    expect(back.body.code).toBe('already_merged')
    const all = { matching: { archived: 'yes' as const } }
    expect((await app.call(restorePeople, { body: { people: all } }, as(church))).body.people).toBe(0)
    await app.call(archivePeople, { body: { people: { ids: [idOf(church, 2)] } } }, as(church))
    expect((await merge(church, 0, [2])).body.code).toBe('already_merged')
    const foreign = { keepId: idOf(church, 0), mergeIds: [idOf(other, 0)] }
    expect((await mergeBody(church, foreign)).body.code).toBe('not_found')
    const self = { keepId: idOf(church, 0), mergeIds: [idOf(church, 0).toUpperCase()] }
    expect((await mergeBody(church, self)).body.code).toBe('invalid_input')
    const take = { keepId: idOf(other, 0), mergeIds: [idOf(church, 2)], take: { phone: idOf(church, 0) } }
    expect((await mergeBody(other, take)).body).toMatchObject({
      code: 'invalid_input',
      fields: { 'take.phone': expect.any(String) },
    })
  })

  test('moves the sign-in of who is merged away, and refuses two', async () => {
    const church = await build([{ firstName: 'Ada' }, { firstName: 'Bo' }])
    const [account] = await app.look('select person_id from account where tenant_id = $1', [church.tenantId])
    const staff = String(account?.['person_id'])
    const { body } = await mergeBody(church, { keepId: idOf(church, 0), mergeIds: [staff] })
    expect(body.people).toBe(1)
    expect((await app.call(readSession, {}, as(church))).status).toBe(200)
    const personOf = async () =>
      (await app.look('select person_id from account where tenant_id = $1', [church.tenantId]))[0]?.['person_id']
    expect(await personOf()).toBe(idOf(church, 0))
    await undo(church, body.changeId)
    expect(await personOf()).toBe(staff)
    await app.look(
      `insert into account (tenant_id, person_id, email, email_key, password_hash, roles)
       values ($1, $2, 'bo@church.example', 'bo@church.example', 'x', '{Reports}')`,
      [church.tenantId, idOf(church, 1)],
    )
    const two = await mergeBody(church, { keepId: staff, mergeIds: [idOf(church, 1)] })
    expect(two.body.code).toBe('has_account')
  })

  test('moves an invitation to the staff, and gives it back', async () => {
    const church = await build([{}, {}])
    const { tenantId } = church
    await app.look(
      `insert into staff_invite (tenant_id, token_hash, email, email_key, first_name, person_id, roles, invited_by, invited_at, expires_at)
       select $1, 'x', 'bo@church.example', 'bo@church.example', 'Bo', $2, '{Reports}', a.id, now(), now() + interval '1 day'
       from account a where a.tenant_id = $1 limit 1`,
      [tenantId, idOf(church, 1)],
    )
    const invited = async () =>
      (await app.look('select person_id from staff_invite where tenant_id = $1', [tenantId]))[0]?.['person_id']
    const { body } = await merge(church, 0, [1])
    expect(await invited()).toBe(idOf(church, 0))
    await undo(church, body.changeId)
    expect(await invited()).toBe(idOf(church, 1))
  })

  test('takes over a picture as a copy, and gives it back', async () => {
    const church = await build([{}, {}])
    const picture: NewPicture = { bytes: Buffer.from('a picture'), addedBy: String(undefined), at: new Date() }
    const { tenantId } = church
    const addedBy = (await app.look('select id from account where tenant_id = $1', [tenantId]))[0]?.['id']
    const ids = await app.server.context.database.withTenant(tenantId, (tx) =>
      Promise.all([0, 1].map(() => insertPicture(tx, tenantId, { ...picture, addedBy: String(addedBy) }))),
    )
    for (const [index, id] of ids.entries())
      await app.look('update person set picture_id = $1 where id = $2', [id, idOf(church, index)])
    const urls = async () => [(await read(church, 0)).pictureUrl, (await read(church, 1)).pictureUrl]
    const before = await urls()
    const { body } = await merge(church, 0, [1], { picture: idOf(church, 1) })
    const [mine, theirs] = await urls()
    expect([theirs, before.includes(mine ?? '')]).toEqual([before[1], false])
    await undo(church, body.changeId)
    expect(await urls()).toEqual(before)
    expect(await app.look('select id from picture where tenant_id = $1', [tenantId])).toHaveLength(2)
  })
})
