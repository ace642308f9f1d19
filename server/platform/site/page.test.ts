import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const PAGE = '<!doctype html><title>Narthex</title>'
const PORTAL = '<!doctype html><title>Family check-in</title><style>a{}</style><script>let a</script>'
const SCRIPT = 'export const hall = "narthex"\n'.repeat(100)

let app: TestApp
const folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-page-'))
beforeAll(async () => {
  const web = path.join(folder, 'web')
  mkdirSync(path.join(web, 'assets'), { recursive: true })
  writeFileSync(path.join(folder, 'secret.txt'), 'not for the web')
  writeFileSync(path.join(web, '.built-from'), '1700000000000')
  writeFileSync(path.join(web, 'index.html'), PAGE)
  writeFileSync(path.join(web, 'portal.html'), PORTAL)
  writeFileSync(path.join(web, 'assets/main-Ab12.js'), SCRIPT)
  writeFileSync(path.join(web, 'assets/main-Ab12.js.gz'), gzipSync(SCRIPT))
  app = await startApp({ runJobs: false, webDirectory: web })
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

type Reply = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** As it is written: fetch would tidy the address up. */
function ask(
  address: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = http.request(app.url, { path: address, method, headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(parts).toString() }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each(['/', '/reset', '/tenant/sms/compose?phone=1', '/LOGIN', '/Tenant/People/', '/apis'])(
  'a browser that opens %s gets the page, fresh',
  async (address) => {
    const { status, headers, text } = await ask(address, { headers: browser })
    expect([status, text]).toEqual([200, PAGE])
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['cache-control']).toBe('no-cache')
  },
)

test.each(['/checkin', '/CheckIn/', '/checkin?next=1', '/checkin/grace-chapel', '/checkin/event/1?x=/tenant'])(
  'a family that opens %s gets the portal, fresh',
  async (address) => {
    const { status, headers, text } = await ask(address, { headers: browser })
    expect([status, text]).toEqual([200, PORTAL])
    expect(headers['cache-control']).toBe('no-cache')
  },
)

test('an address that only begins alike is not the portal', async () => {
  for (const address of ['/checkins', '/tenant/checkin'])
    expect((await ask(address, { headers: browser })).text).toBe(PAGE)
})

test('an asset is kept for a year, comes compressed as it was built, and is checked by its tag', async () => {
  const { status, headers } = await ask('/assets/main-Ab12.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['content-type']).toMatch(/javascript/)
  expect((await ask('/assets/main-Ab12.js')).text).toBe(SCRIPT)
  const again = await ask('/assets/main-Ab12.js', {
    headers: { 'if-none-match': headers.etag ?? '', 'accept-encoding': 'gzip' },
  })
  expect(again.status).toBe(304)
})

test.each([
  ['/assets/gone-Cd34.js', { accept: '*/*' }],
  ['/assets/gone-Cd34.js', browser],
  ['/gone.png', { accept: 'image/avif,*/*' }],
  ['/api', browser],
  ['/api/gone', browser],
  ['/API/gone', browser],
])('%s is not there, and that is not said by the page', async (address, headers) => {
  const { status, headers: said, text } = await ask(address, { headers })
  expect([status, JSON.parse(text)]).toEqual([404, { code: 'not_found', message: 'Not found.' }])
  expect(said['cache-control']).toBe('no-store')
})

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '//secret.txt',
  '/.built-from',
  '/assets/%00',
])('%s leads to no file outside the page', async (address) => {
  const { status, text } = await ask(address, { headers: { accept: '*/*' } })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(JSON.parse(text)).toMatchObject({ code: expect.stringMatching(/^(not_found|malformed_request)$/) })
})

test.each([
  ['PATCH', '/login', 'POST'],
  ['GET', '/PASSWORDRESET', 'POST'],
  ['PUT', '/api/identity/session', 'GET, HEAD, POST, DELETE'],
  ['OPTIONS', '/api/messaging/sendsms', 'POST'],
])('%s %s is refused with the methods there are', async (method, address, allowed) => {
  const { status, headers, text } = await ask(address, { method })
  expect([status, JSON.parse(text).code]).toEqual([405, 'method_not_allowed'])
  expect(String(headers.allow).split(', ').toSorted()).toEqual(allowed.split(', ').toSorted())
})

test('HEAD answers like GET, without a body', async () => {
  for (const address of ['/', '/reset', '/assets/main-Ab12.js', '/healthz']) {
    const [head, get] = [
      await ask(address, { method: 'HEAD', headers: browser }),
      await ask(address, { headers: browser }),
    ]
    expect([head.status, head.text]).toEqual([get.status, ''])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  }
})

test.each([
  '/',
  '/assets/main-Ab12.js',
  '/assets/gone.js',
  '/api/openapi.json',
  '/api/identity/session',
  '/api/docs',
  '/api/docs.css',
  '/healthz',
  '/%zz',
  '/api/gone',
])('%s carries every security header and an id of its own', async (address) => {
  const [one, other] = [await ask(address, { headers: browser }), await ask(address, { headers: browser })]
  const { headers } = one
  const policy = String(headers['content-security-policy'])
  expect(policy.split(';')).toEqual(
    expect.arrayContaining([
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `frame-ancestors 'none'`,
      `base-uri 'none'`,
      `require-trusted-types-for 'script'`,
    ]),
  )
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(headers['cache-control']).toBeDefined()
  expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(other.headers['x-request-id']).not.toBe(headers['x-request-id'])
})

test('what stands in a page itself is allowed by its hash, in that page only', async () => {
  const policyOf = async (address: string) =>
    String((await ask(address, { headers: browser })).headers['content-security-policy']).split(';')
  const hashed = (text: string) => `'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const within = [`style-src ${hashed('a{}')}`, `script-src ${hashed('let a')}`]
  expect(await policyOf('/checkin')).toEqual(expect.arrayContaining(within))
  expect((await policyOf('/')).join()).not.toContain('sha256')
})

test('the documentation holds nothing that its own policy forbids', async () => {
  const { text } = await ask('/api/docs', { headers: browser })
  expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:|<iframe|<form/i)
  const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? '')
  expect(new Set(links)).toEqual(new Set(['/api/docs.css', '/api/openapi.json']))
  for (const link of links) expect((await ask(link)).status).toBe(200)
})
