import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgotPassword, login, openSession, readSession, resetPassword } from '#contract/identity/session.ts'
import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { quoteSms, sendSms } from '#contract/messaging/sms.ts'
import { getSearchedUsers, listPeople } from '#contract/people/persons.ts'
import { createLog } from '#server/platform/runtime/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'

const lines: string[] = []
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ log: createLog('debug', { write: (line) => void lines.push(line) }) })
  church = await app.buildChurch({
    units: 50,
    people: [
      { firstName: 'Oluwaseyifunmi', lastName: 'Adébáyọ̀', phone: '+2348037654321', email: 'seyi@members.example' },
    ],
  })
})
afterAll(() => app.stop())

const MESSAGE = 'Dear #name#, Pastor waits for you at the well'
/** Whatever is said, typed or handed out in what follows and must never be written down. */
const secrets = new Set([
  'Oluwaseyifunmi',
  'Adébáyọ̀',
  '8037654321',
  'seyi@members.example',
  'waits for you',
  'Kehinde',
  '8035550001',
  'guests-of-sunday',
  'a new and quiet evening',
])

const auth = () => ({ token: church.admin.token })
const send = (extra: object = {}) =>
  app.call(
    sendSms,
    { body: { subject: church.sender, message: MESSAGE, toOthers: '0803 765 4321, 08035550001', ...extra } },
    auth(),
  )

async function resetToken(): Promise<string> {
  const mails = await until(async () => {
    const { items } = (await (await fetch(`${app.sandboxUrl}/_sandbox/mail`)).json()) as { items: unknown[] }
    return items.length > 0 && JSON.stringify(items)
  })
  return /#token=([\w-]{43})/.exec(mails)?.[1] ?? ''
}

test('a day of sign-ins, files and messages goes well', async () => {
  const { email, password } = church.admin
  for (const secret of [email, password, church.admin.token]) secrets.add(secret)
  const opened = await app.call(openSession, { body: { userName: email, password } })
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  secrets.add(cookie.split('=')[1] ?? '')
  expect((await app.call(readSession, {}, { headers: { cookie } })).status).toBe(200)
  expect((await app.call(login, { body: { userName: email, password: 'not the password at all' } })).status).toBe(401)
  secrets.add('not the password at all')
  await app.call(forgotPassword, { params: { email } })
  const token = await resetToken()
  secrets.add(token)
  expect((await app.call(resetPassword, { body: { token, password: 'a new and quiet evening' } })).status).toBe(200)
  const again = await app.call(login, { body: { userName: email, password: 'a new and quiet evening' } })
  church.admin.token = again.body.token
  secrets.add(again.body.token)

  expect((await app.call(listPeople, { query: { search: 'Oluwaseyifunmi' } }, auth())).body.total).toBe(1)
  expect((await app.call(getSearchedUsers, { query: { searchText: '8037654321' } }, auth())).status).toBe(200)
  const file = new File(['Name,Phone\nKehinde,08035550001\n'], 'guests-of-sunday.csv', { type: 'text/csv' })
  expect((await app.call(uploadContactFile, { file }, auth())).status).toBe(200)
  const { body } = await send()
  const id = body.sentMessageDTO?.id ?? ''
  await until(async () => (await app.call(readCampaign, { params: { id } }, auth())).body.counts.delivered === 2)
})

test('and a day on which everything fails', async () => {
  const fault = { target: 'sms', mode: 'malformed', times: 2 }
  await fetch(`${app.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect((await send({ toOthers: '08035550001' })).status).toBe(200)
  await until(async () => lines.some((line) => line.includes('job failed')))
  // The database quotes what it was given; PostgreSQL itself does so in many of its messages and details.
  await app.look(`
    create function refuse_loudly() returns trigger language plpgsql as
      $$ begin raise exception 'no: %', new.message using detail = new.message, hint = new.neutral_name; end $$;
    create trigger loud before insert on campaign for each row execute function refuse_loudly()`)
  expect((await send({ neutralName: 'Kehinde' })).status).toBe(500)
  expect((await app.call(quoteSms, { body: { message: `${MESSAGE}\0` } as never }, auth())).status).toBe(400)
  for (const address of [
    `/forgotpassword/seyi%40members.example`,
    '/api/people?search=Adébáyọ̀&limit=x',
    '/reset?token=waits%20for%20you',
    '/%zz8037654321',
    '/api/Oluwaseyifunmi',
  ])
    await fetch(app.url + address, { headers: { authorization: `Bearer ${church.admin.token}`, accept: 'text/html' } })
  await app.look('alter function find_session(bytea, timestamptz) rename to gone')
  expect((await app.call(listPeople, { query: { search: 'Oluwaseyifunmi' } }, auth())).status).toBe(500)
})

test('nothing of that stands in the log, and every answer and failure does', () => {
  // Ids that chance made, and the milliseconds of an instant, may hold the digits of any phone.
  const all = lines.join('').replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|"time":\d{13}/g, '')
  expect([...secrets].filter((secret) => secret.length < 5)).toEqual([])
  expect(
    [...secrets].filter(
      (secret) =>
        all.includes(secret) ||
        all.includes(encodeURIComponent(secret)) ||
        all.includes(JSON.stringify(secret).slice(1, -1)),
    ),
  ).toEqual([])
  expect(all).not.toMatch(/members\.example|church\.example|#name#|80376|Bearer/)
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries.filter((entry) => entry['msg'] === 'answered').length).toBeGreaterThan(15)
  expect(entries.filter((entry) => entry['msg'] === 'unexpected')).toHaveLength(2)
  expect(entries.find((entry) => entry['msg'] === 'unexpected')).toMatchObject({
    err: { code: 'P0001', at: expect.arrayContaining([expect.stringContaining('at ')]) },
  })
})

test('nor does the embedded PostgreSQL write down what failed', async () => {
  expect(await app.look('show log_min_messages')).toEqual([{ log_min_messages: 'log' }])
})

test('a log line has no other fields than these', () => {
  const known = new Set([
    'level',
    'time',
    'msg',
    'requestId',
    'reqId',
    'method',
    'route',
    'status',
    'ms',
    'job',
    'jobId',
    'err',
  ])
  const fields = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as object)))
  expect([...fields].filter((field) => !known.has(field))).toEqual([])
})
