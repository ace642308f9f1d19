import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { listPeople } from '#contract/people/persons.ts'
import { ApiFailure, call, onRefusal } from './call.ts'

type Seen = { method: string; url: string; key: string | undefined; type: string; body: string }

const seen: Seen[] = []
let reply: { status: number; body: string } = { status: 200, body: '{}' }
let server: Server
let origin = ''

const failure = async (act: Promise<unknown>) => {
  const caught: unknown = await act.then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(caught instanceof ApiFailure)) throw new Error('did not fail as the API fails')
  return caught
}

/** The page calls its own host; here the host is a server of the test. */
const onHost = <T extends { path: string }>(endpoint: T): T => ({ ...endpoint, path: origin + endpoint.path })

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const key = headers['idempotency-key']
      seen.unshift({
        method,
        url,
        key: String(key ?? ''),
        type: headers['content-type'] ?? '',
        body: Buffer.concat(parts).toString(),
      })
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`
})

afterAll(() => server.close())

test('fills the path, leaves out what is not asked for, and sends bodies as JSON', async () => {
  reply = { status: 200, body: '{"ok":true}' }
  await call(onHost(readCampaign), { params: { id: 'a/b' } })
  expect(seen[0]?.url).toBe('/api/messaging/sms/sent/a%2Fb')
  await call(onHost(listPeople), { query: { search: 'Ngọzi & co', limit: 25, cursor: undefined } })
  expect(seen[0]?.url).toBe(`/api/people?${new URLSearchParams({ search: 'Ngọzi & co', limit: '25' })}`)
  await call(onHost(sendSms), { body: { subject: 'GRACE', message: 'Hello' } }, { idempotencyKey: 'once' })
  expect(seen[0]).toMatchObject({ method: 'POST', key: 'once', body: '{"subject":"GRACE","message":"Hello"}' })
})

test('sends a file under the name that the endpoint gives it', async () => {
  await call(onHost(uploadContactFile), { file: new File(['0803'], 'people.csv') })
  expect(seen[0]?.type).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen[0]?.body).toContain('name="contactUploadedFile"; filename="people.csv"')
})

test('throws the code and the fields of a refusal', async () => {
  reply = { status: 400, body: '{"code":"invalid_input","message":"Please check","fields":{"limit":"too big"}}' }
  const refused = await failure(call(onHost(listPeople), { query: {} }))
  expect([refused.code, refused.status, refused.fields]).toEqual(['invalid_input', 400, { limit: 'too big' }])
})

test('tells the door when nobody is signed in or the gate is shut, and not when a password is wrong', async () => {
  const told: string[] = []
  onRefusal(({ code }) => told.push(code))
  for (const [status, code] of [
    [401, 'not_signed_in'],
    [402, 'subscription_expired'],
    [401, 'wrong_credentials'],
    [403, 'not_allowed'],
  ]) {
    reply = { status: Number(status), body: JSON.stringify({ code, message: '' }) }
    await failure(call(onHost(listPeople), { query: {} }))
  }
  expect(told).toEqual(['not_signed_in', 'subscription_expired'])
})

test('names a server that is away, one that is slow, and a page of somebody else in between', async () => {
  reply = { status: 502, body: '<html>' }
  expect((await failure(call(onHost(listPeople), { query: {} }))).code).toBe('unavailable')
  const nobody = { ...listPeople, path: 'http://127.0.0.1:1/api/people' }
  expect((await failure(call(nobody, { query: {} }))).code).toBe('network')
  const silent = createServer(() => undefined)
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const address = silent.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const slow = { ...listPeople, path: `http://127.0.0.1:${port}/api/people` }
  expect((await failure(call(slow, { query: {} }, { timeoutMs: 50 }))).code).toBe('timeout')
  silent.close()
  silent.closeAllConnections()
})

test('an answer that is not ours is a failure like any other: the server was not reached', async () => {
  reply = { status: 200, body: '<html>Welcome to our Wi-Fi</html>' }
  expect(await failure(call(onHost(readCampaign), { params: { id: 'a' } }))).toMatchObject({
    code: 'unexpected',
    status: 0,
  })
})
