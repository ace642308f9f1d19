import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/every-call.ts'
import * as calls from '#contract/followup/existing-clients.ts'
import { activityTypes, outcomes } from '#contract/followup/look-ups.ts'
import { addNewcomer, readNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { createTask, editTask } from '#contract/followup/tasks.ts'
import { addColleague, type Colleague } from '../test-kit/add-colleague.ts'
import type { Church } from '../test-kit/build-church.ts'
import { guest } from '../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../test-kit/start-app.ts'

let app: TestApp
let church: Church
let efua: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  app.clock.advance(Date.parse('2031-05-14T23:10:00Z') - app.clock.now().getTime())
  church = await app.buildChurch()
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
})
afterAll(() => app.stop())

const add = async (more: object = {}) => (await app.call(addNewcomer, { body: { ...guest, ...more } }, efua)).body.id
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, efua)).body
type Activity = Parameters<typeof app.call<typeof calls.logActivity>>[1]['body']
const log = (firsttimerID: string, more: Partial<Activity> = {}) => {
  app.clock.advance(1_000)
  const body = { firsttimerID, type: activityTypes.call.id, description: 'Called', ...more }
  return app.call(calls.logActivity, { body }, efua)
}
const logs = async (id: string) =>
  (await app.call(calls.activityLogs, { query: { firsttimerID: id } }, efua)).body.returnObject

describe('an activity', () => {
  test.each([
    ['call', 'call'],
    ['other', 'other'],
    ['whatsapp', 'whatsapp'],
    ['email', 'email'],
    ['visit', 'visit'],
    ['sms', 'sms'],
    ['pray', 'other'],
  ] as const)('of the type %s is a contact by %s', async (type, channel) => {
    const id = await add()
    expect((await log(id, { type: activityTypes[type].id })).status).toBe(200)
    expect((await read(id)).log.at(-1)).toMatchObject({ kind: 'contact', channel, outcome: null, text: 'Called' })
  })

  test('of a type that only the product writes, or of none, is refused', async () => {
    const id = await add()
    const written = ['owner', 'stage', 'lead_status', 'task', 'attendance', 'entered', 'push'] as const
    for (const type of [...written.map((name) => activityTypes[name].id), 0, 86]) {
      const { status, body } = await log(id, { type })
      expect([type, status, Object.keys(body.fields ?? {})]).toEqual([type, 400, ['type']])
    }
    expect((await read(id)).log).toHaveLength(1)
  })

  test('has its outcome by number, by name or by the words of the list', async () => {
    const id = await add()
    for (const outcome of [2, '3', 'Left a message', 'wrong_number', '', null]) await log(id, { outcome })
    const told = (await read(id)).log.slice(1).map(({ outcome }) => outcome)
    expect(told).toEqual(['no_answer', 'call_later', 'left_message', 'wrong_number', null, null])
    for (const outcome of [outcomes.length + 1, 'Later']) {
      const { body } = await log(id, { outcome })
      expect(Object.keys(body.fields ?? {})).toEqual(['outcome'])
    }
  })

  test('that is a note is one that all can read, and needs words', async () => {
    const id = await add()
    const empty = await log(id, { type: activityTypes.note.id, description: ' ' })
    expect([empty.status, Object.keys(empty.body.fields ?? {})]).toEqual([400, ['description']])
    await log(id, { type: activityTypes.note.id, description: 'Likes tea' })
    expect((await read(id)).log.at(-1)).toMatchObject({ kind: 'note', text: 'Likes tea', isPrivate: false })
  })
})

