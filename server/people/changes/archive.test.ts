import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archivePeople, restorePeople, undoChange } from '#contract/people/changes.ts'
import { getSearchedUsers, listPeople } from '#contract/people/persons.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const people = (count: number, firstName = 'Ngọzi') =>
  Array.from({ length: count }, (_, index) => ({ firstName, lastName: `Eze ${index}` }))
const as = ({ admin }: Church) => ({ token: admin.token })
const archive = (church: Church, ids: string[]) => app.call(archivePeople, { body: { people: { ids } } }, as(church))
const restore = (church: Church, ids: string[]) => app.call(restorePeople, { body: { people: { ids } } }, as(church))
const undo = (church: Church, id: string | null) => app.call(undoChange, { params: { id: String(id) } }, as(church))
const total = async (church: Church, query: object = {}) =>
  (await app.call(listPeople, { query }, as(church))).body.total
const sizeOf = async ({ tenantId }: Church) =>
  (await app.look('select people from church_size where tenant_id = $1', [tenantId]))[0]?.['people']
const auditOf = ({ tenantId }: Church) =>
  app.look(`select act, details from audit_entry where tenant_id = $1 and act like 'people.%' order by at, id`, [
    tenantId,
  ])

describe('archiving', () => {
  test('takes people out of list, search and count, and only once', async () => {
    const church = await app.buildChurch({ people: people(3) })
    const [first, second] = church.personIds
    const { body } = await archive(church, [String(first), String(second)])
    expect(body).toEqual({ changeId: expect.any(String), people: 2, leftOut: [] })
    expect([await total(church), await total(church, { archived: 'yes' }), await sizeOf(church)]).toEqual([2, 2, 2])
    const search = await app.call(getSearchedUsers, { query: { searchText: 'ngozi' } }, as(church))
    expect(search.body).toHaveLength(1)
    expect(await total(church, { archived: 'yes', search: 'ngozi' })).toBe(2)
    expect((await archive(church, church.personIds)).body.people).toBe(1)
    expect((await archive(church, church.personIds)).body).toEqual({ changeId: null, people: 0, leftOut: [] })
    expect(await auditOf(church)).toEqual([
      { act: 'people.archived', details: { people: 2 } },
      { act: 'people.archived', details: { people: 1 } },
    ])
    expect(
      await app.look('select people from people_change where tenant_id = $1 order by at', [church.tenantId]),
    ).toEqual([{ people: 2 }, { people: 1 }])
  })

  test('reaches nobody of another church and nobody unknown', async () => {
    const [church, other] = [await app.buildChurch({ people: people(1) }), await app.buildChurch({ people: people(2) })]
    const ids = [...other.personIds, '0199f3c0-6c00-7000-8000-000000000001', ...church.personIds]
    expect((await archive(church, ids)).body.people).toBe(1)
    expect(await total(other)).toBe(3)
    const { body } = await archive(other, other.personIds)
    expect((await undo(church, body.changeId)).body.code).toBe('not_found')
    expect(await total(other)).toBe(1)
  })

  test('leaves staff out and names them', async () => {
    const church = await app.buildChurch({ people: people(2) })
    const all = await app.call(archivePeople, { body: { people: { matching: {} } } }, as(church))
    expect(all.body).toMatchObject({ people: 2, leftOut: ['Ada Admin'] })
    expect(await total(church)).toBe(1)
    const alone = await app.call(archivePeople, { body: { people: { matching: {} } } }, as(church))
    expect([alone.status, alone.body.code]).toEqual([409, 'has_account'])
    expect(await app.look('select people from people_change where tenant_id = $1', [church.tenantId])).toEqual([
      { people: 2 },
    ])
  })

  test('lets who left the staff go', async () => {
    const church = await app.buildChurch({ people: people(1) })
    await app.look(
      `insert into account (tenant_id, person_id, email, email_key, password_hash, roles, removed_at)
       values ($1, $2, '', '', '', '{}', now())`,
      [church.tenantId, church.personIds[0]],
    )
    expect((await archive(church, church.personIds)).body.people).toBe(1)
  })

  test('a filter reaches all who match, but for those unticked', async () => {
    const church = await app.buildChurch({ people: [...people(5_000, 'Chidịnma'), ...people(20, 'Ọlá')] })
    const except = church.personIds.slice(0, 300)
    const selection = { matching: { search: 'chidinma' }, except }
    const { body } = await app.call(archivePeople, { body: { people: selection } }, as(church))
    expect(body.people).toBe(4_700)
    expect([await total(church), await sizeOf(church)]).toEqual([321, 321])
    const archived = { matching: { archived: 'yes' as const }, except: church.personIds.slice(300, 400) }
    expect((await app.call(restorePeople, { body: { people: archived } }, as(church))).body.people).toBe(4_600)
    expect((await undo(church, body.changeId)).body).toEqual({ people: 100, kept: 4_600 })
    expect([await total(church), await total(church, { search: 'chidinma' })]).toEqual([5_021, 5_000])
  })

  test('the same press twice is one change', async () => {
    const church = await app.buildChurch({ people: people(2) })
    const press = { ...as(church), headers: { 'idempotency-key': 'archive-1' } }
    const once = () => app.call(archivePeople, { body: { people: { ids: church.personIds } } }, press)
    const [first, second] = await Promise.all([once(), once()])
    expect(first.body).toEqual(second.body)
    expect(first.body.people).toBe(2)
    const other = await app.call(archivePeople, { body: { people: { matching: {} } } }, press)
    expect(other.body.code).toBe('idempotency_key_reused')
  })

  test('many changes of the same people at once count everybody once and block nobody', async () => {
    const church = await app.buildChurch({ people: people(300) })
    const orders = [church.personIds, church.personIds.toReversed()]
    const replies = await Promise.all(Array.from({ length: 6 }, (_, index) => archive(church, orders[index % 2] ?? [])))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(replies.reduce((sum, { body }) => sum + body.people, 0)).toBe(300)
    const mixed = await Promise.all([
      ...orders.map((ids) => archive(church, ids)),
      ...orders.map((ids) => restore(church, ids)),
      ...replies.filter(({ body }) => body.changeId).map(({ body }) => undo(church, body.changeId)),
    ])
    expect(mixed.every(({ status }) => status === 200)).toBe(true)
    expect(await sizeOf(church)).toBe(await total(church))
  })

  test('answers wrong input in words', async () => {
    const church = await app.buildChurch()
    const wrong: unknown[] = [
      {},
      { people: {} },
      { people: { ids: [] } },
      { people: { ids: ['x'] } },
      { people: { ids: Array.from({ length: 1_001 }, () => '0199f3c0-6c00-7000-8000-000000000001') } },
      { people: { ids: ['0199f3c0-6c00-7000-8000-000000000001'], matching: {} } },
      { people: { matching: { joinedFrom: '2024-02-31' } } },
      { people: { matching: { kind: 'ghost' } } },
    ]
    for (const body of wrong) {
      const reply = await app.call(archivePeople, { body: body as never }, as(church))
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    }
  })

  test('only who may write people may do it', async () => {
    const church = await app.buildChurch({ people: people(1), roles: ['Reports'] })
    expect((await archive(church, church.personIds)).status).toBe(403)
  })
})
