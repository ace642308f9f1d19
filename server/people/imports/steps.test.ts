import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPeopleToGroup } from '#contract/people/changes.ts'
import { addGroup } from '#contract/people/groups.ts'
import * as calls from '#contract/people/imports.ts'
import { IMPORT_DAYS, type ImportFile } from '#contract/people/imports.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { importDesk } from '../../test-kit/import-desk.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { forgetImports, resumeImports, runImportStep, importStepJob } from './import-workers.ts'
import { deletePersons } from '../persons/index.ts'

const DAY_MS = 86_400_000
const PEOPLE = 5_000
/** Every tenth row is broken, every twenty-fifth the same person as the row before. */
const BROKEN = 500

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const file = ['First name,Last name,Phone']
for (let index = 0; index < PEOPLE; index += 1)
  file.push(index % 10 === 3 ? `Ada,Obi ${index},08` : `Ada ${index},Obi,0803${1_000_000 + index}`)

const stepOf = async (church: Church, { id }: ImportFile) => {
  const [row] = await app.look('select step from people_import where tenant_id = $1 and id = $2', [church.tenantId, id])
  return { tenantId: church.tenantId, importId: id, step: Number(row?.['step']) }
}

/** As a worker that is told to stop at its first look: a batch, and then the job goes back into the queue. */
const abortedAfter = (looks: number): AbortSignal => {
  const stop = new AbortController()
  let left = looks
  return Object.defineProperty(stop.signal, 'aborted', { get: () => (left -= 1) < 0 })
}

const never = new AbortController().signal

/** Works on a step until it is over, in pieces and by several workers at once, as after kills and restarts. */
async function workThrough(church: Church, of: ImportFile): Promise<void> {
  const step = await stepOf(church, of)
  const { context } = app.server
  await runImportStep(context, step, abortedAfter(1))
  await Promise.all([runImportStep(context, step, abortedAfter(2)), runImportStep(context, step, never)])
  await runImportStep(context, step, never)
}

const peopleOf = async (church: Church) => {
  const [row] = await app.look(
    `select count(*)::integer as people, count(distinct phone)::integer as phones from person where tenant_id = $1`,
    [church.tenantId],
  )
  return row
}

test('cut off at any batch and taken up by several workers, no row is written twice and none is lost', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const uploaded = await desk.upload(file.join('\n'))
  expect(uploaded.rows).toBe(PEOPLE)
  const params = { id: uploaded.id }
  const read = async () => (await app.call(calls.readImport, { params }, desk.as)).body
  await desk.plan(uploaded)
  await workThrough(church, uploaded)
  const figures = { add: PEOPLE - BROKEN, update: 0, same: 0, skip: 0, broken: BROKEN }
  expect(await read()).toMatchObject({ state: 'checked', done: PEOPLE, figures })
  await app.call(calls.applyImport, { params }, desk.as)
  await workThrough(church, uploaded)
  expect(await read()).toMatchObject({ state: 'applied', done: PEOPLE, figures })
  expect(await peopleOf(church)).toEqual({ people: PEOPLE - BROKEN + 1, phones: PEOPLE - BROKEN })
  await app.call(calls.undoImport, { params }, desk.as)
  await workThrough(church, uploaded)
  expect(await read()).toMatchObject({ state: 'undone', kept: 0 })
  expect(await peopleOf(church)).toEqual({ people: 1, phones: 0 })
}, 60_000)

test('another plan while rows are checked begins anew, and a worker of the old one ends', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const uploaded = await desk.upload(file.slice(0, 1_501).join('\n'))
  await desk.plan(uploaded)
  const old = await stepOf(church, uploaded)
  await runImportStep(app.server.context, old, abortedAfter(1))
  const replanned = await desk.plan(uploaded, { whenBroken: 'leave_value' })
  expect(replanned).toMatchObject({ state: 'checking', done: 0, figures: { add: 0, broken: 0 } })
  await runImportStep(app.server.context, old, never)
  await workThrough(church, uploaded)
  expect(await desk.settled(uploaded.id, 'checked')).toMatchObject({ figures: { add: 1_500, broken: 0 } })
}, 60_000)

