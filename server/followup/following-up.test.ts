import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAbsence, readMyDay, setDeputy } from '#contract/followup/day.ts'
import * as calls from '#contract/followup/existing-clients.ts'
import { deleteOnePerson, getAllFirstTimers } from '#contract/followup/first-timer-lists.ts'
import { addNewcomer, listNewcomers, logContact, markVisit, readNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { addComment, createTask, editComment, editTask, removeComment } from '#contract/followup/tasks.ts'
import { addColleague, type Colleague } from '../test-kit/add-colleague.ts'
import type { Church } from '../test-kit/build-church.ts'
import { mailsTo } from '../test-kit/inbox.ts'
import { guest } from '../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../test-kit/start-app.ts'
import { until } from '../test-kit/until.ts'
import { addDays, dayIn } from '../platform/runtime/index.ts'
import { watchFollowup } from './alerts/index.ts'

let app: TestApp
let church: Church
let efua: Colleague
beforeAll(async () => {
  app = await startApp({ fromMorning: true })
  church = await app.buildChurch({ units: 50 })
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const asEfua = () => ({ token: efua.token })
const today = () => dayIn('Africa/Lagos', app.clock.now())
const add = async (more: Partial<Parameters<typeof app.call<typeof addNewcomer>>[1]['body']> = {}) =>
  (await app.call(addNewcomer, { body: { ...guest, joinedOn: today(), ...more } }, asEfua())).body
const read = async (id: string, who = asEfua()) => (await app.call(readNewcomer, { params: { id } }, who)).body
const reached = { channel: 'call', outcome: 'reached', text: 'Likes the choir', snoozeUntil: null } as const

describe('entering', () => {
  test('a known number is the same person, also when two enter it at once', async () => {
    const phone = '08035550101'
    const both = await Promise.all([add({ phone }), add({ phone, firstName: 'Hawa' })])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect(both.map(({ known }) => known).toSorted()).toEqual([false, true])
  })

  test('who was entered is found by each field, the number as it is shown too, and by nothing else', async () => {
    const { id } = await add({ firstName: 'Anne-Marie', phone: '08035550155', email: 'anne@guests.example' })
    const found = async (search: string) =>
      (await app.call(listNewcomers, { query: { search } }, asEfua())).body.items.map((one) => one.id)
    for (const text of ['anne', 'marie', 'Anne-Marie', '+234 803 555 0155', '0803-555-0155', 'anne@guests.example'])
      expect([text, await found(text)]).toEqual([text, [id]])
    expect([await found('***'), await found('+234 803 555 0156')]).toEqual([[], []])
  })

  test('a birth date of tomorrow is refused by its field', async () => {
    const [birthYear = 0, birthMonth = 0, birthDay = 0] = dayIn(
      'Africa/Lagos',
      new Date(app.clock.now().getTime() + 86_400_000),
    )
      .split('-')
      .map(Number)
    const born = { birthYear, birthMonth, birthDay }
    const reply = await app.call(addNewcomer, { body: { ...guest, firstName: 'Unborn', ...born } }, asEfua())
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['birthYear']])
    expect((await app.call(listNewcomers, { query: { search: 'unborn' } }, asEfua())).body.total).toBe(0)
  })
})

describe('the first-contact clock', () => {
  test('is stopped by who reached them, not by an attempt or a text, and the first one counts', async () => {
    const { id } = await add({ phone: '08035550102' })
    await app.call(logContact, { params: { id }, body: { ...reached, outcome: 'no_answer' } }, asEfua())
    const sent = await app.call(calls.sendSms, { params: { id }, body: { subject: '', message: 'Welcome' } }, asEfua())
    expect(sent.body).toMatchObject({ status: true, unitsUsed: 1 })
    expect(await read(id)).toMatchObject({ contactedAfterHours: null, stageId: 1 })
    await Promise.all([1, 2].map(() => app.call(logContact, { params: { id }, body: reached }, asEfua())))
    expect(await read(id)).toMatchObject({ contactedAfterHours: 0, stageId: 2, waitingHours: null })
    const [row] = await app.look(`select activities from newcomer where person_id = $1`, [id])
    expect(row).toEqual({ activities: 4 })
  })

  test('a visit on another day brings them on, once a day', async () => {
    const { id } = await add({ joinedOn: addDays(today(), -3) })
    for (const _ of [1, 2]) await app.call(markVisit, { params: { id }, body: { day: today() } }, asEfua())
    const { stageId, log } = await read(id)
    expect([stageId, log.filter(({ kind }) => kind === 'visit').length]).toEqual([3, 1])
  })
})

test('who hands somebody on leaves note, task and history, and a private note to oneself', async () => {
  const { id } = await add({ ownerId: efua.accountId })
  await app.call(calls.addNote, { params: { id }, body: { note: 'Mother died', isPrivate: true } }, asEfua())
  await app.call(calls.addNote, { params: { id }, body: { note: 'Likes tea' } }, asEfua())
  await app.call(createTask, { body: { instructions: 'Call', contacts: id, dueDate: today(), reminder: 60 } }, asEfua())
  await app.call(calls.changeOwner, { params: { id }, body: { ownerID: null, text: 'I travel' } }, asEfua())
  const seen = await read(id, as())
  expect(seen.owner).toBeNull()
  expect(seen.tasks.map(({ instructions }) => instructions)).toEqual(['Call'])
  expect(seen.log.filter(({ kind }) => kind === 'note').map(({ text }) => text)).toEqual(['Likes tea'])
  expect(seen.log.at(-1)).toMatchObject({ kind: 'owner', text: 'I travel', before: 'Efua Mensah', after: null })
})

test('comments are changed and deleted by who wrote them only', async () => {
  const { id: contacts } = await add()
  const { body } = await app.call(createTask, { body: { instructions: 'Pray', contacts } }, asEfua())
  const { body: said } = await app.call(
    addComment,
    { params: { id: body.returnObject.id }, body: { comment: 'Late' } },
    asEfua(),
  )
  const params = { id: said.returnObject.id }
  expect((await app.call(editComment, { params, body: { comment: 'Early' } }, as())).status).toBe(403)
  expect(
    (await app.call(editComment, { params, body: { comment: 'Early' } }, asEfua())).body.returnObject.message,
  ).toBe('Early')
  expect((await app.call(removeComment, { params }, asEfua())).status).toBe(200)
})

test('a status of a task is saved with the whole task, and closed tasks leave the list of the open', async () => {
  const { id: contacts } = await add()
  const { body } = await app.call(createTask, { body: { instructions: 'Visit', contacts, priority: 0 } }, asEfua())
  const { comments: _comments, ...task } = body.returnObject
  const edited = await app.call(editTask, { params: { id: task.id }, body: { ...task, status: 2 } }, asEfua())
  expect(edited.body.returnObject).toMatchObject({ status: 2, priority: 0, instructions: 'Visit' })
  const due = async (dueDate: string | null) =>
    (await app.call(editTask, { params: { id: task.id }, body: { dueDate } }, asEfua())).body.returnObject.dueDate
  expect([await due('2030-05-03'), await due(null), await due('')]).toEqual([
    '2030-05-03T16:00:00.000Z',
    '2030-05-03T16:00:00.000Z',
    null,
  ])
  const open = (await app.call(calls.contactsToFollow, {}, asEfua())).body.tasks.map(({ id }) => id)
  expect(open).not.toContain(task.id)
})

test('a retired source stays readable and cannot be chosen; a stage that something leads to cannot be removed', async () => {
  const { id } = await add({ sourceId: 4 })
  const sources = [1, 2, 3].map((each) => ({ id: each, name: ['Website', 'Friend', 'Social Media'][each - 1] ?? '' }))
  await app.call(changeFollowupSettings, { body: { sources } }, as())
  expect((await read(id)).sources.find((one) => one.id === 4)).toMatchObject({ name: 'Flyer', isRetired: true })
  expect((await app.call(addNewcomer, { body: { ...guest, sourceId: 4 } }, asEfua())).body.code).toBe('retired')
  const items = [{ id: 1, name: 'First visit' }]
  const refused = await app.call(changeFollowupSettings, { body: { stages: { track: 'first_timer', items } } }, as())
  expect(refused.body.code).toBe('invalid_input')
})

test('follow-up archives who is followed up, and nobody else', async () => {
  const { id } = await add({ firstName: 'Wrongly' })
  const [admin] = await app.look(`select person_id from account where tenant_id = $1 and 'Admin' = any (roles)`, [
    church.tenantId,
  ])
  const member = String(admin?.['person_id'])
  expect((await app.call(deleteOnePerson, { params: { id: member } }, asEfua())).body.code).toBe('not_allowed')
  expect((await app.call(deleteOnePerson, { params: { id } }, asEfua())).status).toBe(200)
  expect((await app.call(listNewcomers, { query: { search: 'wrongly' } }, asEfua())).body.total).toBe(0)
})

test('first-timers are converted with all that is known of them', async () => {
  const { id } = await add({ sourceId: 2, interest: 0 })
  await app.call(calls.convertToMember, { query: { personId: id } }, asEfua())
  expect(await read(id)).toMatchObject({
    leadStatus: 2,
    stageId: 5,
    sourceId: 2,
    interest: 0,
    person: { kind: 'member' },
  })
  const listed = (await app.call(getAllFirstTimers, { query: {} }, asEfua())).body.response.data
  expect(listed.map((row) => row.id)).not.toContain(id)
})

describe('nobody is forgotten', () => {
  test('nobody is given to who is away', async () => {
    const away = await addColleague(app, church, { firstName: 'Ngozi', lastName: 'Eze' })
    const days = { fromDay: today(), untilDay: today(), deputyId: null }
    await app.call(addAbsence, { params: { id: away.accountId }, body: days }, as())
    const { id } = await add()
    const reply = await app.call(calls.changeOwner, { params: { id }, body: { ownerID: away.accountId } }, asEfua())
    expect(reply.body.code).toBe('away')
  })

  test('a reminder is mailed once, whoever looks and however often', async () => {
    const { id: contacts } = await add({ ownerId: efua.accountId })
    const dueDate = new Date(app.clock.now().getTime() + 120 * 60_000).toISOString()
    await app.call(createTask, { body: { instructions: 'Bring the book', contacts, dueDate, reminder: 60 } }, asEfua())
    const told = async () =>
      (await mailsTo(app.sandboxUrl, efua.email)).filter(({ text }) => text.includes('Bring the book'))
    await watchFollowup(app.server.context)
    expect(await told()).toHaveLength(0)
    app.clock.advance(61 * 60_000)
    await Promise.all([1, 2, 3].map(() => watchFollowup(app.server.context)))
    await until(async () => (await told()).length > 0)
    await watchFollowup(app.server.context)
    expect(await told()).toHaveLength(1)
  })

  test('the day lists who waits, what is due and what is late, each once', async () => {
    const { id } = await add({ ownerId: efua.accountId, firstName: 'Once' })
    await app.call(createTask, { body: { instructions: 'Late', contacts: id, dueDate: '2024-01-01' } }, asEfua())
    const { body } = await app.call(readMyDay, { query: {} }, asEfua())
    expect(body.cards.filter(({ personId }) => personId === id)).toMatchObject([
      { reason: 'overdue', task: { instructions: 'Late' } },
    ])
    expect(body.firstContact.bands).toHaveLength(4)
  })

  // Last: the sessions of this file are over by then.
  test('an untouched card goes to the deputy once, however many workers look, with notice and history', async () => {
    const tunde = await addColleague(app, church, { firstName: 'Tunde', lastName: 'Bello' })
    const { id } = await add({ ownerId: efua.accountId })
    await app.call(setDeputy, { params: { id: efua.accountId }, body: { deputyId: tunde.accountId } }, as())
    const moves = () =>
      app.look(`select after, reason from followup_log where person_id = $1 and kind = 'owner' order by at`, [id])
    app.clock.advance(12 * 86_400_000)
    await Promise.all([1, 2, 3].map(() => watchFollowup(app.server.context)))
    const given = { after: efua.accountId, reason: null }
    const passedOn = { after: tunde.accountId, reason: 'untouched' }
    expect(await moves()).toEqual([given, passedOn])
    await until(async () =>
      (await mailsTo(app.sandboxUrl, tunde.email)).some(({ subject }) => subject.includes('follow up')),
    )
    app.clock.advance(30 * 86_400_000)
    await watchFollowup(app.server.context)
    expect(await moves()).toEqual([given, passedOn])
  })
})
