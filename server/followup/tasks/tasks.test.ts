import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeOwner } from '#contract/followup/existing-clients.ts'
import { addNewcomer, readNewcomer, removeNewcomer } from '#contract/followup/people.ts'
import { addComment, createTask, editComment, editTask, removeComment } from '#contract/followup/tasks.ts'
import { removeStaff } from '#contract/identity/staff.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let efua: Colleague
let tunde: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  app.clock.advance(Date.parse('2031-05-14T09:10:00Z') - app.clock.now().getTime())
  church = await app.buildChurch({ isoCode: 'US', currency: 'USD', timeZone: 'America/New_York' })
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
  tunde = await addColleague(app, church, { firstName: 'Tunde', lastName: 'Bello' })
})
afterAll(() => app.stop())

type Body = Partial<Parameters<typeof app.call<typeof createTask>>[1]['body']>
const add = async (owner: Colleague | null = null) =>
  (await app.call(addNewcomer, { body: { ...guest, ownerId: owner?.accountId ?? null } }, efua)).body.id
const create = (contacts: string, body: Body = {}) =>
  app.call(createTask, { body: { instructions: 'Call', contacts, ...body } }, efua)
const made = async (contacts: string, body: Body = {}) => (await create(contacts, body)).body.returnObject
const edit = (id: string, body: Omit<Body, 'contacts'>) => {
  app.clock.advance(1_000)
  return app.call(editTask, { params: { id }, body }, efua)
}
const edited = async (id: string, body: Omit<Body, 'contacts'>) => (await edit(id, body)).body.returnObject
const read = async (id: string, who = efua) => (await app.call(readNewcomer, { params: { id } }, who)).body
const taskLines = async (id: string) =>
  (await read(id)).log.filter(({ kind }) => kind === 'task').map(({ before, after, text }) => [before, after, text])
const stored = async (id: string) =>
  (await app.look('select remind_at, reminded_at, closed_at from followup_task where id = $1', [id]))[0]

describe('a task', () => {
  test('of which nothing is said is pending, of low priority, and of whoever looks after the person', async () => {
    const person = await add(tunde)
    const task = await made(person)
    expect(task).toMatchObject({ status: 0, priority: 1, type: null, dueDate: null, reminder: null, comments: 0 })
    expect(task).toMatchObject({ personID: null, ownerName: 'Tunde Bello', contactID: person, memberType: 0 })
    await app.call(changeOwner, { params: { id: person }, body: { ownerID: efua.accountId } }, efua)
    expect((await read(person)).tasks).toMatchObject([{ personID: null, ownerName: 'Efua Mensah' }])
    expect(await taskLines(person)).toEqual([[null, '0', 'Call']])
  })

  test('is read as existing clients send it: numbers as texts, and words of the choices', async () => {
    const task = await made(await add(), { priority: '0', status: '1', type: '87', reminder: '1 hour before' })
    expect(task).toMatchObject({ priority: 0, status: 1, type: 87, reminder: 60 })
  })

  test('is refused with every field that is wrong', async () => {
    const wrong = { priority: 2, status: 6, type: 'call', dueDate: 'soon', reminder: 'a week before' }
    const { status, body } = await create(await add(), wrong)
    expect([status, Object.keys(body.fields ?? {}).toSorted()]).toEqual([400, Object.keys(wrong).toSorted()])
    const { body: negative } = await create(await add(), { priority: -1, status: 0.5 })
    expect(Object.keys(negative.fields ?? {}).toSorted()).toEqual(['priority', 'status'])
  })

  test('is given to the team only, and taken away from everybody by an empty owner', async () => {
    const person = await add(efua)
    const { accountId } = await addColleague(app, church, { roles: ['Reports'] })
    for (const personID of [accountId, randomUUID()])
      expect((await create(person, { personID })).body.code).toBe('not_on_team')
    const { id } = await made(person, { personID: tunde.accountId })
    expect(await edited(id, { note: 'Bring bread' })).toMatchObject({ personID: tunde.accountId, note: 'Bring bread' })
    expect((await edit(id, { personID: accountId })).body.code).toBe('not_on_team')
    expect(await edited(id, { personID: '' })).toMatchObject({ personID: null, ownerName: 'Efua Mensah' })
  })

  test('that is done stays with whoever did it and left since, and can still be changed', async () => {
    const leaver = await addColleague(app, church, { firstName: 'Kofi', lastName: 'Asante' })
    const { id } = await made(await add(), { personID: leaver.accountId, status: 2 })
    await app.call(removeStaff, { params: { id: leaver.accountId } }, { token: church.admin.token })
    expect(await edited(id, { note: 'Thank him' })).toMatchObject({ note: 'Thank him', ownerName: 'Kofi Asante' })
  })

  test('can be set from every status to every other one, and each change is in the log once', async () => {
    const person = await add()
    const { id } = await made(person)
    for (const status of [2, 2, 0, 5, 3, 4, 1]) expect(await edited(id, { status })).toMatchObject({ status })
    await edited(id, { instructions: 'Visit' })
    expect((await taskLines(person)).map(([before, after]) => `${before} ${after}`)).toEqual([
      'null 0',
      '0 2',
      '2 0',
      '0 5',
      '5 3',
      '3 4',
      '4 1',
    ])
  })

  test('is closed when it is completed or cancelled, since the first time, and open again with any other status', async () => {
    const { id } = await made(await add())
    const closedAt = async (status: number) => {
      await edit(id, { status })
      return (await stored(id))?.['closed_at'] as Date | null
    }
    const completed = await closedAt(2)
    expect(completed).not.toBeNull()
    expect(await closedAt(3)).toEqual(completed)
    for (const status of [4, 5, 1, 0]) expect(await closedAt(status)).toBeNull()
    expect(await stored((await made(await add(), { status: 3 })).id)).not.toMatchObject({ closed_at: null })
  })

  test('that is not known, or about nobody who is followed up, is not found', async () => {
    for (const reply of [await edit(randomUUID(), { status: 2 }), await create(efua.personId)])
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  })
})