test('an import that lost its job gets another one', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const uploaded = await desk.upload('Name\nAda Obi')
  await desk.plan(uploaded)
  const waiting = async () =>
    (
      await app.look(`select from pgboss.job where name = $1 and data ->> 'importId' = $2`, [
        importStepJob.name,
        uploaded.id,
      ])
    ).length
  await resumeImports(app.server.context)
  expect(await waiting()).toBe(1)
  await app.look(`delete from pgboss.job where name = $1`, [importStepJob.name])
  await resumeImports(app.server.context)
  expect(await waiting()).toBe(1)
})

test('a step that fails again and again is given up and says so; what was not applied can be planned again', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const uploaded = await desk.upload('Name\nAda Obi')
  await desk.plan(uploaded)
  // A plan that this version cannot read, as after going back to an older one.
  await app.look(`update people_import set plan = '{"fields": null}' where tenant_id = $1`, [church.tenantId])
  const step = await stepOf(church, uploaded)
  for (let tries = 1; tries < 8; tries += 1)
    await expect(runImportStep(app.server.context, step, never)).rejects.toThrow(TypeError)
  await runImportStep(app.server.context, step, never)
  const state = async () =>
    (await app.look('select state from people_import where tenant_id = $1', [church.tenantId]))[0]?.['state']
  expect(await state()).toBe('failed')
  await app.look(`update people_import set plan = null where tenant_id = $1`, [church.tenantId])
  await desk.plan(uploaded)
  await workThrough(church, uploaded)
  expect(await state()).toBe('checked')
})

test('an undo that was given up goes on as an undo, and nothing is applied over it', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const uploaded = await desk.upload('Name\nAda Obi\nBola Ade')
  const params = { id: uploaded.id }
  const read = async () => (await app.call(calls.readImport, { params }, desk.as)).body
  await desk.plan(uploaded)
  await workThrough(church, uploaded)
  await app.call(calls.applyImport, { params }, desk.as)
  await workThrough(church, uploaded)
  expect((await read()).columns.flatMap(({ samples }) => samples)).toEqual([])
  await app.call(calls.undoImport, { params }, desk.as)
  // A row that this version cannot read.
  const spoil = (before: string | null) =>
    app.look('update people_import_row set before = $2::jsonb where tenant_id = $1 and position = 2', [
      church.tenantId,
      before,
    ])
  await spoil('{"groups": []}')
  const step = await stepOf(church, uploaded)
  for (let tries = 1; tries < 8; tries += 1)
    await expect(runImportStep(app.server.context, step, never)).rejects.toThrow(TypeError)
  await runImportStep(app.server.context, step, never)
  expect(await read()).toMatchObject({ state: 'failed', failedStep: 'undoing' })
  expect((await app.call(calls.applyImport, { params }, desk.as)).body).toMatchObject({ code: 'wrong_import_state' })
  await spoil(null)
  expect((await app.call(calls.undoImport, { params }, desk.as)).body).toMatchObject({ failedStep: null })
  await workThrough(church, uploaded)
  expect(await read()).toMatchObject({ state: 'undone', kept: 0 })
  expect(await peopleOf(church)).toEqual({ people: 1, phones: 0 })
})

