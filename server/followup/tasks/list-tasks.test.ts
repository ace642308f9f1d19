import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addNewcomer, removeNewcomer } from '#contract/followup/people.ts'
import { createTask, listTasks } from '#contract/followup/tasks.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let efua: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
beforeEach(async () => {
  church = await app.buildChurch()
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
})
afterAll(() => app.stop())

type Body = Partial<Parameters<typeof app.call<typeof createTask>>[1]['body']>
const as = () => ({ token: church.admin.token })
const add = async (more: object = {}) => (await app.call(addNewcomer, { body: { ...guest, ...more } }, as())).body.id
const create = async (contacts: string, instructions: string, body: Body = {}) =>
  (await app.call(createTask, { body: { instructions, contacts, ...body } }, as())).body.returnObject.id
type Query = Parameters<typeof app.call<typeof listTasks>>[1]['query']
const list = async (query: Query = {}) => (await app.call(listTasks, { query }, as())).body
const listed = async (query: Query = {}) => (await list(query)).items.map(({ instructions }) => instructions)

test('tasks stand in the order in which they are due, those without a day last', async () => {
  const person = await add()
  await create(person, 'Some day')
  await create(person, 'Second', { dueDate: '2031-05-15' })
  await create(person, 'First', { dueDate: '2031-05-14' })
  expect(await listed()).toEqual(['First', 'Second', 'Some day'])
})

test('pages of tasks meet without a gap, in the middle of one instant and of those without a day', async () => {
  const person = await add()
  for (const place of [1, 2, 3]) await create(person, `Due ${place}`, { dueDate: '2031-05-14' })
  for (const place of [1, 2, 3]) await create(person, `Some day ${place}`)
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list({ limit: 2, cursor })
    expect(page.total).toBe(6)
    found.push(...page.items.map(({ instructions }) => instructions))
    cursor = page.nextCursor
  }
  expect(found).toHaveLength(6)
  expect(new Set(found.slice(0, 3))).toEqual(new Set(['Due 1', 'Due 2', 'Due 3']))
  expect(new Set(found).size).toBe(6)
  const { body } = await app.call(listTasks, { query: { cursor: 'bm9uZQ' } }, as())
  expect(body.code).toBe('invalid_cursor')
})

test('open tasks are listed when no status is asked for, and every status is counted', async () => {
  const person = await add()
  const names = ['Pending', 'In progress', 'Completed', 'Cancelled', 'Rescheduled', 'Stalled']
  for (const [status, name] of names.entries()) await create(person, name, { status })
  const { total, counts, items } = await list({ limit: 100 })
  expect(items.map(({ status }) => status).toSorted()).toEqual([0, 1, 4, 5])
  expect([total, counts]).toEqual([4, [1, 1, 1, 1, 1, 1]])
  for (const [status, name] of names.entries()) {
    expect(await list({ status })).toMatchObject({ total: 1, items: [{ instructions: name }] })
  }
})

test('an owner’s tasks are those given to them, and those of nobody about the people they look after', async () => {
  const [own, others] = [await add({ ownerId: efua.accountId }), await add()]
  const [admin] = await app.look(`select id from account where tenant_id = $1 and 'Admin' = any (roles)`, [
    church.tenantId,
  ])
  await create(own, 'About my person')
  await create(own, 'Given away', { personID: String(admin?.['id']) })
  await create(others, 'Given to me', { personID: efua.accountId })
  await create(others, 'Of nobody')
  expect((await listed({ owner: efua.accountId })).toSorted()).toEqual(['About my person', 'Given to me'])
  expect((await list({ owner: efua.accountId })).counts).toEqual([2, 0, 0, 0, 0, 0])
})

test('tasks are found by priority, by a part of their words and by a part of the person’s name', async () => {
  await create(await add({ firstName: 'Hauwa', lastName: 'Sani' }), 'Bring the Book', { priority: 0 })
  await create(await add({ firstName: 'Àdé', lastName: 'Cole' }), 'Call', { priority: 1 })
  expect(await listed({ priority: 0 })).toEqual(['Bring the Book'])
  expect(await listed({ search: ' the book ' })).toEqual(['Bring the Book'])
  expect(await listed({ search: 'SANI' })).toEqual(['Bring the Book'])
  expect([await listed({ search: 'ade' }), await listed({ search: 'àdé' })]).toEqual([['Call'], ['Call']])
  expect(await list({ search: '%' })).toMatchObject({ total: 0, items: [], counts: [0, 0, 0, 0, 0, 0] })
})

test('tasks about people who are archived are neither listed nor counted', async () => {
  const gone = await add()
  await create(gone, 'Call')
  await app.call(removeNewcomer, { params: { id: gone } }, as())
  expect(await list()).toMatchObject({ total: 0, items: [], counts: [0, 0, 0, 0, 0, 0] })
})
