import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDashboard } from '#contract/dashboard/dashboard.ts'
import { getSearchedUsers, listPeople, type PersonRow } from '#contract/people/persons.ts'
import { listGroups } from '#contract/people/groups.ts'
import { addGroup, addToGroup } from '../index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { matching } from './list-store.ts'
import { planFilter } from './list-people.ts'

type Query = Record<string, string | number>

let app: TestApp
let church: Church
let groupId: string
const kinds = ['member', 'first_timer', 'new_convert'] as const
const names = ['Adé', 'Bọ́lá', 'Chi']
/** Twenty-seven people: name × kind × month of joining; every second has a phone, every third is a woman. */
const crowd = names.flatMap((firstName, name) =>
  kinds.flatMap((kind, turn) =>
    [1, 2, 3].map((month) => {
      const index = name * 9 + turn * 3 + month
      return {
        firstName,
        lastName: 'Eze',
        kind,
        joinedOn: `2024-0${month}-15`,
        phone: index % 2 ? `+2348031234${String(index).padStart(3, '0')}` : null,
        gender: index % 3 ? ('male' as const) : ('female' as const),
      }
    }),
  ),
)
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ people: crowd })
  const { tenantId, personIds } = church
  groupId = await app.server.context.database.withTenant(tenantId, async (tx) => {
    const id = await addGroup(tx, tenantId, { name: 'Choir', category: 'Departments' })
    await addToGroup(tx, tenantId, id, personIds.slice(0, 12))
    return id
  })
})
afterAll(() => app.stop())

const list = async (query: Query) => (await app.call(listPeople, { query }, { token: church.admin.token })).body

async function readAll(query: Query): Promise<PersonRow[]> {
  const people: PersonRow[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof list>> = await list({ ...query, cursor })
    people.push(...page.items)
    cursor = page.nextCursor
  }
  return people
}

/** Everybody of the crowd whom a filter means, without the administrator. */
const meant = (query: Query) =>
  crowd.filter(
    (person, index) =>
      (query['kind'] ?? person.kind) === person.kind &&
      (query['gender'] ?? person.gender) === person.gender &&
      person.joinedOn >= (query['joinedFrom'] ?? '') &&
      person.joinedOn <= (query['joinedUntil'] ?? '9') &&
      (query['phone'] ?? (person.phone ? 'yes' : 'no')) === (person.phone ? 'yes' : 'no') &&
      (!('groupId' in query) || index < 12),
  ).length

test('each filter keeps those it means, alone, together, and within a search', async () => {
  const filters: Query[] = [
    { gender: 'female' },
    { gender: 'male', kind: 'member' },
    { joinedFrom: '2024-02-15', joinedUntil: '2024-02-29' },
    { joinedFrom: '2024-02-16', phone: 'yes' },
    { phone: 'no', gender: 'female' },
    { groupId, phone: 'yes' },
    { groupId, gender: 'female', kind: 'first_timer', joinedUntil: '2024-02-15' },
  ]
  for (const filter of filters)
    for (const query of [filter, { ...filter, search: 'eze' }]) {
      const people = await readAll({ ...query, limit: 4 })
      const { total } = await list(query)
      const crowded = people.filter(({ lastName }) => lastName === 'Eze')
      expect([query, crowded.length, total]).toEqual([query, meant(filter), people.length])
    }
  const [all, withPhone, without] = [await list({}), await list({ phone: 'yes' }), await list({ phone: 'no' })]
  expect([all.total, withPhone.total, without.total]).toEqual([28, meant({ phone: 'yes' }), 1 + meant({ phone: 'no' })])
})