describe('the time of a task', () => {
  test('is five in the afternoon of a day alone, and else what was said, on the church’s clocks', async () => {
    const { id } = await made(await add(), { dueDate: '2031-01-15' })
    const due = async (dueDate: string) => (await edited(id, { dueDate })).dueDate
    expect(await edited(id, {})).toMatchObject({ dueDate: '2031-01-15T22:00:00.000Z' })
    expect(await due('7/15/2031')).toBe('2031-07-15T21:00:00.000Z')
    expect(await due('2031-07-15T09:30')).toBe('2031-07-15T13:30:00.000Z')
    expect(await due('2031-07-15T09:30:00+02:00')).toBe('2031-07-15T07:30:00.000Z')
  })

  test('moves the reminder with it, and a reminder of another time is told again', async () => {
    const { id } = await made(await add(), { dueDate: '2031-07-15T09:30', reminder: 60 })
    expect(await stored(id)).toMatchObject({ remind_at: new Date('2031-07-15T12:30:00Z') })
    const tell = () => app.look('update followup_task set reminded_at = $2 where id = $1', [id, app.clock.now()])
    await tell()
    await edit(id, { note: 'Bring bread' })
    expect(await stored(id)).not.toMatchObject({ reminded_at: null })
    await edit(id, { dueDate: '2031-07-16T09:30' })
    expect(await stored(id)).toMatchObject({ remind_at: new Date('2031-07-16T12:30:00Z'), reminded_at: null })
    await tell()
    await edit(id, { reminder: 1440 })
    expect(await stored(id)).toMatchObject({ remind_at: new Date('2031-07-15T13:30:00Z'), reminded_at: null })
  })

  test.each([0, '', null])('has no reminder when %j was sent, and none without a day', async (none) => {
    const { id } = await made(await add(), { dueDate: '2031-07-15', reminder: 30 })
    expect(await edited(id, { reminder: none })).toMatchObject({ reminder: null })
    expect(await stored(id)).toMatchObject({ remind_at: null })
    await edit(id, { reminder: 30, dueDate: '' })
    expect(await stored(id)).toMatchObject({ remind_at: null })
  })
})

describe('comments', () => {
  const say = async (id: string, comment: string, who = efua) => {
    app.clock.advance(1_000)
    return (await app.call(addComment, { params: { id }, body: { comment } }, who)).body.returnObject
  }

  test('are read oldest first, each told whose it is', async () => {
    const person = await add()
    const { id } = await made(person)
    const first = await say(id, 'Late')
    await say(id, 'Thanks', tunde)
    await app.call(editComment, { params: { id: first.id }, body: { comment: 'Early' } }, efua)
    const discussion = async (who: Colleague) =>
      (await read(person, who)).tasks[0]?.discussion.map((comment) => {
        return [comment.message, comment.personName, comment.isMine, comment.isEdited]
      })
    expect(await discussion(efua)).toEqual([
      ['Early', 'Efua Mensah', true, true],
      ['Thanks', 'Tunde Bello', false, false],
    ])
    expect((await discussion(tunde))?.map(([, , isMine]) => isMine)).toEqual([false, true])
  })

  test('are taken away by who wrote them, and by nobody else, an owner of the church included', async () => {
    const { id: task } = await made(await add())
    const { id } = await say(task, 'Late')
    const remove = (who: { token: string }) => app.call(removeComment, { params: { id } }, who)
    for (const who of [tunde, { token: church.admin.token }]) expect((await remove(who)).body.code).toBe('not_allowed')
    expect((await edited(task, {})).comments).toBe(1)
    expect((await remove(efua)).status).toBe(200)
    expect((await remove(efua)).body.code).toBe('not_found')
    expect((await edited(task, {})).comments).toBe(0)
  })
})

test('nothing is to be done about somebody who is archived', async () => {
  const person = await add()
  const { id } = await made(person)
  await app.call(removeNewcomer, { params: { id: person } }, efua)
  const replies = [
    await create(person),
    await edit(id, { status: 2 }),
    await app.call(addComment, { params: { id }, body: { comment: 'Gone' } }, efua),
  ]
  expect(replies.map(({ body }) => body.code)).toEqual(['archived', 'archived', 'archived'])
})