describe('the log of existing clients', () => {
  test('has day and time of the church’s clocks, and the words of what changed', async () => {
    const id = await add()
    await app.call(calls.updateLifeCycle, { params: { id }, body: { stageID: '2' } }, efua)
    await app.call(calls.changeOwner, { params: { id }, body: { ownerID: efua.accountId } }, efua)
    await log(id, { outcome: 1 })
    const lines = await logs(id)
    expect(
      lines.map(({ typeText, description, outcomeText, person }) => [typeText, description, outcomeText, person]),
    ).toEqual([
      ['Entry update', ' → first_timer', null, ''],
      ['Life cycle update', 'First visit → Contacted', null, 'Efua Mensah'],
      ['Contact owner update', ' → Efua Mensah', null, 'Efua Mensah'],
      ['Call', 'Called', 'Reached', 'Efua Mensah'],
    ])
    // In Lagos it is after midnight.
    expect(new Set(lines.map(({ date }) => date))).toEqual(new Set(['2031-05-15']))
    expect(lines.every(({ time }) => /^00:\d\d$/.test(time))).toBe(true)
  })

  test('tells a task as it is now, beside each line about it', async () => {
    const id = await add()
    const { body } = await app.call(createTask, { body: { instructions: 'Visit', contacts: id } }, efua)
    app.clock.advance(1_000)
    await app.call(editTask, { params: { id: body.returnObject.id }, body: { status: 2 } }, efua)
    const told = (await logs(id)).slice(1).map(({ type, loggedTask }) => [type, loggedTask?.status])
    expect(told).toEqual([
      [activityTypes.task.id, 2],
      [activityTypes.task.id, 2],
    ])
  })
})

test('the stages of each path are read in the church’s order, without those that are retired', async () => {
  const items = [
    { id: 1, name: 'Welcome' },
    { id: 3, name: 'Came again' },
    { id: 2, name: 'Contacted' },
    { id: 5, name: 'Member' },
  ]
  const body = { stages: { track: 'first_timer' as const, items } }
  expect((await app.call(changeFollowupSettings, { body }, { token: church.admin.token })).status).toBe(200)
  const stages = async (call: typeof calls.firstTimerCycle | typeof calls.newConvertCycle) =>
    (await app.call(call, {}, efua)).body.returnObject
  expect(await stages(calls.firstTimerCycle)).toEqual([
    { id: 1, name: 'Welcome', order: 1 },
    { id: 3, name: 'Came again', order: 2 },
    { id: 2, name: 'Contacted', order: 3 },
    { id: 5, name: 'Member', order: 4 },
  ])
  expect((await stages(calls.newConvertCycle)).map(({ id }) => id)).toEqual([6, 7, 8, 9, 10])
})

test('owners are named by account, and only those who may follow up', async () => {
  const reader = await addColleague(app, church, { firstName: 'Ruth', roles: ['Reports'] })
  const { body } = await app.call(calls.contactOwners, {}, efua)
  expect(body.map(({ firstName }) => firstName)).toEqual(['Ada', 'Efua'])
  expect(body.map(({ id }) => id)).not.toContain(reader.accountId)
})

test('every call of following up takes the ability to follow up, but for figures, lists of people and settings', () => {
  const ofFollowup =
    /^\/api\/(followup\/(?!automation|welcome)|FirsttimerManager\/)|Cycle$|FirstTimer|NewConvert|PersonInfoWith|DeletePeople|DeleteOnePerson/i
  const others = endpoints.flatMap(({ method, path, access }) => {
    const ability = typeof access === 'string' ? access : access.ability
    return ofFollowup.test(path) && ability !== 'followup.manage' ? [`${ability}: ${method} ${path}`] : []
  })
  expect(others.toSorted()).toEqual([
    'church.manage: PUT /api/followup/settings',
    'people.read: GET /api/People/FilterFirstTimers',
    'people.read: GET /api/People/GetAllFirstTimers',
    'reports.read: GET /api/FirsttimerManager/analytics',
    'reports.read: GET /api/FirsttimerManager/analyticsDashboard',
    'reports.read: GET /api/followup/analytics',
    'reports.read: GET /api/followup/analytics/months',
    'reports.read: GET /api/followup/analytics/people',
    'reports.read: GET /api/followup/analytics/people/export',
  ])
})
