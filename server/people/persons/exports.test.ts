import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { addFamily, exportFamilies } from '#contract/people/families.ts'
import { addGroup, exportGroups } from '#contract/people/groups.ts'
import { addPerson, exportPeople, type PersonInput } from '#contract/people/persons.ts'
import { addToGroup } from '#server/people/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

type Query = Record<string, string>
type Printed = { headings: string[]; rows: unknown[][] }

const take = (church: Church, endpoint: Endpoint, query: Query) =>
  fetch(app.url + addressOf(endpoint, { query }), { headers: { authorization: `Bearer ${church.admin.token}` } })
const rowsOf = async (church: Church, endpoint: Endpoint, query: Query = {}): Promise<unknown[][]> =>
  ((await (await take(church, endpoint, { format: 'json', ...query })).json()) as Printed).rows
const noted = async (church: Church) =>
  (
    await app.look(`select details from audit_entry where tenant_id = $1 and act = 'list.exported' order by id`, [
      church.tenantId,
    ])
  ).map(({ details }) => details)

const person: PersonInput = {
  firstName: 'Ngọzi',
  lastName: 'Eze',
  email: 'ngozi@mail.example',
  phone: '08031234567',
  kind: 'first_timer',
  gender: 'female',
  maritalStatus: 'widowed',
  birthDay: 7,
  birthMonth: 3,
  birthYear: 1990,
  address: '4 Marina\nLagos',
  joinedOn: '2024-01-07',
}
const add = async (church: Church, more: Partial<PersonInput> & { groupIds?: string[] } = {}) =>
  (await app.call(addPerson, { body: { ...person, ...more } }, { token: church.admin.token })).body.id
const makeGroup = async (church: Church, name: string) =>
  (
    await app.call(
      addGroup,
      { body: { name, category: 'Departments', description: 'Sings' } },
      { token: church.admin.token },
    )
  ).body.id

test('people leave with everything that is known of them, and it is noted', async () => {
  const church = await app.buildChurch()
  const groupIds = [await makeGroup(church, 'Ushers'), await makeGroup(church, 'Choir')]
  await add(church, { groupIds })
  const reply = await take(church, exportPeople, { format: 'csv', search: 'ngozi' })
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"/)
  expect(await reply.text()).toContain('+2348031234567')
  expect(await rowsOf(church, exportPeople, { search: 'ngozi' })).toEqual([
    [
      'Ngọzi',
      'Eze',
      '+2348031234567',
      'ngozi@mail.example',
      'Choir; Ushers',
      'First timer',
      'Female',
      'Widowed',
      '1990-03-07',
      '4 Marina\nLagos',
      '2024-01-07',
    ],
  ])
  expect(await noted(church)).toEqual([
    { list: 'people', format: 'csv', rows: 1 },
    { list: 'people', format: 'json', rows: 1 },
  ])
})

test('birthdays of which parts are known are words', async () => {
  const church = await app.buildChurch()
  const known = [
    { birthDay: 29, birthMonth: 2, birthYear: null },
    { birthDay: null, birthMonth: 12, birthYear: 2001 },
    { birthDay: null, birthMonth: null, birthYear: 1990 },
    { birthDay: null, birthMonth: null, birthYear: null },
  ]
  for (const [index, birthday] of known.entries()) await add(church, { firstName: `Z${index}`, ...birthday })
  const rows = await rowsOf(church, exportPeople, { columns: 'birthday', search: 'eze' })
  expect(rows.flat()).toEqual(['29 February', 'December 2001', '1990', ''])
})

