import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNewcomer } from '#contract/followup/people.ts'
import { addColleague, type Colleague } from '#server/test-kit/add-colleague.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { guest } from '#server/test-kit/rich-followup.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

// Following up as clients that exist already do it, written from the wire contract alone.
let app: TestApp
let church: Church
let efua: Colleague
let id = ''
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ units: 20 })
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
  const body = { ...guest, phone: '08035558801', email: 'hauwa@guests.example', sourceId: 2, interest: 0 }
  id = (await app.call(addNewcomer, { body }, { token: efua.token })).body.id
})
afterAll(() => app.stop())

const manager = '/api/FirsttimerManager'
async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: never }> {
  const headers = { authorization: `Bearer ${efua.token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const reply = await fetch(app.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: reply.status, body: (await reply.json()) as never }
}
const inside = async (path: string): Promise<never> =>
  ((await ask('GET', path)).body as { returnObject: never }).returnObject
type Line = { type: number; typeText: string; description: string; loggedTask: null | { comments: unknown[] } }
const logs = async (): Promise<Line[]> => inside(`${manager}/logs?firsttimerID=${id}`)

test('people, paths, owners and sources are read in their envelopes', async () => {
  const { body } = await ask('GET', '/api/firsttimermanager/contactstofollow')
  expect(body).toEqual({
    people: [
      {
        id,
        firstName: 'Hauwa',
        lastName: expect.any(String) as string,
        email: 'hauwa@guests.example',
        mobilePhone: '+2348035558801',
        memberType: 0,
      },
    ],
    tasks: [],
  })
  expect(await inside('/firstimercycle')).toMatchObject([{ id: 1, name: 'First visit', order: 1 }, {}, {}, {}, {}])
  expect(await inside('/newconvertCycle')).toMatchObject([{ id: 6, name: 'Decision', order: 1 }, {}, {}, {}, {}])
  const { body: owners } = await ask('GET', `${manager}/contactowners`)
  expect(owners).toContainEqual({ id: efua.accountId, firstName: 'Efua', lastName: 'Mensah' })
  const { body: sources } = await ask('GET', '/api/membership/howyouheardaboutus')
  expect(sources).toContainEqual({ id: 2, name: 'Friend' })
})

test('owner, stage and lead status are changed, and the log tells it oldest first', async () => {
  const saved = { status: 200, body: { response: 'Saved' } }
  expect(await ask('PUT', `${manager}/${id}/owner/change`, { firstTimerID: id, ownerID: efua.accountId })).toEqual(
    saved,
  )
  expect(await ask('PUT', `${manager}/${id}/lifecycle/update`, { firstTimerID: id, stageID: 4 })).toEqual(saved)
  expect(await ask('PUT', `${manager}/${id}/status/update?status=1`)).toEqual(saved)
  expect((await ask('PUT', `${manager}/${id}/status/update?status=3`)).status).toBe(400)
  const { body } = await ask('GET', `/api/People/firstTimer/${id}`)
  expect(body).toMatchObject({
    firstName: 'Hauwa',
    phoneNumber: '+2348035558801',
    howDidYouAboutUsId: 2,
    interestedInJoining: 0,
    leadStatus: 1,
    firstTimerCycleStageID: 4,
    contactOwnerID: efua.accountId,
    followUpPersonName: 'Efua Mensah',
    customAttributeData: [],
  })
  expect((await logs()).slice(-3).map(({ type }) => type)).toEqual([93, 94, 95])
  await ask('PUT', `${manager}/${id}/status/update?status=0`)
})

test('activities and notes are logged and taken back, and both messages are sent', async () => {
  const call = { outcome: 1, description: 'Likes the choir', firsttimerID: id, type: 87 }
  const { body: logged } = await ask('POST', `${manager}/activity/log`, call)
  expect((await ask('POST', `${manager}/activity/log`, { ...call, type: 93 })).status).toBe(400)
  expect(await ask('POST', `${manager}/${id}/notes/add`, { note: 'Tea', firsttimerID: id, type: 96 })).toMatchObject({
    status: 200,
    body: { response: 'Saved' },
  })
  expect((await ask('POST', `${manager}/${id}/sendemail`, { subject: 'Hello', message: 'Welcome' })).status).toBe(200)
  const sms = { subject: '', message: 'Welcome', contacts: [], groupedContacts: [], isoCode: 'NG', category: '' }
  const { body: sent } = await ask('POST', `${manager}/${id}/sendsms`, { ...sms, toOthers: '', ToContacts: id })
  expect(sent).toMatchObject({ status: true, unitsUsed: 1 })
  const lines = await logs()
  expect(lines.slice(-4)).toMatchObject([
    {
      type: 87,
      typeText: 'Call',
      description: 'Likes the choir',
      outcomeText: 'Reached',
      person: 'Efua Mensah',
      loggedTask: null,
    },
    { type: 96, description: 'Tea' },
    { type: 90 },
    { type: 92, description: 'Welcome' },
  ])
  const { id: own } = logged as { id: string }
  expect((await ask('DELETE', `${manager}/activity/log/${own}`)).body).toEqual({ response: 'Deleted' })
  expect(await logs()).toHaveLength(lines.length - 1)
})

test('tasks and their comments are made, changed with what is missing left as it was, and shown in the log', async () => {
  const fields = { instructions: 'Visit', note: '', priority: 0, contacts: id, dueDate: '2030-05-03', reminder: '60' }
  const { body: made } = await ask('POST', `${manager}/tasks/create`, fields)
  const task = (made as { returnObject: { id: string } }).returnObject
  const { body: edited } = await ask('PUT', `${manager}/task/${task.id}/edit`, {
    ...task,
    dueDate: undefined,
    status: 4,
  })
  expect(edited).toMatchObject({
    returnObject: { status: 4, priority: 0, reminder: 60, dueDate: '2030-05-03T16:00:00.000Z', contactID: id },
  })
  const { body: said } = await ask('POST', `${manager}/task/${task.id}/comment`, { comment: 'Late', taskID: task.id })
  const comment = (said as { returnObject: { id: string } }).returnObject
  expect(comment).toMatchObject({ message: 'Late', personName: 'Efua Mensah' })
  const { body: mended } = await ask('PUT', `${manager}/comment/${comment.id}/edit`, { comment: 'Early' })
  expect(mended).toMatchObject({ returnObject: { id: comment.id, message: 'Early' } })
  const shown = (await logs()).find(({ loggedTask }) => loggedTask !== null)
  expect(shown?.loggedTask).toMatchObject({ id: task.id, comments: [{ id: comment.id, message: 'Early' }] })
  expect((await ask('DELETE', `${manager}/comment/${comment.id}/delete`)).status).toBe(200)
})

test('they are edited, converted and deleted; a new convert is read and changed in a shape of its own', async () => {
  const edit = { personId: id, firstName: 'Hawa', lastName: 'Musa', birthday: 'Day', birthMonth: 0, birthYear: 'Year' }
  expect((await ask('PUT', '/api/People/EditFirstTimer', { ...edit, genderId: 2, wantsToBeVisited: 2 })).status).toBe(
    200,
  )
  expect((await ask('PUT', '/api/People/EditFirstTimer', { ...edit, firstName: '' })).status).toBe(400)
  const convert = { ...guest, kind: 'new_convert' as const, firstName: 'Musa' }
  const { body: added } = await app.call(addNewcomer, { body: convert }, { token: efua.token })
  const change = { personId: added.id, firstName: 'Musa', lastName: 'Eze', sendEmail: false, sendSms: false }
  expect((await ask('PUT', '/api/People/UpdateNewConvert', change)).status).toBe(200)
  expect((await ask('GET', `/api/People/GetPersonInfoWithAssignments/${added.id}`)).body).toMatchObject({
    firstName: 'Musa',
    lastName: 'Eze',
    followupPersonID: null,
    dayOfBirth: null,
  })
  const converted = await ask('POST', `/api/People/ConvertFirstTimerToMember?personId=${id}&membershipCategoryId=`)
  expect(converted).toMatchObject({ status: 200, body: { response: 'Saved' } })
  expect((await ask('POST', '/api/People/DeletePeople', [added.id])).body).toMatchObject({ deleted: 1 })
  const { body } = await ask('GET', `${manager}/contactstofollow`)
  expect((body as { people: { id: string }[] }).people.map((one) => one.id)).not.toContain(added.id)
})
