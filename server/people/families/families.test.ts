import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/people/families.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({
    people: [
      { firstName: 'Chidi', lastName: 'Ọkáfọ̀r', phone: '+2348031234567' },
      { firstName: 'Ngọzi', lastName: 'Ọkáfọ̀r' },
      { firstName: 'Ifẹ́', lastName: 'Bello' },
    ],
  })
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const { father, mother, daughter } = calls.familyRoles
const empty = { name: 'Okafor', email: null, homePhone: null, address: null }
const as = () => ({ token: church.admin.token })
const person = (index: number): string => church.personIds[index] ?? ''
type Family = Partial<Omit<calls.FamilyRow, 'id' | 'members'>> & { members?: { personId: string; role: number }[] }
const add = (family: Family = {}, headers: Record<string, string> = {}) =>
  app.call(calls.addFamily, { body: { ...empty, members: [], ...family } }, { ...as(), headers })
const read = (id: string) => app.call(calls.readFamily, { params: { id } }, as())
const edit = async (id: string, family: Family) => {
  const version = (await read(id)).body.version ?? 1
  return app.call(calls.editFamily, { params: { id }, body: { ...empty, members: [], version, ...family } }, as())
}
const list = async (query: Record<string, string | number>) =>
  (await app.call(calls.listFamilies, { query }, as())).body
const names = async (query: Record<string, string | number>) => (await list(query)).items.map(({ name }) => name)
const noted = () =>
  app.look(`select act, details from audit_entry where tenant_id = $1 and act like 'family.%' order by id`, [
    church.tenantId,
  ])

test('a family is kept whole, parents first', async () => {
  const { status, body } = await add({
    name: ' Ọkáfọ̀r\u202e ',
    email: 'home@mail.example',
    homePhone: '0803 999 9990',
    address: '4 Marina\nLagos',
    members: [
      { personId: person(2), role: daughter },
      { personId: person(1), role: mother },
      { personId: person(0), role: father },
    ],
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    id: body.id,
    name: 'Ọkáfọ̀r',
    email: 'home@mail.example',
    homePhone: '+2348039999990',
    address: '4 Marina\nLagos',
    members: [
      {
        id: person(0),
        firstName: 'Chidi',
        lastName: 'Ọkáfọ̀r',
        role: 1,
        phone: '+2348031234567',
        pictureUrl: null,
        confirmed: true,
      },
      {
        id: person(1),
        firstName: 'Ngọzi',
        lastName: 'Ọkáfọ̀r',
        role: 2,
        phone: null,
        pictureUrl: null,
        confirmed: true,
      },
      { id: person(2), firstName: 'Ifẹ́', lastName: 'Bello', role: 4, phone: null, pictureUrl: null, confirmed: true },
    ],
    version: 1,
  })
  expect((await read(body.id)).body).toEqual(body)
  expect(await noted()).toEqual([{ act: 'family.added', details: { members: 3 } }])
})

test('members are replaced; archived ones stay unseen and come back with the person', async () => {
  const { body } = await add({
    members: [0, 1, 2].map((index) => ({ personId: person(index), role: 7 })),
  })
  await app.look('update person set archived_at = now() where id = $1', [person(2)])
  const members = [
    { personId: person(0), role: father },
    { personId: person(1), role: 7 },
  ]
  const rolesOf = ({ members: all }: calls.FamilyRow) => all.map(({ id, role }) => [id, role])
  expect(rolesOf((await edit(body.id, { members })).body)).toEqual([
    [person(0), 1],
    [person(1), 7],
  ])
  expect(rolesOf((await edit(body.id, { members: members.slice(1) })).body)).toEqual([[person(1), 7]])
  expect((await edit(body.id, { members: [{ personId: person(2), role: 3 }] })).body.code).toBe('not_found')
  await app.look('update person set archived_at = null where id = $1', [person(2)])
  expect(rolesOf((await read(body.id)).body).map(([id]) => id)).toContain(person(2))
  await edit(body.id, { name: 'Bello', members: [] })
  await edit(body.id, { name: 'Bello', members: [] })
  expect((await noted()).map(({ details }) => details)).toEqual([
    { members: 3 },
    { fields: ['members'] },
    { fields: ['members'] },
    { fields: ['name', 'members'] },
  ])
})

