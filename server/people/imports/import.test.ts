import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/people/imports.ts'
import type { ImportPlan } from '#contract/people/imports.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { importDesk, planFor } from '#server/test-kit/import-desk.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const peopleOf = (church: Church) =>
  app.look(
    `select first_name, last_name, phone, email, kind, gender, marital_status, birth_day, birth_month, birth_year, address,
      joined_on::text, version, (select array_agg(g.name order by g.name) from group_member m join people_group g
        on g.tenant_id = m.tenant_id and g.id = m.group_id where m.tenant_id = p.tenant_id and m.person_id = p.id) as groups
     from person p where tenant_id = $1 and not exists (select from account a where a.tenant_id = p.tenant_id and a.person_id = p.id)
     order by sort_name, id`,
    [church.tenantId],
  )

const THERE = [
  { firstName: 'Ngọzi', lastName: 'Eze', phone: '+2348035000001' },
  { firstName: 'Chidi', lastName: 'Eze', phone: '+2348035000001' },
  { firstName: 'Bola', lastName: 'Ade', email: 'Bola@Example.com' },
  { firstName: 'Ada', lastName: 'Obi', phone: '+2348035000003' },
  { firstName: 'Ada', lastName: 'Obi', phone: '+2348035000003' },
  { firstName: 'Musa', lastName: 'Bello', phone: '+2348035000004' },
]
const AGAIN = [
  'Name,Phone,Email,Address,Group',
  '"EZE, Ngozi",08035000001,,12 Broad Street,Choir',
  'Ada Eze,08035000001,,,',
  'Bola Ade,,bola@example.com,,',
  'Ada Obi,08035000003,,,',
  'Musa Bello,08035000004,,,',
].join('\n')

test('people who are there already are left, or filled where that is asked for, and undo sets them back', async () => {
  const church = await app.buildChurch({ people: THERE })
  const desk = importDesk(app, church)
  await app.look('update person set archived_at = now() where tenant_id = $1 and id = $2', [
    church.tenantId,
    church.personIds[5],
  ])
  const file = await desk.upload(AGAIN)
  await desk.check(file)
  const outcomes = async () => (await desk.rows(file)).items.map(({ outcome, notes }) => [outcome, notes[0]?.reason])
  expect(await outcomes()).toEqual([
    ['skip', 'already_there'],
    ['add', undefined],
    ['skip', 'already_there'],
    ['skip', 'several_already_there'],
    ['skip', 'archived_already_there'],
  ])
  const checked = await desk.check(file, { whenThere: 'update', makeGroups: true })
  expect(checked.figures).toEqual({ add: 1, update: 1, same: 1, skip: 2, broken: 0 })
  const [first] = (await desk.rows(file)).items
  expect(first).toMatchObject({ outcome: 'update', personId: church.personIds[0], changes: ['address', 'groups'] })
  const before = await peopleOf(church)
  const changed = (version: number, change: object) =>
    before.map((person) => (person['first_name'] === 'Ngọzi' ? { ...person, ...change, version } : person))
  await desk.apply(file)
  const after = (await peopleOf(church)).filter(
    (person) => person['first_name'] !== 'Ada' || person['last_name'] === 'Obi',
  )
  expect(after).toEqual(changed(2, { address: '12 Broad Street', groups: ['Choir'] }))
  const undone = await desk.undo(file)
  expect(undone.kept).toBe(0)
  expect(await peopleOf(church)).toEqual(changed(3, {}))
  expect(await app.look('select from people_group where tenant_id = $1', [church.tenantId])).toEqual([])
})

test('an undo leaves those alone whom somebody has changed since, and says how many', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload('Name,Phone\nAda Obi,08035000001\nBola Ade,08035000002\nChi Eze,08035000003')
  await desk.check(file)
  await desk.apply(file)
  await app.look(
    `update person set address = 'here', version = version + 1 where tenant_id = $1 and first_name = 'Bola'`,
    [church.tenantId],
  )
  const undone = await desk.undo(file)
  expect(undone).toMatchObject({ kept: 1, undoUntil: null, state: 'undone' })
  expect((await peopleOf(church)).map((person) => person['first_name'])).toEqual(['Bola'])
  const log = await app.look('select act, details from audit_entry where tenant_id = $1 order by at, id', [
    church.tenantId,
  ])
  expect(log.map(({ act }) => act)).toEqual(expect.arrayContaining(['people.imported', 'people.import_undone']))
})