test('filters, order, columns, headings and ticked people are honoured', async () => {
  const church = await app.buildChurch({
    people: ['Ada', 'Bisi', 'Chi'].map((firstName, index) => ({ firstName, joinedOn: `2024-01-0${3 - index}` })),
  })
  const [ada = '', bisi = '', chi = ''] = church.personIds
  const other = await app.buildChurch({ people: [{ firstName: 'Ada' }] })
  await app.look('update person set archived_at = now() where id = $1', [bisi])
  const names = async (query: Query) =>
    (await rowsOf(church, exportPeople, { columns: 'firstName', search: '', ...query })).flat()
  expect(await names({ joinedUntil: '2024-01-04' })).toEqual(['Ada', 'Chi'])
  expect(await names({ sort: 'joined', joinedUntil: '2024-01-04' })).toEqual(['Chi', 'Ada'])
  expect(await names({ sort: '-name', ids: `${ada},${chi},${bisi},${other.personIds[0]}` })).toEqual(['Chi', 'Ada'])
  expect(await names({ archived: 'yes' })).toEqual(['Bisi'])
  expect(await names({ ids: '' })).toEqual([])
  const reply = await take(church, exportPeople, {
    format: 'json',
    columns: 'joined,firstName',
    headings: 'Jour|Prénom',
  })
  expect(((await reply.json()) as Printed).headings).toEqual(['Jour', 'Prénom'])
  for (const query of [
    { ids: 'abc' },
    { ids: Array(201).fill(ada).join(',') },
    { columns: 'password' },
    { sort: 'x' },
    { joinedFrom: '2024-02-31' },
  ])
    expect((await take(church, exportPeople, { format: 'csv', ...query })).status).toBe(400)
})

test('every one of thousands is there once, in order', async () => {
  const church = await app.buildChurch({
    people: Array.from({ length: 2_500 }, (_, index) => ({ firstName: `P${index % 7}`, lastName: `${index}` })),
  })
  const rows = await rowsOf(church, exportPeople, { columns: 'firstName,lastName', search: 'p' })
  const names = rows.map((row) => row.join(' ').toLowerCase())
  expect(new Set(names).size).toBe(2_500)
  expect(names).toEqual(names.toSorted())
})

test('groups leave with those whom a search means', async () => {
  const church = await app.buildChurch({ people: [{}] })
  const id = await makeGroup(church, 'Ọ̀dọ́')
  await makeGroup(church, 'Choir')
  const { tenantId, personIds } = church
  await app.server.context.database.withTenant(tenantId, (tx) => addToGroup(tx, tenantId, id, personIds))
  expect(await rowsOf(church, exportGroups)).toEqual([
    ['Choir', 'Departments', 'Sings', 0],
    ['Ọ̀dọ́', 'Departments', 'Sings', 1],
  ])
  expect(await rowsOf(church, exportGroups, { search: 'ODO', columns: 'name' })).toEqual([['Ọ̀dọ́']])
  const sorted = await rowsOf(church, exportGroups, { search: 'sings', sort: '-people', columns: 'name' })
  expect(sorted).toEqual([['Ọ̀dọ́'], ['Choir']])
  expect(await noted(church)).toContainEqual({ list: 'groups', format: 'json', rows: 2 })
})

test('families leave with the people in them', async () => {
  const church = await app.buildChurch({ people: [{ firstName: 'Ngọzi' }, { firstName: 'Ife', lastName: '' }] })
  const [ngozi = '', ife = ''] = church.personIds
  const make = (name: string, members: { personId: string; role: number }[]) =>
    app.call(
      addFamily,
      { body: { name, email: 'home@mail.example', homePhone: '08031234567', address: null, members } },
      { token: church.admin.token },
    )
  await make('Eze', [
    { personId: ife, role: 4 },
    { personId: ngozi, role: 2 },
  ])
  await make('Bello', [])
  const eze = ['Eze', 'Ngọzi Eze (mother); Ife (daughter)', '+2348031234567', 'home@mail.example']
  const [bello, ...rest] = await rowsOf(church, exportFamilies)
  expect(bello?.slice(0, 2)).toEqual(['Bello', ''])
  expect(rest.map((row) => row.slice(0, 4))).toEqual([eze])
  expect(await rowsOf(church, exportFamilies, { search: 'ife', columns: 'name', sort: '-name' })).toEqual([['Eze']])
  expect(await noted(church)).toContainEqual({ list: 'families', format: 'json', rows: 2 })
})
