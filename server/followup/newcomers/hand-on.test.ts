import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAbsence, setDeputy } from '#contract/followup/day.ts'
import { addNote, changeOwner, updateLeadStatus, updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { addNewcomer, logContact, readNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { addComment, createTask, editTask } from '#contract/followup/tasks.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { watchFollowup } from '../alerts/index.ts'

// Every test has a church of its own that works day and night, so that working hours are hours, in UTC.
let app: TestApp
let church: Church
let efua: Colleague
let tunde: Colleague
let ngozi: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const goTo = (instant: string) => app.clock.advance(Date.parse(instant) - app.clock.now().getTime())
const workAlways = (untouchedHours: number) => {
  const hours = { untouchedHours, workDays: [1, 2, 3, 4, 5, 6, 7], workFrom: 0, workUntil: 1440 }
  return app.call(changeFollowupSettings, { body: { hours } }, { token: church.admin.token })
}
async function openChurch(instant: string): Promise<void> {
  goTo(instant)
  church = await app.buildChurch({ timeZone: 'UTC' })
  ;[efua, tunde, ngozi] = (await Promise.all(
    ['Efua', 'Tunde', 'Ngozi'].map((firstName) => addColleague(app, church, { firstName, lastName: 'Bello' })),
  )) as [Colleague, Colleague, Colleague]
  await workAlways(48)
}
const as = () => ({ token: church.admin.token })
const add = async (owner: Colleague) =>
  (await app.call(addNewcomer, { body: { ...guest, ownerId: owner.accountId } }, as())).body.id
const giveTo = (id: string, ownerID: string | null) =>
  app.call(changeOwner, { params: { id }, body: { ownerID } }, as())
const nameDeputy = (who: Colleague, deputy: Colleague) =>
  app.call(setDeputy, { params: { id: who.accountId }, body: { deputyId: deputy.accountId } }, as())
const sayAway = (who: Colleague, fromDay: string, untilDay: string) =>
  app.call(addAbsence, { params: { id: who.accountId }, body: { fromDay, untilDay, deputyId: null } }, as())
const watch = () => watchFollowup(app.server.context)
const ownerOf = async (id: string) => {
  const [row] = await app.look('select owner_id from newcomer where person_id = $1', [id])
  const owners = { [efua.accountId]: 'Efua', [tunde.accountId]: 'Tunde', [ngozi.accountId]: 'Ngozi' }
  return owners[String(row?.['owner_id'])] ?? 'the pool'
}
/** The hour in which the card goes on, for example 2031-05-16T09; null: it stays. */
const dueAt = async (id: string) => {
  const [row] = await app.look('select hand_on_at from newcomer where person_id = $1', [id])
  const due = row?.['hand_on_at']
  return due instanceof Date ? due.toISOString().slice(0, 13) : null
}

test('the time of a new owner begins when they get the card, not when somebody last did something about it', async () => {
  await openChurch('2031-05-12T09:10:00Z')
  const id = await add(efua)
  expect(await dueAt(id)).toBe('2031-05-14T09')
  goTo('2031-05-14T05:10:00Z')
  await giveTo(id, tunde.accountId)
  expect(await dueAt(id)).toBe('2031-05-16T05')
  goTo('2031-05-14T20:10:00Z')
  await watch()
  expect(await ownerOf(id)).toBe('Tunde')
  goTo('2031-05-16T05:20:00Z')
  await watch()
  expect(await ownerOf(id)).toBe('the pool')
})

test('the time of a new owner also begins with the card when it is worked out again for longer hours', async () => {
  await openChurch('2031-05-12T09:10:00Z')
  const id = await add(efua)
  goTo('2031-05-14T05:10:00Z')
  await giveTo(id, tunde.accountId)
  await workAlways(60)
  // 48 hours after the card was given, and 92 after somebody did something about it.
  goTo('2031-05-16T05:20:00Z')
  await watch()
  expect([await ownerOf(id), await dueAt(id)]).toEqual(['Tunde', '2031-05-16T17'])
  goTo('2031-05-16T17:20:00Z')
  await watch()
  expect(await ownerOf(id)).toBe('the pool')
})

test('whatever a person does about somebody gives the owner the whole time again', async () => {
  await openChurch('2031-05-12T09:10:00Z')
  const id = await add(efua)
  const params = { id }
  const reached = { channel: 'call', outcome: 'no_answer', text: '', snoozeUntil: null } as const
  const { body: task } = await app.call(createTask, { body: { instructions: 'Call', contacts: id } }, as())
  const ofTask = { id: task.returnObject.id }
  const acts = [
    () => app.call(logContact, { params, body: reached }, as()),
    () => app.call(addNote, { params, body: { note: 'Likes tea' } }, as()),
    () => app.call(updateLifeCycle, { params, body: { stageID: 2 } }, as()),
    () => app.call(createTask, { body: { instructions: 'Visit', contacts: id } }, as()),
    () => app.call(addComment, { params: ofTask, body: { comment: 'Tomorrow' } }, as()),
    () => app.call(editTask, { params: ofTask, body: { status: 1 } }, as()),
    () => app.call(updateLeadStatus, { params, query: { status: 1 } }, as()),
    () => app.call(updateLeadStatus, { params, query: { status: 0 } }, as()),
  ]
  const due: (string | null)[] = []
  for (const act of acts) {
    app.clock.advance(3_600_000)
    await act()
    due.push(await dueAt(id))
  }
  const hours = ['10', '11', '12', '13', '14', '15'].map((hour) => `2031-05-14T${hour}`)
  expect(due).toEqual([...hours, null, '2031-05-14T17'])
})

test('an untouched card goes to the deputy once, and again only after the deputy has done something', async () => {
  await openChurch('2031-05-12T09:10:00Z')
  await nameDeputy(efua, tunde)
  await nameDeputy(tunde, ngozi)
  const id = await add(efua)
  goTo('2031-05-14T09:20:00Z')
  await watch()
  expect([await ownerOf(id), await dueAt(id)]).toEqual(['Tunde', null])
  goTo('2031-05-17T09:20:00Z')
  await watch()
  expect(await ownerOf(id)).toBe('Tunde')
  await app.call(addNote, { params: { id }, body: { note: 'Called' } }, as())
  expect(await dueAt(id)).toBe('2031-05-19T09')
  goTo('2031-05-19T09:30:00Z')
  await watch()
  expect(await ownerOf(id)).toBe('Ngozi')
})

test('an untouched card goes to the pool when the deputy is away too, and to nobody’s deputy from there', async () => {
  await openChurch('2031-05-12T09:10:00Z')
  await nameDeputy(efua, tunde)
  await nameDeputy(tunde, ngozi)
  const id = await add(efua)
  await sayAway(tunde, '2031-05-14', '2031-05-14')
  goTo('2031-05-14T09:20:00Z')
  await watch()
  expect([await ownerOf(id), await dueAt(id)]).toEqual(['the pool', null])
  goTo('2031-05-20T09:20:00Z')
  await watch()
  expect(await ownerOf(id)).toBe('the pool')
})

test('days on which the owner is away do not count, neither the first nor the last', async () => {
  await openChurch('2031-05-12T12:10:00Z')
  await sayAway(efua, '2031-05-13', '2031-05-14')
  const id = await add(efua)
  // Twelve hours of 12 May, none of the 13th and 14th, twenty-four of the 15th and twelve of the 16th.
  expect(await dueAt(id)).toBe('2031-05-16T12')
})

test('an absence that is said later gives a card the days of it when its time has come', async () => {
  await openChurch('2031-05-12T12:10:00Z')
  const id = await add(efua)
  await sayAway(efua, '2031-05-13', '2031-05-14')
  goTo('2031-05-14T12:20:00Z')
  await watch()
  expect([await ownerOf(id), await dueAt(id)]).toEqual(['Efua', '2031-05-16T12'])
})

test('the log says that a card went on because nobody touched it, and an open task of the owner goes with it', async () => {
  await openChurch('2031-05-12T09:10:00Z')
  await nameDeputy(efua, tunde)
  const id = await add(efua)
  const task = (instructions: string, who: Colleague, status: number) =>
    app.call(createTask, { body: { instructions, contacts: id, personID: who.accountId, status } }, as())
  await task('Call', efua, 0)
  await task('Pray', ngozi, 0)
  await task('Greet', efua, 2)
  goTo('2031-05-14T09:20:00Z')
  await watch()
  const { log, tasks } = (await app.call(readNewcomer, { params: { id } }, as())).body
  expect(log.at(-1)).toMatchObject({ kind: 'owner', byName: null, reason: 'untouched', after: 'Tunde Bello' })
  expect(Object.fromEntries(tasks.map(({ instructions, ownerName }) => [instructions, ownerName]))).toEqual({
    Call: 'Tunde Bello',
    Pray: 'Ngozi Bello',
    Greet: 'Efua Bello',
  })
})