test('a person who came after the dry run is not added twice', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const text = 'Name,Phone\nAda Obi,08035000001\nBola Ade,08035000002'
  const [file, same] = [await desk.upload(text), await desk.upload(text)]
  await desk.check(file)
  await desk.check(same)
  await desk.apply(file)
  const applied = await desk.apply(same)
  expect(applied.figures).toEqual({ add: 0, update: 0, same: 0, skip: 2, broken: 0 })
  expect((await desk.rows(same)).items.map(({ notes }) => notes[0]?.reason)).toEqual(['already_there', 'already_there'])
  expect(await peopleOf(church)).toHaveLength(2)
})

test('pressed twice at the same moment, it is applied once', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload('Name,Phone\nAda Obi,08035000001')
  await desk.check(file)
  const press = () => app.call(calls.applyImport, { params: { id: file.id } }, desk.as)
  expect((await Promise.all([press(), press(), press()])).map(({ status }) => status)).toEqual([200, 200, 200])
  await desk.settled(file.id, 'applied')
  expect(await peopleOf(church)).toHaveLength(1)
  const acts = await app.look(`select from audit_entry where tenant_id = $1 and act = 'people.imported'`, [
    church.tenantId,
  ])
  expect(acts).toHaveLength(1)
})

test('a step asked for in the wrong state is refused, and so is a plan that cannot be', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload('Name,Phone\nAda Obi,08035000001')
  const params = { id: file.id }
  const code = async (reply: Promise<{ body: { code?: string | undefined } }>) => (await reply).body.code
  const plan = (body: Partial<ImportPlan>) =>
    code(app.call(calls.planImport, { params, body: planFor(file, body) }, desk.as))
  expect(await code(app.call(calls.applyImport, { params }, desk.as))).toBe('wrong_import_state')
  expect(await code(app.call(calls.undoImport, { params }, desk.as))).toBe('wrong_import_state')
  expect(await code(app.call(calls.listImportRows, { params, query: {} }, desk.as))).toBe('wrong_import_state')
  expect(await plan({ fields: [null, 'phone'] })).toBe('no_name_column')
  expect(await plan({ fields: ['fullName'] })).toBe('invalid_input')
  expect(await plan({ fields: ['fullName', 'fullName'] })).toBe('invalid_input')
  expect(await plan({ groupId: '00000000-0000-4000-8000-000000000000' })).toBe('not_found')
  await desk.check(file)
  await desk.apply(file)
  expect(await plan({})).toBe('wrong_import_state')
  expect(await code(app.call(calls.discardImport, { params }, desk.as))).toBe('wrong_import_state')
  await desk.undo(file)
  expect(await code(app.call(calls.applyImport, { params }, desk.as))).toBe('wrong_import_state')
})

test('an import of another church is unknown', async () => {
  const [church, other] = [await app.buildChurch(), await app.buildChurch()]
  const desk = importDesk(app, church)
  const file = await desk.upload('Name,Phone\nAda Obi,08035000001')
  await desk.check(file)
  const params = { id: file.id }
  const as = importDesk(app, other).as
  const replies = await Promise.all([
    app.call(calls.readImport, { params }, as),
    app.call(calls.planImport, { params, body: planFor(file) }, as),
    app.call(calls.applyImport, { params }, as),
    app.call(calls.undoImport, { params }, as),
    app.call(calls.listImportRows, { params, query: {} }, as),
    app.call(calls.exportImportRows, { params, query: { format: 'csv' } }, as),
    app.call(calls.discardImport, { params }, as),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404))
  expect((await app.call(calls.listImports, { query: {} }, as)).body).toMatchObject({ items: [], total: 0 })
})
