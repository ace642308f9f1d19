import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeOwner, updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { readFirstTimerFigures } from '#contract/followup/analytics.ts'
import { addNewcomer, listNewcomers, logContact, markVisit, readNewcomer } from '#contract/followup/people.ts'
import { addComment, createTask, listTasks } from '#contract/followup/tasks.ts'
import { archivePeople, erasePeople, mergePeople, undoChange } from '#contract/people/changes.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let efua: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  app.clock.advance(Date.parse('2031-05-14T09:10:00Z') - app.clock.now().getTime())
})
beforeEach(async () => {
  church = await app.buildChurch({ people: [{ firstName: 'Hauwa', kind: 'member' }] })
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const add = async (joinedOn: string, more: object = {}) => {
  app.clock.advance(1_000)
  return (await app.call(addNewcomer, { body: { ...guest, joinedOn, ...more } }, as())).body.id
}
const came = (id: string, day: string) => app.call(markVisit, { params: { id }, body: { day } }, as())
const reached = { channel: 'call', outcome: 'reached', text: '', snoozeUntil: null } as const
const reach = (id: string) => app.call(logContact, { params: { id }, body: reached }, as())
const merge = async (keepId: string, ...mergeIds: string[]) =>
  (await app.call(mergePeople, { body: { keepId, mergeIds } }, as())).body.changeId ?? ''
const undo = (id: string) => app.call(undoChange, { params: { id } }, as())
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, as())).body
const stored = async (id: string) =>
  (
    await app.look(
      `select first_visit_on::text as first, second_visit_on::text as second, activities from newcomer
       where person_id = $1`,
      [id],
    )
  )[0]
const figures = async () => {
  const { guests, returned } = (await app.call(readFirstTimerFigures, { query: { days: '90' } }, as())).body
  return { guests, returned }
}

describe('two entries of one person', () => {
  test('have one log, the tasks of both and the visits of both, and the day of the one who is kept', async () => {
    const [keepId, otherId] = [await add('2031-05-01'), await add('2031-05-04')]
    await came(keepId, '2031-05-12')
    await came(otherId, '2031-05-11')
    await reach(otherId)
    const { body: task } = await app.call(createTask, { body: { instructions: 'Call', contacts: otherId } }, as())
    await app.call(addComment, { params: { id: task.returnObject.id }, body: { comment: 'Late' } }, as())
    await merge(keepId, otherId)
    // The day on which the other entry was made is no visit that somebody saw.
    expect(await stored(keepId)).toEqual({ first: '2031-05-01', second: '2031-05-11', activities: 1 })
    const { log, tasks } = await read(keepId)
    expect(log.map(({ kind }) => kind).toSorted()).toEqual([
      'contact',
      'entered',
      'entered',
      'stage',
      'stage',
      'task',
      'visit',
      'visit',
    ])
    expect(tasks).toMatchObject([{ instructions: 'Call', contactID: keepId, discussion: [{ message: 'Late' }] }])
    const { body } = await app.call(listNewcomers, { query: {} }, as())
    expect(body.items.map(({ id }) => id)).toEqual([keepId])
    expect(await figures()).toEqual({ guests: 1, returned: 1 })
  })

  test('are two again when the merge is undone, each with what was theirs', async () => {
    const [keepId, otherId] = [await add('2031-05-01'), await add('2031-05-04')]
    await came(otherId, '2031-05-11')
    await reach(otherId)
    await app.call(createTask, { body: { instructions: 'Call', contacts: otherId } }, as())
    await app.call(createTask, { body: { instructions: 'Greet', contacts: keepId } }, as())
    const before = [await stored(keepId), await stored(otherId)]
    const change = await merge(keepId, otherId)
    await reach(keepId)
    await undo(change)
    expect(await stored(keepId)).toEqual({ ...before[0], activities: 1 })
    expect(await stored(otherId)).toEqual(before[1])
    const namesOf = async (id: string) => (await read(id)).tasks.map(({ instructions }) => instructions)
    expect([await namesOf(keepId), await namesOf(otherId)]).toEqual([['Greet'], ['Call']])
    expect(await figures()).toEqual({ guests: 2, returned: 1 })
  })

  test('keep the owner and the stage of the one who is kept', async () => {
    const [keepId, otherId] = [await add('2031-05-01'), await add('2031-05-04', { ownerId: efua.accountId })]
    await app.call(updateLifeCycle, { params: { id: otherId }, body: { stageID: 4 } }, as())
    await merge(keepId, otherId)
    expect(await read(keepId)).toMatchObject({ owner: null, stageId: 1 })
  })
})

test('a member goes on as the newcomer they turn out to be: stage, owner and first visit', async () => {
  const [memberId = ''] = church.personIds
  const otherId = await add('2031-05-04', { sourceId: 2 })
  await app.call(changeOwner, { params: { id: otherId }, body: { ownerID: efua.accountId } }, as())
  await app.call(updateLifeCycle, { params: { id: otherId }, body: { stageID: 4 } }, as())
  await merge(memberId, otherId)
  expect(await read(memberId)).toMatchObject({
    owner: { id: efua.accountId },
    stageId: 4,
    sourceId: 2,
    firstVisitOn: '2031-05-04',
    person: { kind: 'member' },
  })
  expect(await figures()).toMatchObject({ guests: 1 })
})

test('a member who was merged with a newcomer by mistake is no guest any more when that is undone', async () => {
  const [memberId = ''] = church.personIds
  const otherId = await add('2031-05-04')
  await app.call(createTask, { body: { instructions: 'Call', contacts: otherId } }, as())
  await undo(await merge(memberId, otherId))
  expect(await figures()).toEqual({ guests: 1, returned: 0 })
  expect((await app.call(readNewcomer, { params: { id: memberId } }, as())).body.code).toBe('not_found')
  expect(await read(otherId)).toMatchObject({ firstVisitOn: '2031-05-04', tasks: [{ instructions: 'Call' }] })
})

test('a member about whom somebody did something after the merge keeps the card when that is undone', async () => {
  const [memberId = ''] = church.personIds
  const change = await merge(memberId, await add('2031-05-04'))
  app.clock.advance(1_000)
  await reach(memberId)
  await undo(change)
  expect((await read(memberId)).log.map(({ kind }) => kind)).toContain('contact')
})

test('whoever is erased leaves neither a card nor a task nor a figure', async () => {
  const id = await add('2031-05-04')
  await came(id, '2031-05-11')
  await reach(id)
  const { body: task } = await app.call(createTask, { body: { instructions: 'Call', contacts: id } }, as())
  await app.call(addComment, { params: { id: task.returnObject.id }, body: { comment: 'Late' } }, as())
  const people = { ids: [id] }
  await app.call(archivePeople, { body: { people } }, as())
  expect((await app.call(erasePeople, { body: { people } }, as())).body).toEqual({ people: 1 })
  expect((await app.call(readNewcomer, { params: { id } }, as())).body.code).toBe('not_found')
  expect((await app.call(listTasks, { query: { status: 0 } }, as())).body).toMatchObject({
    total: 0,
    counts: [0, 0, 0, 0, 0, 0],
  })
  expect(await figures()).toEqual({ guests: 0, returned: 0 })
  const tables = ['newcomer', 'newcomer_visit', 'newcomer_tally', 'followup_log', 'followup_task', 'followup_comment']
  for (const table of tables)
    expect([table, await app.look(`select 1 from ${table} where tenant_id = $1`, [church.tenantId])]).toEqual([
      table,
      [],
    ])
})
