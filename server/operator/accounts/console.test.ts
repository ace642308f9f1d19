import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/every-call.ts'
import { login, readSession } from '#contract/identity/session.ts'
import * as calls from '#contract/operator/session.ts'
import { addOperator } from '../index.ts'
import { buildOperator, codeAt, cookieOf, type TestOperator } from '../../test-kit/build-operator.ts'
import { PASSWORD, PASSWORD_HASH } from '../../test-kit/password.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sweepOperators } from '../operators/operator-jobs.ts'

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
  app.call(calls.openConsole, { body }, { headers: { 'x-forwarded-for': `203.0.113.${(networks += 1)}`, ...headers } })

const passwordOf = ({ email, password }: TestOperator) => ({ email, password })
/** What signs an operator in; a code works once. */
const credentials = (operator: TestOperator) => ({ ...passwordOf(operator), code: operator.code() })
/** The app shows another code. */
const nextCode = () => app.clock.advance(30_000)

const isOpen = async (cookie: string) => (await app.call(calls.readConsole, {}, { headers: { cookie } })).status === 200

describe('the right password', () => {
  test('opens the desk for twelve hours', async () => {
    const operator = await buildOperator(app)
    nextCode()
    const reply = await signIn(credentials(operator))
    expect(reply.body).toMatchObject({
      operator: { email: operator.email, name: operator.name, hasSecondFactor: true, isDemo: false },
      waiting: { senders: 0, payments: 0, changes: 0 },
      churches: 0,
      sandboxUrl: null,
    })
    expect(reply.headers.getSetCookie()[0]).toMatch(/^__Host-narthex-operator=.*HttpOnly; Secure; SameSite=Strict$/)
    const cookie = cookieOf(reply.headers)
    app.clock.advance(12 * HOUR - 1_000)
    expect(await isOpen(cookie)).toBe(true)
    app.clock.advance(1_000)
    expect(await isOpen(cookie)).toBe(false)
    await sweepOperators(app.server.context)
    expect(await app.look('select from operator_session where expires_at <= $1', [app.clock.now()])).toEqual([])
  })

  test('ends the session that the browser had, and no other', async () => {
    const operator = await buildOperator(app)
    nextCode()
    const [before, elsewhere] = [cookieOf((await signIn(credentials(operator))).headers), operator.cookie]
    nextCode()
    const after = cookieOf((await signIn(credentials(operator), { cookie: before })).headers)
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

describe('wrong passwords', () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const attempt = async ({ email }: TestOperator, headers?: Record<string, string>, tries = 10) => {
    for (let one = 0; one < tries; one += 1) await signIn({ email, password: WRONG }, headers)
  }

  test('ten from one network shut that network out until the window ends; the church account is not', async () => {
    const church = await app.buildChurch()
    const operator = await buildOperator(app)
    await app.look('update account set email = $1, email_key = $1 where tenant_id = $2', [
      operator.email,
      church.tenantId,
    ])
    await app.look('select tidy_directory(now())')
    const network = from('198.51.100.1')
    await attempt(operator, network)
    const refused = await signIn(credentials(operator), network)
    expect(refused.body.code).toBe('too_many_tries')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const body = { userName: operator.email, password: church.admin.password }
    expect((await app.call(login, { body }, { headers: network })).status).toBe(200)
    app.clock.advance(HOUR)
    expect((await signIn(credentials(operator), network)).status).toBe(200)
  })

  test('of a stranger elsewhere shut no operator out', async () => {
    const operator = await buildOperator(app)
    for (const stranger of ['198.51.100.2', '198.51.100.3', '2001:db8:5::1'])
      await attempt(operator, from(stranger), 12)
    nextCode()
    expect((await signIn(credentials(operator), from('198.51.100.4'))).status).toBe(200)
  })

  test('of all networks together end too, far above', { timeout: 60_000 }, async () => {
    const operator = await buildOperator(app)
    const strangers = Array.from({ length: 20 }, (_, index) => from(`198.18.0.${index}`))
    await Promise.all(strangers.map((stranger) => attempt(operator, stranger)))
    nextCode()
    expect((await signIn(credentials(operator), from('198.51.100.5'))).body.code).toBe('too_many_tries')
  })
})

test('signing out ends the session at once', async () => {
  const operator = await buildOperator(app)
  const { status, headers } = await operator.call(calls.closeConsole, {})
  expect([status, headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining('__Host-narthex-operator=;')])
  expect(await isOpen(operator.cookie)).toBe(false)
})

test('a page of another site can neither sign in nor use the session', async () => {
  const operator = await buildOperator(app)
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await signIn(credentials(operator), headers)).body.code).toBe('cross_site')
  const remove = await operator.call(
    calls.removeOperator,
    { params: { id: crypto.randomUUID() }, body: { reason: 'Gone' } },
    { headers },
  )
  expect(remove.body?.code).toBe('cross_site')
  expect((await operator.call(calls.closeConsole, {}, { headers })).body.code).toBe('cross_site')
  expect(await isOpen(operator.cookie)).toBe(true)
})

test('a church sees nothing with the desk’s cookie, and the desk nothing with a church’s token', async () => {
  const { admin } = await app.buildChurch()
  const { cookie } = await buildOperator(app)
  const token = cookie.split('=')[1] ?? ''
  expect((await app.call(readSession, {}, { token })).status).toBe(401)
  expect((await app.call(readSession, {}, { headers: { cookie } })).status).toBe(401)
  expect((await app.call(calls.readConsole, {}, { token })).status).toBe(401)
  const asOperator = { cookie: `__Host-narthex-operator=${admin.token}` }
  expect((await app.call(calls.readConsole, {}, { headers: asOperator, token: admin.token })).status).toBe(401)
})

describe('the second factor', () => {
  /** An operator as an invitation leaves them: with a password and nothing else. */
  async function newcomer() {
    const email = `newcomer-${crypto.randomUUID()}@narthex.example`
    const made = { name: 'Nora New', email, passwordHash: PASSWORD_HASH }
    await app.server.context.database.withOperator({ operatorId: crypto.randomUUID() }, (tx) =>
      addOperator(tx, made, app.clock.now()),
    )
    const entered = await signIn({ email, password: PASSWORD })
    const headers = { cookie: cookieOf(entered.headers) }
    const start = (password = PASSWORD, code?: string) =>
      app.call(calls.startOperatorFactor, { body: { password, ...(code && { code }) } }, { headers })
    const confirm = (setup: string, code: string) =>
      app.call(calls.confirmOperatorFactor, { body: { setup, code } }, { headers })
    return { email, entered, headers, start, confirm }
  }

  test('is set up before anything else is answered', async () => {
    const { entered, headers, start, confirm } = await newcomer()
    expect(entered.body).toMatchObject({ operator: { hasSecondFactor: false, isDemo: false }, churches: 0 })
    for (const endpoint of endpoints.filter(({ access, whileEnrolling }) => access === 'operator' && !whileEnrolling)) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, crypto.randomUUID())
      const { method } = endpoint
      const body = method === 'GET' ? {} : { body: '{}' }
      const reply = await fetch(app.url + path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...body,
      })
      expect([path, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
        path,
        403,
        'second_factor_required',
      ])
    }
    const { secret, setup } = (await start()).body
    const { body } = await confirm(setup, codeAt(secret, app.clock.now()))
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await app.call(calls.listOperators, {}, { headers })).status).toBe(200)
  })

  test('is asked for from then on, and each code opens the console once', async () => {
    const operator = await buildOperator(app)
    expect((await signIn(passwordOf(operator))).body.code).toBe('second_factor_needed')
    expect((await signIn({ ...passwordOf(operator), code: '000000' })).body.code).toBe('wrong_second_factor')
    // The code that switched it on is spent.
    expect((await signIn(credentials(operator))).body.code).toBe('wrong_second_factor')
    app.clock.advance(60_000)
    const both = await Promise.all([1, 2].map(() => signIn(credentials(operator))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const codes = await app.look(
      'select code_hash, totp_secret from operator_recovery_code c join operator o on o.id = c.operator_id where o.email = $1',
      [operator.email],
    )
    expect(codes).toHaveLength(10)
    for (const code of operator.recoveryCodes) expect(JSON.stringify(codes)).not.toContain(code)
  })

  test('is tried ten times at most, from whatever networks, and only with the right password', async () => {
    const operator = await buildOperator(app)
    // Codes shown with a wrong password are not tried.
    for (let tries = 0; tries < 12; tries += 1) await signIn({ email: operator.email, password: WRONG, code: '000000' })
    const codes = async () => (await signIn({ ...passwordOf(operator), code: '000000' })).body.code
    for (let tries = 0; tries < 10; tries += 1) expect(await codes()).toBe('wrong_second_factor')
    expect(await codes()).toBe('too_many_tries')
    nextCode()
    expect((await signIn(credentials(operator))).body.code).toBe('too_many_tries')
    app.clock.advance(HOUR)
    expect((await signIn(credentials(operator))).status).toBe(200)
  })

  test('is not told of with a wrong password', async () => {
    const { email } = await buildOperator(app)
    expect((await signIn({ email, password: WRONG })).body.code).toBe('wrong_credentials')
  })

  test('needs the password to begin, a right code in time, and one setup is good for one factor', async () => {
    const { start, confirm } = await newcomer()
    const other = await newcomer()
    expect((await start(WRONG)).body.code).toBe('wrong_credentials')
    const { secret, setup, uri } = (await start()).body
    const twin = (await start()).body
    expect(uri).toContain('otpauth://totp/')
    const code = () => codeAt(secret, app.clock.now())
    expect((await confirm(setup, '000000')).body.code).toBe('wrong_code')
    expect((await confirm('x', code())).body.code).toBe('invalid_token')
    expect((await other.confirm(setup, code())).body.code).toBe('invalid_token')
    expect((await confirm(setup, code())).status).toBe(200)
    expect((await confirm(twin.setup, codeAt(twin.secret, app.clock.now()))).body.code).toBe('second_factor_on')
    const late = (await other.start()).body
    app.clock.advance(11 * 60_000)
    expect((await other.confirm(late.setup, codeAt(late.secret, app.clock.now()))).body.code).toBe('invalid_token')
  })

  test('is never switched off, only replaced by another: with password and code, or a recovery code', async () => {
    const operator = await buildOperator(app)
    const start = (code?: string) =>
      operator.call(calls.startOperatorFactor, { body: { password: operator.password, ...(code && { code }) } })
    expect((await start()).body.code).toBe('second_factor_needed')
    expect((await start('000000')).body.code).toBe('wrong_second_factor')
    const { secret, setup } = (await start(operator.recoveryCodes[0])).body
    const elsewhere = cookieOf(
      (await signIn({ ...passwordOf(operator), code: operator.recoveryCodes[1] ?? '' })).headers,
    )
    const { body } = await operator.call(calls.confirmOperatorFactor, {
      body: { setup, code: codeAt(secret, app.clock.now()) },
    })
    expect(body.recoveryCodes).toHaveLength(10)
    expect([await isOpen(operator.cookie), await isOpen(elsewhere)]).toEqual([true, false])
    app.clock.advance(60_000)
    const old = operator.recoveryCodes[2] ?? ''
    expect((await signIn({ ...passwordOf(operator), code: old })).body.code).toBe('wrong_second_factor')
    expect((await signIn(credentials(operator))).body.code).toBe('wrong_second_factor')
    const code = codeAt(secret, app.clock.now())
    expect((await signIn({ ...passwordOf(operator), code })).status).toBe(200)
  })

  test('wrong passwords of strangers at the sign-in keep nobody who is signed in from confirming theirs', async () => {
    const operator = await buildOperator(app)
    for (let tries = 0; tries < 11; tries += 1) await signIn({ email: operator.email, password: WRONG })
    const { body } = await operator.call(calls.confirmConsole, { body: { password: operator.password } })
    expect(body.confirmed).toBe(true)
  })

  test('the demo’s operators, who have none, are nobody outside the demo, nor is a session of theirs', async () => {
    const { email, headers } = await newcomer()
    await app.look('update operator set is_demo = true where email = $1', [email])
    expect((await signIn({ email, password: PASSWORD })).body.code).toBe('wrong_credentials')
    expect((await app.call(calls.readConsole, {}, { headers })).status).toBe(401)
  })
})
