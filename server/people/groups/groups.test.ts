import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/people/groups.ts'
import { listPeople } from '#contract/people/persons.ts'
import { addGroup, addToGroup } from '#server/people/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

test('groups come by category and name with the number of people in each', async () => {
  const church = await app.buildChurch({ people: [{}, {}, {}] })
  const { tenantId, personIds, admin } = church
  const ids = await app.server.context.database.withTenant(tenantId, async (tx) => {
    const [ushers, choir, alpha] = [
      await addGroup(tx, tenantId, { name: 'ushers', category: 'Departments' }),
      await addGroup(tx, tenantId, { name: ' Choir ', category: 'Departments' }),
      await addGroup(tx, tenantId, { name: 'Alpha course', category: 'Courses' }),
    ]
    await addToGroup(tx, tenantId, choir, personIds)
    await addToGroup(tx, tenantId, choir, personIds.slice(1))
    await addToGroup(tx, tenantId, ushers, [])
    return { ushers, choir, alpha }
  })
  const { body } = await app.call(calls.listGroups, {}, { token: admin.token })
  expect(body).toEqual([
    { id: ids.alpha, name: 'Alpha course', category: 'Courses', description: '', people: 0 },
    { id: ids.choir, name: 'Choir', category: 'Departments', description: '', people: 3 },
    { id: ids.ushers, name: 'ushers', category: 'Departments', description: '', people: 0 },
  ])
})

test('a church has one group of a name, and nobody of another church in it', async () => {
  const [church, other] = [await app.buildChurch({ people: [{}] }), await app.buildChurch({ people: [{}] })]
  const { database } = app.server.context
  const add = (tenantId: string, name: string) =>
    database.withTenant(tenantId, (tx) => addGroup(tx, tenantId, { name, category: 'Departments' }))
  const choir = await add(church.tenantId, 'Choir')
  await expect(add(church.tenantId, 'CHOIR')).rejects.toMatchObject({ code: 'name_taken' })
  await expect(add(church.tenantId, '\u200b')).rejects.toMatchObject({ code: 'invalid_input' })
  await add(other.tenantId, 'Choir')
  const mix = database.withTenant(church.tenantId, (tx) => addToGroup(tx, church.tenantId, choir, other.personIds))
  await expect(mix).rejects.toMatchObject({ code: '23503' })
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const choir = { name: 'Choir', category: 'Departments', description: 'Sings' }
const as = (church: Church) => ({ token: church.admin.token })
const create = (church: Church, group: Partial<typeof choir> = {}, headers: Record<string, string> = {}) =>
  app.call(calls.addGroup, { body: { ...choir, ...group } }, { ...as(church), headers })
const change = (church: Church, id: string, group: Partial<typeof choir>) =>
  app.call(calls.editGroup, { params: { id }, body: { ...choir, ...group } }, as(church))
const noted = (church: Church) =>
  app.look(`select act, details from audit_entry where tenant_id = $1 and act like 'group.%' order by id`, [
    church.tenantId,
  ])

test('a group is added, changed and removed, and its people stay', async () => {
  const church = await app.buildChurch({ people: [{}] })
  const { tenantId, personIds } = church
  const { body: group } = await create(church, { name: '  Choir\u202e ' })
  expect(group).toEqual({ id: group.id, ...choir, people: 0 })
  await app.server.context.database.withTenant(tenantId, (tx) => addToGroup(tx, tenantId, group.id, personIds))
  expect((await change(church, group.id, { name: 'CHOIR' })).body).toEqual({ ...group, name: 'CHOIR', people: 1 })
  expect((await change(church, group.id, { name: 'CHOIR' })).status).toBe(200)
  const remove = () => app.call(calls.removeGroup, { params: { id: group.id } }, as(church))
  expect((await remove()).body).toEqual({ removed: true })
  expect((await remove()).body.code).toBe('not_found')
  expect((await app.call(listPeople, { query: {} }, as(church))).body).toMatchObject({ total: 2 })
  expect(await noted(church)).toEqual([
    { act: 'group.added', details: { name: 'Choir' } },
    { act: 'group.changed', details: { name: 'CHOIR', fields: ['name'] } },
    { act: 'group.removed', details: { name: 'CHOIR' } },
  ])
})

test('two groups never get one name, whatever the case and however quick', async () => {
  const church = await app.buildChurch()
  const added = await Promise.all(['Choir', 'CHOIR', 'choir'].map((name) => create(church, { name })))
  expect(added.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const [one, other] = [await create(church, { name: 'Ọlá' }), await create(church, { name: 'Ushers' })]
  expect((await create(church, { name: 'ọLÁ'.normalize('NFD') })).body.code).toBe('name_taken')
  expect((await change(church, one.body.id, { name: 'ushers' })).body.code).toBe('name_taken')
  const edited = await Promise.all([one, other].map(({ body }) => change(church, body.id, { name: 'Media' })))
  expect(edited.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a group of another church is as unknown as none, and nothing visible is no name', async () => {
  const [church, other] = [await app.buildChurch(), await app.buildChurch()]
  const { body } = await create(other)
  for (const id of [UNKNOWN, body.id]) {
    expect((await change(church, id, {})).body.code).toBe('not_found')
    expect((await app.call(calls.removeGroup, { params: { id } }, as(church))).body.code).toBe('not_found')
  }
  expect((await create(church, { name: '\u200b' })).body.fields).toHaveProperty('name')
  expect((await create(church, { category: '\u200b' })).body.fields).toHaveProperty('category')
})

test('a double press makes one group', async () => {
  const church = await app.buildChurch()
  const key = { 'idempotency-key': 'press' }
  const replies = await Promise.all([create(church, {}, key), create(church, {}, key)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies[0].body.id).toBe(replies[1].body.id)
})
