import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type AppOptions, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'

const TOKEN = 'a-token-for-the-monitor'
const APP = 'https://app.example'

let plain: TestApp
let proxied: TestApp
beforeAll(async () => {
  const start = (env: Record<string, string> = {}): Promise<TestApp> =>
    startApp({ runJobs: false, env } satisfies AppOptions)
  plain = await start()
  proxied = await start({
    TRUST_PROXY: 'yes',
    METRICS_TOKEN: TOKEN,
    CORS_ORIGINS: `${APP}, https://other.example`,
    PUBLIC_URL: 'https://narthex.example',
  })
})
afterAll(() => Promise.all([plain.stop(), proxied.stop()]))

const ask = (app: TestApp, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, { method, headers })

/** Asks for reset links from these addresses, all at once, and answers how many were let through. */
async function letThrough(app: TestApp, forwarded: (turn: number) => string): Promise<number> {
  const asked = Array.from({ length: 30 }, (_, turn) =>
    ask(app, `/forgotpassword/${turn}@nobody.example`, { 'x-forwarded-for': forwarded(turn) }, 'POST'),
  )
  return (await Promise.all(asked)).filter(({ status }) => status === 200).length
}

test('without a proxy, nobody gets more tries by naming other addresses', async () => {
  expect(await letThrough(plain, (turn) => `198.51.100.${turn}`)).toBe(20)
})

test('behind a proxy, only the address that the proxy saw counts, not what was written before it', async () => {
  expect(await letThrough(proxied, (turn) => `198.51.100.${turn}, 203.0.113.7`)).toBe(20)
  expect(
    (await ask(proxied, '/forgotpassword/a@nobody.example', { 'x-forwarded-for': '203.0.113.8' }, 'POST')).status,
  ).toBe(200)
})

test('/metrics without a token is for this computer', async () => {
  const reply = await ask(plain, '/metrics')
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain('narthex_database_up 1')
})

test.each(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])(
  '/metrics without a token is for nobody when %s tells of a proxy',
  async (name) => {
    expect((await ask(plain, '/metrics', { [name]: '127.0.0.1' })).status).toBe(404)
  },
)

test.each([
  [`Bearer ${TOKEN}`, 200],
  [`Bearer ${TOKEN}x`, 404],
  ['Bearer ', 404],
  [TOKEN, 404],
  ['', 404],
])('/metrics with a token, shown "%s" from elsewhere, answers %i', async (authorization, status) => {
  expect((await ask(proxied, '/metrics', { authorization, 'x-forwarded-for': '203.0.113.9' })).status).toBe(status)
})

test('behind a known proxy /metrics needs a token even when the proxy names nobody', async () => {
  const app = await startApp({ runJobs: false, env: { TRUST_PROXY: 'yes' } })
  expect((await ask(app, '/metrics')).status).toBe(404)
  await app.stop()
})

test('what is measured names routes, never addresses', async () => {
  await ask(plain, '/api/messaging/sms/8c9a7f0e-0000-4000-8000-000000000001')
  await ask(plain, '/forgotpassword/ada@church.example', {}, 'POST')
  const text = await (await ask(plain, '/metrics')).text()
  expect(text).toContain('route="/forgotpassword/:email"')
  expect(text).not.toMatch(/8c9a7f0e|ada@/)
})

const preflight = (app: TestApp, origin: string) =>
  ask(
    app,
    '/api/messaging/sendSms',
    { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    'OPTIONS',
  )

test('a configured origin may call with a Bearer token, with these methods and headers and without cookies', async () => {
  const { status, headers } = await preflight(proxied, APP)
  expect(status).toBe(204)
  expect(headers.get('access-control-allow-origin')).toBe(APP)
  expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE')
  expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type, idempotency-key')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  const reply = await ask(proxied, '/api/identity/session', { origin: APP })
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([401, APP])
  expect(reply.headers.get('vary')?.toLowerCase()).toContain('origin')
})

test.each(['https://evil.example', 'null', 'http://app.example', 'https://app.example.evil.example'])(
  'origin %s is allowed nothing',
  async (origin) => {
    for (const reply of [
      await preflight(proxied, origin),
      await ask(proxied, '/api/openapi.json', { origin }),
      await preflight(plain, origin),
    ])
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  },
)

test('https is kept to where the public address has it', async () => {
  expect((await ask(proxied, '/healthz')).headers.get('strict-transport-security')).toBe(
    'max-age=31536000; includeSubDomains',
  )
  expect((await ask(plain, '/healthz')).headers.get('strict-transport-security')).toBeNull()
})

test('long answers are compressed for who asks for it', async () => {
  const raw = await ask(plain, '/api/openapi.json', { 'accept-encoding': 'identity' })
  expect([raw.headers.get('content-encoding'), (await raw.text()).length > 10_000]).toEqual([null, true])
  const packed = await ask(plain, '/api/openapi.json', { 'accept-encoding': 'gzip' })
  expect([packed.headers.get('content-encoding'), packed.headers.get('vary')?.includes('accept-encoding')]).toEqual([
    'gzip',
    true,
  ])
})

test('a request that never ends holds neither the server nor the database', async () => {
  const { port, hostname } = new URL(plain.url)
  const sockets = Array.from({ length: 30 }, () => net.connect(Number(port), hostname))
  for (const socket of sockets)
    socket.write(
      'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"userName":',
    )
  await until(async () => sockets.every((socket) => socket.bytesWritten > 0))
  expect((await ask(plain, '/readyz')).status).toBe(200)
  const idle = `select count(*)::int as busy from pg_stat_activity where usename = 'narthex_app' and datname = current_database() and state like 'idle in%'`
  expect(await plain.look(idle)).toEqual([{ busy: 0 }])
  for (const socket of sockets) socket.destroy()
})
