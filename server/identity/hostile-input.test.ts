import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const DECLARED = [400, 401, 403, 404, 413, 415, 429]

/** Sent as it stands, since no client of ours would make it. */
async function send(
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
) {
  const reply = await fetch(app.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

function expectRefusal({ status, body }: Awaited<ReturnType<typeof send>>): void {
  expect(DECLARED).toContain(status)
  expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  expect(Object.keys(body).filter((key) => !['code', 'message', 'fields'].includes(key))).toEqual([])
}

const credentials = (userName: unknown, password: unknown): string => JSON.stringify({ userName, password })

const bodies: [string, string][] = [
  ['nothing', ''],
  ['no JSON', '{"userName":'],
  ['null', 'null'],
  ['a number', '7'],
  ['an array', '[]'],
  ['NUL', credentials('a\0b@grace.example', 'x')],
  ['NUL in the password', credentials('a@grace.example', 'x\0')],
  ['half a surrogate pair', '{"userName":"\\ud800","password":"x"}'],
  ['half a surrogate pair in the password', '{"userName":"a@grace.example","password":"\\udfff"}'],
  ['70 kB of name', credentials('a'.repeat(70_000), 'x')],
  ['70 kB of password', credentials('a@grace.example', 'x'.repeat(70_000))],
  ['arrays', credentials(['a@grace.example'], ['x'])],
  ['objects', credentials({ $gt: '' }, { $ne: null })],
  ['__proto__', '{"__proto__":{"userName":"a"},"userName":"a@grace.example","password":"x"}'],
  ['constructor', '{"constructor":{"prototype":{"admin":true}},"userName":"a@grace.example","password":"x"}'],
  ['deep nesting', `${'{"userName":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['SQL', credentials(`' or 1=1; drop table account --`, `' or ''='`)],
  ['5 MB', credentials('a'.repeat(5_000_000), 'x')],
  ['marks that change direction', credentials('\u202eelpmaxe.ecarg@a', '\u2066')],
]

describe.each(['/api/identity/session', '/login', '/PasswordReset'])('POST %s', (path) => {
  test.each(bodies)('refuses %s', async (_what, body) => {
    expectRefusal(await send('POST', path, { body }))
  })

  test('refuses a form', async () => {
    expect(
      await send('POST', path, {
        body: 'userName=a&password=x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ).toMatchObject({ status: 415 })
  })
})

test.each(['%00', 'a%00b', '%ff', '%ed%a0%80', '%', 'a'.repeat(300), 'a'.repeat(9_000), '%20', '..%2f..%2fetc'])(
  'POST /forgotpassword/%s is no failure of ours',
  async (email) => {
    const { status } = await send('POST', `/forgotpassword/${email}`)
    expect([200, ...DECLARED]).toContain(status)
  },
)

test.each([
  ['a Bearer that is none', { authorization: 'Bearer x' }],
  ['a Bearer of 7 kB', { authorization: `Bearer ${'a'.repeat(7_000)}` }],
  ['Basic', { authorization: 'Basic YTpi' }],
  ['SQL in the cookie', { cookie: `__Host-narthex=' or 1=1 --` }],
  ['broken escapes in the cookie', { cookie: '__Host-narthex=%E0%A4%A; %; =; __Host-narthex' }],
  ['__proto__ as cookie', { cookie: '__proto__=x; constructor=y' }],
])('GET session with %s is not signed in', async (_what, headers: Record<string, string>) => {
  expect(await send('GET', '/api/identity/session', { headers })).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
})