test('every order visits everybody once, whatever the page, and its end is the other’s beginning', async () => {
  for (const query of [{}, { search: 'eze' }, { kind: 'member', groupId }] as Query[])
    for (const limit of [5, 100])
      for (const sort of ['name', 'joined']) {
        const idsOf = async (order: string) => (await readAll({ ...query, limit, sort: order })).map(({ id }) => id)
        const ids = await idsOf(sort)
        expect(new Set(ids).size).toBe((await list(query)).total)
        expect(await idsOf(`-${sort}`)).toEqual(ids.toReversed())
      }
  const days = (await readAll({ sort: 'joined', limit: 7 })).map(({ joinedOn }) => joinedOn)
  expect(days).toEqual(days.toSorted())
})

test('a cursor of another order and a day that is none are refused', async () => {
  const { nextCursor } = await list({ sort: 'joined', limit: 2 })
  const call = (query: Query) => app.call(listPeople, { query }, { token: church.admin.token })
  expect((await call({ sort: 'name', cursor: nextCursor ?? '' })).body.code).toBe('invalid_cursor')
  expect((await call({ sort: 'joined', cursor: nextCursor ?? '' })).status).toBe(200)
  const id = '0199f3c0-6c00-7000-8000-000000000001'
  for (const day of ['2024-02-31', '0000-01-01', 'infinity', 7]) {
    const cursor = Buffer.from(JSON.stringify({ day, id })).toString('base64url')
    expect([day, (await call({ sort: 'joined', cursor })).body.code]).toEqual([day, 'invalid_cursor'])
  }
  for (const query of [{ joinedFrom: '2024-02-31' }, { gender: 'x' }, { sort: 'phone' }, { phone: 'maybe' }])
    expect((await call(query)).body.code).toBe('invalid_input')
})

test('an archived person is only among the archived, counts nowhere and is found by no picker', async () => {
  const [gone = ''] = church.personIds.slice(8)
  const before = { all: (await list({})).total, group: (await list({ groupId })).total }
  await app.look('update person set archived_at = now() where id = $1', [gone])
  await app.look('update person_term set archived = true where person_id = $1', [gone])
  const token = church.admin.token
  const kind = { kind: 'new_convert', search: 'ade eze' }
  expect([(await list({})).total, (await list({ groupId })).total]).toEqual([before.all - 1, before.group - 1])
  for (const query of [{}, { search: 'ade' }, { search: 'ade eze' }, { sort: '-joined' }, kind])
    expect((await readAll({ ...query, limit: 100 })).map(({ id }) => id)).not.toContain(gone)
  for (const query of [{}, { search: 'ade' }, { search: 'ade eze' }, { sort: '-joined', search: 'ade' }, kind]) {
    const archived = await list({ ...query, archived: 'yes' })
    expect([query, archived.total, archived.items.map(({ id }) => id)]).toEqual([query, 1, [gone]])
  }
  for (const searchText of ['adé', 'ade eze']) {
    const { body } = await app.call(getSearchedUsers, { query: { searchText } }, { token })
    expect(body.map(({ id }) => id)).not.toContain(gone)
  }
  expect((await app.call(listGroups, {}, { token })).body).toMatchObject([{ people: before.group - 1 }])
  expect((await app.call(readDashboard, {}, { token })).body.people?.people).toBe(before.all - 1)
})

test('the words of a person who is erased are gone', async () => {
  const [erased = ''] = church.personIds.slice(-1)
  await app.look('delete from person where id = $1', [erased])
  expect(await app.look('select term from person_term where person_id = $1', [erased])).toEqual([])
  expect(
    await app.look('select count(distinct person_id)::int as people from person_term where tenant_id = $1', [
      church.tenantId,
    ]),
  ).toEqual([{ people: 27 }])
})

test('the ids of everybody who matches can be asked for within another query', async () => {
  const ids = await app.server.context.database.withTenant(church.tenantId, async (tx) => {
    const filter = await planFilter(tx, { search: 'bola', kind: 'member' })
    return (await matching(filter).execute(tx)).rows.map(({ id }) => id)
  })
  expect(ids.toSorted()).toEqual(church.personIds.slice(9, 12).toSorted())
})