test('an undo leaves whom somebody has put into another group since', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const uploaded = await desk.upload('Name,Group\nAda Obi,Choir\nBola Ade,Choir')
  await desk.plan(uploaded, { makeGroups: true })
  await workThrough(church, uploaded)
  await app.call(calls.applyImport, { params: { id: uploaded.id } }, desk.as)
  await workThrough(church, uploaded)
  const [first] = (await desk.rows(uploaded)).items
  const group = { name: 'Ushers', category: 'Departments', description: '' }
  const { body: ushers } = await app.call(addGroup, { body: group }, desk.as)
  const people = { ids: [String(first?.personId)] }
  await app.call(addPeopleToGroup, { body: { people, groupId: ushers.id } }, desk.as)
  await app.call(calls.undoImport, { params: { id: uploaded.id } }, desk.as)
  await workThrough(church, uploaded)
  expect((await app.call(calls.readImport, { params: { id: uploaded.id } }, desk.as)).body.kept).toBe(1)
  expect(await peopleOf(church)).toMatchObject({ people: 2 })
})

test('of the many who share a number each is known again by the name, in the church and in the file', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const lines = Array.from(
    { length: 60 },
    (_, index) => `Ada${'abcdefgh'[index % 8]}${'ijklmnop'[index >> 3]} Obi,08035000001`,
  )
  const text = ['Name,Phone', ...lines, ...Array.from({ length: 1_000 }, () => 'Ada Obi,1'), ...lines].join('\n')
  const uploaded = await desk.upload(text)
  await desk.plan(uploaded)
  await workThrough(church, uploaded)
  const figures = async (id: string) => (await app.call(calls.readImport, { params: { id } }, desk.as)).body.figures
  expect(await figures(uploaded.id)).toMatchObject({ add: 60, skip: 60 })
  await app.call(calls.applyImport, { params: { id: uploaded.id } }, desk.as)
  await workThrough(church, uploaded)
  const again = await desk.upload(['Name,Phone', ...lines].join('\n'))
  await desk.plan(again)
  await workThrough(church, again)
  expect(await figures(again.id)).toMatchObject({ add: 0, skip: 60 })
})

test('who is erased is erased from the files too, and an undo keeps the rows', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const uploaded = await desk.upload('Name,Phone\nAda Obi,08035000001\nBola Ade,08035000002')
  await desk.plan(uploaded)
  await workThrough(church, uploaded)
  await app.call(calls.applyImport, { params: { id: uploaded.id } }, desk.as)
  await workThrough(church, uploaded)
  const ids = (await desk.rows(uploaded)).items.flatMap(({ personId }) => personId ?? [])
  await app.server.context.database.withTenant(church.tenantId, (tx) => deletePersons(tx, ids.slice(0, 1)))
  await app.call(calls.undoImport, { params: { id: uploaded.id } }, desk.as)
  await workThrough(church, uploaded)
  const rows = await app.look('select cells, person_id from people_import_row where tenant_id = $1 order by position', [
    church.tenantId,
  ])
  expect(rows).toEqual([
    { cells: [], person_id: null },
    { cells: ['Bola Ade', '08035000002'], person_id: null },
  ])
  expect(await peopleOf(church)).toEqual({ people: 1, phones: 0 })
})

test('rows are forgotten after thirty days, applied or not, and the figures of what was applied stay', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const [left, applied] = [await desk.upload('Name\nAda Obi'), await desk.upload('Name\nBola Ade')]
  await desk.plan(applied)
  await workThrough(church, applied)
  await app.call(calls.applyImport, { params: { id: applied.id } }, desk.as)
  await workThrough(church, applied)
  await forgetImports(app.server.context)
  const ids = async () =>
    (await app.look('select id from people_import where tenant_id = $1 order by id', [church.tenantId])).map(
      ({ id }) => id,
    )
  expect(await ids()).toEqual([left.id, applied.id])
  app.clock.advance((IMPORT_DAYS + 1) * DAY_MS)
  await forgetImports(app.server.context)
  expect(await ids()).toEqual([applied.id])
  expect(await app.look('select from people_import_row where tenant_id = $1', [church.tenantId])).toEqual([])
  expect(
    await app.look('select to_add, forgotten_at is null as kept from people_import where id = $1', [applied.id]),
  ).toEqual([{ to_add: 1, kept: false }])
})
