import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, readSession } from '#contract/identity/session.ts'
import * as calls from '#contract/operator/session.ts'
import { listDeskLog } from '#contract/operator/settings.ts'
import { buildOperator, cookieOf, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { sweepOperators } from './sweep-operators.ts'

const HOUR = 60 * 60_000
const WRONG = 'not the password'

let app: TestApp
let networks = 0
beforeAll(async () => {
  // Each test comes from networks of its own, as a proxy would say.
  app = await startApp({ runJobs: false, env: { TRUST_PROXY: 'yes' } })
})
afterAll(() => app.stop())

type SignIn = { email: string; password: string; code?: string }
const signIn = (body: SignIn, headers: Record<string, string> = {}) =>
  app.call(calls.openDesk, { body }, { headers: { 'x-forwarded-for': `203.0.113.${(networks += 1)}`, ...headers } })

const isOpen = async (cookie: string) => (await app.call(calls.readDesk, {}, { headers: { cookie } })).status === 200

describe('the right password', () => {
  test('opens the desk for twelve hours', async () => {
    const operator = await buildOperator(app)
    const reply = await signIn(operator)
    expect(reply.body).toMatchObject({
      operator: { email: operator.email, name: operator.name, hasSecondFactor: false },
      waiting: { senders: 0, payments: 0 },
      churches: 0,
      sandboxUrl: null,
    })
    expect(reply.headers.getSetCookie()[0]).toMatch(/^__Host-narthex-operator=.*HttpOnly; Secure; SameSite=Strict$/)
    const cookie = cookieOf(reply.headers)
    app.clock.advance(12 * HOUR - 1_000)
    expect(await isOpen(cookie)).toBe(true)
    app.clock.advance(1_000)
    expect(await isOpen(cookie)).toBe(false)
    await sweepOperators(app.server.house)
    expect(await app.look('select from operator_session where expires_at <= $1', [app.clock.now()])).toEqual([])
  })

  test('ends the session that the browser had, and no other', async () => {
    const operator = await buildOperator(app)
    const [before, elsewhere] = [cookieOf((await signIn(operator)).headers), operator.cookie]
    const after = cookieOf((await signIn(operator, { cookie: before })).headers)
    expect(await Promise.all([before, after, elsewhere].map(isOpen))).toEqual([false, true, true])
  })

  test('is kept neither as it is, nor is the token', async () => {
    const operator = await buildOperator(app)
    const [row] = await app.look(
      'select (select json_agg(o) from operator o)::text || (select json_agg(s) from operator_session s)::text as all',
    )
    expect(String(row?.['all'])).not.toContain(operator.password)
    expect(String(row?.['all'])).not.toContain(operator.cookie.split('=')[1])
  })
})

test('an unknown address and a wrong password are answered alike', async () => {
  const { email, password } = await buildOperator(app)
  const wrong = await signIn({ email, password: WRONG })
  const unknown = await signIn({ email: 'nobody@narthex.example', password })
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
  expect(wrong.body.code).toBe('wrong_credentials')
})

test('after ten tries the right password is refused too, until the window ends; the church account is not', async () => {
  const church = await app.buildChurch()
  const operator = await buildOperator(app)
  await app.look('update account set email = $1, email_key = $1 where tenant_id = $2', [
    operator.email,
    church.tenantId,
  ])
  for (let tries = 0; tries < 10; tries += 1) await signIn({ email: operator.email, password: WRONG })
  const refused = await signIn(operator)
  expect(refused.body.code).toBe('too_many_tries')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const staff = await app.call(login, { body: { userName: operator.email, password: church.admin.password } })
  expect(staff.status).toBe(200)
  app.clock.advance(HOUR)
  expect((await signIn(operator)).status).toBe(200)
})

test('signing out ends the session at once', async () => {
  const operator = await buildOperator(app)
  const { status, headers } = await operator.call(calls.closeDesk, {})
  expect([status, headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining('__Host-narthex-operator=;')])
  expect(await isOpen(operator.cookie)).toBe(false)
})

test('a page of another site can neither sign in nor use the session', async () => {
  const operator = await buildOperator(app)
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await signIn(operator, headers)).body.code).toBe('cross_site')
  const remove = await operator.call(calls.removeOperator, { params: { id: crypto.randomUUID() } }, { headers })
  expect(remove.body.code).toBe('cross_site')
  expect((await operator.call(calls.closeDesk, {}, { headers })).body.code).toBe('cross_site')
  expect(await isOpen(operator.cookie)).toBe(true)
})