test('is not changed over what somebody else has done meanwhile', async () => {
  const { body } = await add({ members: [{ personId: person(0), role: father }] })
  const first = await edit(body.id, { name: 'Bello', version: 1 })
  expect(first.body.version).toBe(2)
  expect((await edit(body.id, { name: 'Eze', version: 1 })).body.code).toBe('changed_meanwhile')
  expect((await read(body.id)).body).toMatchObject({ name: 'Bello', version: 2 })
  expect((await edit(body.id, { name: 'Bello' })).body.version).toBe(2)
  expect((await edit(body.id, { name: 'Bello', members: [{ personId: person(1), role: mother }] })).body.version).toBe(
    3,
  )
})

test('takes any roles, but a person once, and nobody of another church', async () => {
  const other = await app.buildChurch({ people: [{}] })
  const both = [0, 1].map((index) => ({ personId: person(index), role: father }))
  const { body } = await add({ members: both })
  expect(body.members.map(({ role }) => role)).toEqual([1, 1])
  const twice = { members: [...both, { personId: person(0), role: mother }] }
  expect((await add(twice)).body.fields).toHaveProperty('members')
  expect((await edit(body.id, twice)).body.fields).toHaveProperty('members')
  for (const personId of [UNKNOWN, other.personIds[0] ?? '']) {
    const members = [{ personId, role: 1 }]
    expect((await add({ members })).body.code).toBe('not_found')
    expect((await edit(body.id, { members })).body.code).toBe('not_found')
  }
  expect((await list({})).total).toBe(1)
})

test('names every field at fault', async () => {
  const { body } = await add({ name: '\u200b', email: 'x', homePhone: '12' })
  expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(['email', 'homePhone', 'name'])
})

test('is found by its name and by the words of its people, marks aside', async () => {
  await add({ name: 'Ọkáfọ̀r', members: [{ personId: person(2), role: daughter }] })
  await add({ name: 'Musa', members: [0, 1].map((index) => ({ personId: person(index), role: 7 })) })
  await add({ name: 'van der Berg' })
  for (const [search, found] of [
    ['okaf', ['Musa', 'Ọkáfọ̀r']],
    ['OKAFOR ife', ['Ọkáfọ̀r']],
    ['musa chi', ['Musa']],
    ['berg', ['van der Berg']],
    ['erg', []],
    ['0803123', ['Musa']],
    ['🌸', []],
    [' ', ['Musa', 'Ọkáfọ̀r', 'van der Berg']],
  ] as const)
    expect([search, await names({ search })]).toEqual([search, found])
  await app.look('update person_term set archived = true where person_id = $1', [person(2)])
  expect(await names({ search: 'ife' })).toEqual([])
})

test('pages visit every family once, from either end', async () => {
  for (const name of ['Eze', 'Eze', 'Ọbi', 'Ada', 'Eze', '田中', 'Zulu']) await add({ name })
  for (const sort of ['name', '-name'])
    for (const limit of [1, 2, 3]) {
      const seen: calls.FamilyRow[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list({ sort, limit, cursor })
        expect(page.total).toBe(7)
        seen.push(...page.items)
        cursor = page.nextCursor
      }
      const expected = ['Ada', 'Eze', 'Eze', 'Eze', 'Ọbi', 'Zulu', '田中']
      expect(seen.map(({ name }) => name)).toEqual(sort === 'name' ? expected : expected.toReversed())
      expect(new Set(seen.map(({ id }) => id)).size).toBe(7)
    }
  expect((await app.call(calls.listFamilies, { query: { cursor: 'x' } }, as())).body.code).toBe('invalid_cursor')
})

test('a family that is removed leaves its people, and another church’s is unknown', async () => {
  const { body } = await add({ members: [{ personId: person(0), role: father }] })
  const other = await app.buildChurch()
  const remove = (token: string) => app.call(calls.removeFamily, { params: { id: body.id } }, { token })
  expect((await remove(other.admin.token)).body.code).toBe('not_found')
  expect((await app.call(calls.readFamily, { params: { id: body.id } }, { token: other.admin.token })).status).toBe(404)
  expect((await remove(church.admin.token)).body).toEqual({ removed: true })
  expect((await read(body.id)).body.code).toBe('not_found')
  expect((await edit(body.id, {})).body.code).toBe('not_found')
  expect(await app.look('select id from person where id = $1', [person(0)])).toHaveLength(1)
})

test('a double press makes one family', async () => {
  const key = { 'idempotency-key': 'press' }
  const replies = await Promise.all([add({}, key), add({}, key)])
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect((await list({})).total).toBe(1)
})
