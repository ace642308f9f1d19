import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/identity/session.ts'
import { listViews, removeView, saveView, type ListName } from '#contract/identity/views.ts'
import { addPersons } from '../../people/index.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { createStaff } from '../accounts/accounts.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { VIEWS_MOST } from './views.ts'

let app: TestApp
let church: Church
let colleague: string
let foreign: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
  foreign = (await app.buildChurch()).admin.token
  colleague = await addStaff()
})
afterAll(() => app.stop())

/** Somebody else on the same staff, signed in. */
async function addStaff(): Promise<string> {
  const email = 'usher@church.example'
  const passwordHash = await hashPassword(PASSWORD)
  const { tenantId } = church
  const person = {
    firstName: 'Ugo',
    lastName: 'Usher',
    email: null,
    phone: null,
    kind: 'member',
    joinedOn: '2024-01-07',
  } as const
  await app.server.context.database.withTenant(tenantId, async (tx) => {
    const [personId = ''] = await addPersons(tx, tenantId, [person], new Date())
    await createStaff(tx, { tenantId, personId, email, passwordHash, roles: ['FollowUp'] }, new Date())
  })
  return (await app.call(login, { body: { userName: email, password: PASSWORD } })).body.token
}

type View = { list?: ListName; name?: string; state?: string; shared?: boolean }

const save = (view: View, token = church.admin.token) =>
  app.call(
    saveView,
    { body: { list: 'people', name: 'Mine', state: 'kind=member', shared: false, ...view } },
    { token },
  )

const namesOf = async (list: ListName, token = church.admin.token) =>
  (await app.call(listViews, { query: { list } }, { token })).body.map(
    ({ name, isOwn }) => `${name}${isOwn ? '' : ' (shared)'}`,
  )

const remove = async (id: string, token = church.admin.token) => {
  const { status, body } = await app.call(removeView, { params: { id } }, { token })
  return [status, body.code ?? body.removed]
}

test('the own views of a list are there by name, and those that colleagues share', async () => {
  await save({ list: 'groups', name: 'Zeal' })
  await save({ list: 'groups', name: 'apart' })
  await save({ list: 'families', name: 'Elsewhere' })
  await save({ list: 'groups', name: 'Our Choir', shared: true }, colleague)
  await save({ list: 'groups', name: 'Hidden' }, colleague)
  expect(await namesOf('groups')).toEqual(['apart', 'Our Choir (shared)', 'Zeal'])
  expect(await namesOf('groups', colleague)).toEqual(['Hidden', 'Our Choir'])
  expect(await namesOf('groups', foreign)).toEqual([])
})

test('a view of the same name is replaced, whatever the case, and only the own one', async () => {
  await save({ name: 'First-timers', shared: true }, colleague)
  const { body: first } = await save({ name: 'First-timers', state: 'kind=member' })
  const { body: second } = await save({ name: '  FIRST-timers ', state: 'kind=first_timer', shared: true })
  expect(second).toEqual({ ...first, name: 'FIRST-timers', state: 'kind=first_timer', shared: true })
  expect(await namesOf('people')).toEqual(['FIRST-timers', 'First-timers (shared)'])
  await remove(first.id)
})

test('only its maker removes a view; for others it is as unknown as one that never was', async () => {
  const { body: view } = await save({ list: 'staff' })
  expect(await remove(view.id, colleague)).toEqual([404, 'not_found'])
  expect(await remove(view.id, foreign)).toEqual([404, 'not_found'])
  expect(await namesOf('staff')).toEqual(['Mine'])
  expect(await remove(view.id)).toEqual([200, true])
  expect(await remove(view.id)).toEqual([404, 'not_found'])
})

test('views of a list that one may not see are neither shown nor kept, and owners remove what others share', async () => {
  expect((await save({ list: 'payments' }, colleague)).body.code).toBe('not_allowed')
  expect((await app.call(listViews, { query: { list: 'staff' } }, { token: colleague })).body.code).toBe('not_allowed')
  const [shared, own] = [
    await save({ list: 'imports', name: 'Ours', shared: true }, colleague),
    await save({ list: 'imports', name: 'Own' }, colleague),
  ]
  const ofOwner = await save({ list: 'imports', name: 'For all', shared: true })
  expect(await remove(ofOwner.body.id, colleague)).toEqual([404, 'not_found'])
  await remove(ofOwner.body.id)
  expect(await remove(shared.body.id, foreign)).toEqual([404, 'not_found'])
  expect(await remove(own.body.id)).toEqual([404, 'not_found'])
  expect(await remove(shared.body.id)).toEqual([200, true])
  expect(await namesOf('imports', colleague)).toEqual(['Own'])
})

test(`a list has ${VIEWS_MOST} own views at most, also of those saved at the same moment`, async () => {
  const numbers = Array.from({ length: VIEWS_MOST - 2 }, (_, index) => index)
  await Promise.all(numbers.map((number) => save({ list: 'import-rows', name: `View ${number}` })))
  const last = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => save({ list: 'import-rows', name })))
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400])
  expect((await save({ list: 'import-rows', name: 'View 0', state: 'changed' })).status).toBe(200)
  expect((await save({ list: 'payments', name: 'One' })).status).toBe(200)
  expect((await save({ list: 'import-rows', name: 'One of a colleague' }, colleague)).status).toBe(200)
})

test.each<View>([
  { name: ' ' },
  { name: 'x'.repeat(61) },
  { name: 'a\0b' },
  { state: '\uD800' },
  { state: 'x'.repeat(2_001) },
])('%o is refused', async (view) => {
  const { status, body } = await save({ list: 'imports', ...view })
  expect([status, body.code]).toEqual([400, 'invalid_input'])
})