test('a church sees nothing with the desk’s cookie, and the desk nothing with a church’s token', async () => {
  const { admin } = await app.buildChurch()
  const { cookie } = await buildOperator(app)
  const token = cookie.split('=')[1] ?? ''
  expect((await app.call(readSession, {}, { token })).status).toBe(401)
  expect((await app.call(readSession, {}, { headers: { cookie } })).status).toBe(401)
  expect((await app.call(calls.readDesk, {}, { token })).status).toBe(401)
  const asOperator = { cookie: `__Host-narthex-operator=${admin.token}` }
  expect((await app.call(calls.readDesk, {}, { headers: asOperator, token: admin.token })).status).toBe(401)
})

describe('the second factor', () => {
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })

  async function switchOn({ call, password }: TestOperator): Promise<string> {
    const { secret, setup } = (await call(calls.startOperatorFactor, { body: { password } })).body
    const { body } = await call(calls.confirmOperatorFactor, { body: { setup, code: codeOf(secret) } })
    expect(body).toEqual({ isOn: true })
    return secret
  }

  test('is asked for from then on, and each code opens the desk once', async () => {
    const operator = await buildOperator(app)
    const secret = await switchOn(operator)
    expect((await signIn(operator)).body.code).toBe('second_factor_needed')
    expect((await signIn({ ...operator, code: '000000' })).body.code).toBe('wrong_second_factor')
    // The code that switched it on is spent.
    expect((await signIn({ ...operator, code: codeOf(secret) })).body.code).toBe('wrong_second_factor')
    app.clock.advance(60_000)
    const both = await Promise.all([1, 2].map(() => signIn({ ...operator, code: codeOf(secret) })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const [stored] = await app.look('select totp_secret from operator where email = $1', [operator.email])
    expect(String(stored?.['totp_secret'])).not.toContain(secret)
  })

  test('is not told of with a wrong password', async () => {
    const operator = await buildOperator(app)
    await switchOn(operator)
    expect((await signIn({ email: operator.email, password: WRONG })).body.code).toBe('wrong_credentials')
  })

  test('needs the password to begin, a right code in time to be on, and is on once', async () => {
    const operator = await buildOperator(app)
    const other = await buildOperator(app)
    const start = (password: string) => operator.call(calls.startOperatorFactor, { body: { password } })
    const confirm = (setup: string, code: string, who = operator) =>
      who.call(calls.confirmOperatorFactor, { body: { setup, code } })
    expect((await start(WRONG)).body.code).toBe('wrong_credentials')
    const { secret, setup, uri } = (await start(operator.password)).body
    expect(uri).toContain('otpauth://totp/')
    expect((await confirm(setup, '000000')).body.code).toBe('wrong_code')
    expect((await confirm('x', codeOf(secret))).body.code).toBe('invalid_token')
    expect((await confirm(setup, codeOf(secret), other)).body.code).toBe('invalid_token')
    expect((await confirm(setup, codeOf(secret))).status).toBe(200)
    app.clock.advance(60_000)
    expect((await confirm(setup, codeOf(secret))).body.code).toBe('second_factor_on')
    expect((await start(operator.password)).body.code).toBe('second_factor_on')
    const late = (await other.call(calls.startOperatorFactor, { body: { password: other.password } })).body
    app.clock.advance(11 * 60_000)
    expect((await confirm(late.setup, codeOf(late.secret), other)).body.code).toBe('invalid_token')
  })

  test('is switched off with password and code, and the log tells of it', async () => {
    const operator = await buildOperator(app)
    const secret = await switchOn(operator)
    const stop = (password: string, code: string) =>
      operator.call(calls.stopOperatorFactor, { body: { password, code } })
    app.clock.advance(60_000)
    expect((await stop(WRONG, codeOf(secret))).body.code).toBe('wrong_credentials')
    expect((await stop(operator.password, '000000')).body.code).toBe('wrong_second_factor')
    expect((await stop(operator.password, codeOf(secret))).body).toEqual({ isOn: false })
    expect((await signIn(operator)).status).toBe(200)
    const { items } = (await operator.call(listDeskLog, { query: { search: operator.email } })).body
    expect(items.map(({ act }) => act)).toEqual([
      'operator.signed_in',
      'operator.second_factor_off',
      'operator.second_factor_on',
      'operator.signed_in',
    ])
  })
})
