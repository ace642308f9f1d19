import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildStaffDevice } from '#server/test-kit/push-device.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'

// A client of its own, written from the wire contract alone: emails, and the lists of push.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp()
  church = await app.buildChurch({
    people: [{ firstName: 'Ọlá', lastName: 'Ojo', phone: '+2348031234567', email: 'ola@one.example' }],
  })
})
afterAll(() => app.stop())

async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: never }> {
  const reply = await fetch(app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${church.admin.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as never }
}

const EVERYBODY = 'membership_00000000-0000-0000-0000-000000000000'
const DOCUMENT = '<html><head><title>x</title></head><body><p>Dear #name#</p><script>x()</script></body></html>'
const CLEANED = '<p>Dear #name#</p>'
const written = { subject: 'Sunday at nine', message: DOCUMENT, isPersonalized: true }
const texts = (row: object) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value]))
const rows = { id: 'string', subject: 'string', message: 'string', dateSent: 'string', smsUnitsUsed: 'number' }

test('sends an email to contacts, persons and addresses, once to each, and reads it on the list', async () => {
  const to = { groupedContacts: [EVERYBODY], ToContacts: church.personIds[0], toOthers: 'a@two.example, A@two.example' }
  const sent = await ask('POST', '/api/messaging/sendemail', { ...written, ...to })
  expect([sent.status, sent.body]).toEqual([
    200,
    expect.objectContaining({ status: true, response: expect.any(String), message: expect.any(String) }),
  ])
  const mails = await until(async () => {
    const { items } = (await (await fetch(`${app.sandboxUrl}/_sandbox/mail`)).json()) as {
      items: { to: string[]; subject: string; text: string }[]
    }
    const found = items.filter(({ subject }) => subject === written.subject)
    return found.length >= 2 ? found : null
  })
  const read = mails.map(({ to: [address], text }) => [address, text.split('\n')[0]]).toSorted()
  expect(read).toEqual([
    ['a@two.example', 'Dear Friend'],
    ['ola@one.example', 'Dear Ọlá'],
  ])
  const { body: list } = await ask('GET', '/api/Messaging/getAllSentEmails?page=1')
  const { data, totalItems } = list as { data: Record<string, string>[]; totalItems: number }
  expect([totalItems, data[0]]).toEqual([
    1,
    expect.objectContaining({ subject: written.subject, message: CLEANED, sentByUser: 'Ada Admin', smsUnitsUsed: 0 }),
  ])
  expect(texts(data[0] ?? {})).toMatchObject({ ...rows, sentByUser: 'string' })
  expect((await ask('DELETE', `/api/Messaging/DeleteSentEmails?IdList=${data[0]?.['id']}`)).body).toEqual({
    deleted: true,
    message: expect.any(String),
  })
})

test('what a person must read is answered with 200 and a code, everything else by its status', async () => {
  const nobody = await ask('POST', '/api/Messaging/sendEmail', { ...written, groupedContacts: [] })
  expect(nobody).toEqual({
    status: 200,
    body: {
      status: false,
      message: expect.any(String),
      response: expect.any(String),
      unitsUsed: 0,
      code: 'no_recipients',
    },
  })
  const long = await ask('POST', '/api/Messaging/sendEmail', {
    ...written,
    subject: 'x'.repeat(300),
    toOthers: 'a@b.example',
  })
  expect([long.status, long.body]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })])
})

test('keeps, opens and deletes a draft; schedules, lists and deletes', async () => {
  const draft = { subject: 'Plan', body: DOCUMENT, isDefaultBirthDayMessage: false }
  const { body: kept } = await ask('POST', '/api/Messaging/saveEmaillDraft', draft)
  const { id } = kept as { id: string }
  const listed = { id, subject: 'Plan', body: CLEANED, dateModified: expect.any(String) }
  expect(kept).toEqual({ ...listed, isDefaultBirthDayMessage: false })
  expect((await ask('GET', '/api/Messaging/getEmailDrafts')).body).toEqual([listed])
  expect((await ask('GET', `/api/Messaging/getEmailDraftByID?id=${id}`)).body).toEqual(listed)
  const gone = { deleted: true, message: expect.any(String) }
  expect((await ask('DELETE', `/api/Messaging/DeleteEmailDrafts?EmailDraftIdList=${id}`)).body).toEqual(gone)

  const soon = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const when = { executionDate: `${soon}T09:00:00`, date: `${soon}T09:00:00`, time: '09:00:00' }
  const scheduling = { ...written, ...when, contacts: [], groupedContacts: [EVERYBODY], toOthers: '', ToContacts: '' }
  const { body: schedule } = await ask('POST', '/api/Messaging/saveEmailSchedule', scheduling)
  const waiting = {
    id: expect.any(String),
    subject: written.subject,
    message: CLEANED,
    isExecuted: false,
    executionDate: expect.stringContaining(`${soon}T09:00:00`),
  }
  expect(schedule).toEqual(waiting)
  expect((await ask('GET', '/api/Messaging/getEmailSchedules')).body).toEqual([waiting])
  const { id: scheduled } = schedule as { id: string }
  const remove = `/api/Messaging/DeleteEmailScheduledMessages?ScheduledMessageIdList=${scheduled}`
  expect((await ask('DELETE', remove)).body).toEqual(gone)
})

test('lists and deletes sent push notifications in the shape of emails', async () => {
  await buildStaffDevice(app, church.admin.token)
  const push = { title: 'Sunday', message: 'At nine.', category: 'news', destination: { allContacts: true } }
  await ask('POST', '/api/messaging/push/send', push)
  const { body } = await ask('GET', '/api/Messaging/getAllSentPushNotifications?page=1')
  const { data, totalItems } = body as { data: Record<string, string>[]; totalItems: number }
  expect([totalItems, texts(data[0] ?? {})]).toEqual([1, { ...rows, sentByUser: 'string' }])
  expect((await ask('DELETE', `/api/Messaging/DeleteSentPushNotification?IdList=${data[0]?.['id']}`)).body).toEqual({
    deleted: true,
    message: expect.any(String),
  })
})
