import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_BYTES } from '#contract/endpoint.ts'
import { quoteSms } from '#contract/messaging/sms.ts'
import { addGroup } from '#contract/people/groups.ts'
import { smsReceipts } from '#contract/messaging/receipts.ts'
import { openSession } from '#contract/identity/session.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { DEPTH_MOST, refusalOf, valuesIn } from './body.ts'

const VALUES_MOST = valuesIn(BODY_BYTES)

describe('the shape of a JSON text', () => {
  const codeOf = (text: string): string | null => refusalOf(Buffer.from(text), VALUES_MOST)?.code ?? null

  test.each([
    ['as deep as it may be', `${'['.repeat(DEPTH_MOST)}${']'.repeat(DEPTH_MOST)}`, null],
    ['one deeper', `${'['.repeat(DEPTH_MOST + 1)}`, 'invalid_input'],
    ['objects in each other', `${'{"a":'.repeat(DEPTH_MOST + 1)}`, 'invalid_input'],
    ['side by side is not deep', `[${'[[]],'.repeat(DEPTH_MOST)}[]]`, null],
    ['brackets within a text', JSON.stringify('['.repeat(DEPTH_MOST + 1)), null],
    ['brackets behind an escaped quote', JSON.stringify(`\\"${'['.repeat(DEPTH_MOST + 1)}`), null],
    ['brackets behind a text that ends in a backslash', `["\\\\",${'['.repeat(DEPTH_MOST)}`, 'invalid_input'],
    ['as many values as there may be', `[${'0,'.repeat(VALUES_MOST - 1)}0]`, null],
    ['one value more', `[${'0,'.repeat(VALUES_MOST)}0]`, 'too_large'],
    ['names count too', `{${'"a":0,'.repeat(VALUES_MOST / 2)}"a":0}`, 'too_large'],
    ['commas within a text', JSON.stringify(','.repeat(VALUES_MOST + 1)), null],
    ['a text without an end', `"${'['.repeat(DEPTH_MOST + 1)}`, null],
    ['nothing', '', null],
  ])('%s', (_what, text, code) => {
    expect(codeOf(text)).toBe(code)
  })
})

describe('a body', () => {
  let app: TestApp
  let church: Church
  beforeAll(async () => {
    app = await startApp({ runJobs: false })
    church = await app.buildChurch()
  })
  afterAll(() => app.stop())

  const post = async (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; code: string | undefined; fields?: Record<string, string> }> => {
    const reply = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    return { status: reply.status, ...((await reply.json()) as { code: string }) }
  }
  const signedIn = (): Record<string, string> => ({ authorization: `Bearer ${church.admin.token}` })
  const many = (bytes: number): string => `{"unknown":[${'{},'.repeat(bytes / 3)}{}]}`

  test('of 3.9 MB is refused before it has come', async () => {
    const request = http.request(app.url + openSession.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(3_900_000) },
    })
    // Nothing of it is sent but the beginning: whoever waits for the rest would wait for ever.
    request.on('error', () => {})
    request.write('{"unknown":[')
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
    request.destroy()
    expect(reply.statusCode).toBe(413)
  })

  test('that does not say how long it is is refused where it grows too long', async () => {
    const { hostname, port } = new URL(app.url)
    const socket = net.connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `POST ${openSession.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = 'x'.repeat(16 * 1024)
    for (let sent = 0; sent < 5; sent += 1) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    const [head] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(head.toString()).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('too deep or too full is refused by its code, whoever sends it', async () => {
    expect(await post(openSession.path, '['.repeat(60_000))).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(await post(openSession.path, many(60_000))).toMatchObject({ status: 413, code: 'too_large' })
    expect(await post(openSession.path, many(4_000))).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(await post(quoteSms.path, many(2_000_000), signedIn())).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('for a call of others is not read at all', async () => {
    const request = http.request(app.url + quoteSms.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(2_000_000) },
    })
    request.on('error', () => {})
    request.write('{')
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
    request.destroy()
    expect(reply.statusCode).toBe(401)
  })

  test('as large as its call allows is read', async () => {
    const destination = { phoneNumbers: '08031234567,'.repeat(150_000) }
    const { code } = await post(quoteSms.path, JSON.stringify({ destination, message: 'Welcome' }), signedIn())
    expect(code).not.toBe('too_large')
    const name = 'x'.repeat(BODY_BYTES)
    expect(await post(addGroup.path, JSON.stringify({ name }), signedIn())).toMatchObject({ status: 413 })
  })

  test('that is packed is refused, however small', async () => {
    const packed = new Uint8Array(gzipSync(Buffer.from('{"name":"Choir"}')))
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'GZIP'])
      expect(await post(addGroup.path, packed, { ...signedIn(), 'content-encoding': encoding })).toMatchObject({
        status: 415,
      })
  })

  test('that is no text is refused in what the call reads, and let go in what it does not', async () => {
    const group = { name: 'Choir', category: 'Music', description: '' }
    const lost = { ...group, unknown: 'a\0b', '\ud800': 1, deep: [{ x: '\0' }] }
    expect(await post(addGroup.path, JSON.stringify(lost), signedIn())).toMatchObject({ status: 200 })
    const kept = await post(addGroup.path, JSON.stringify({ ...group, name: 'a\0b' }), signedIn())
    expect(kept).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(Object.keys(kept.fields ?? {})).toEqual(['body.name'])
  })

  test('that is signed is no JSON to anybody before its signature was checked', async () => {
    const path = smsReceipts.path.replace('{gateway}', 'default')
    expect(await post(path, '{ no json')).toMatchObject({ status: 401, code: 'bad_signature' })
  })
})
