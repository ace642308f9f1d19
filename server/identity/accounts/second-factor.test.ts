import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from '#contract/identity/account.ts'
import { login, openSession } from '#contract/identity/session.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

const HALF_MINUTE = 30_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

/** The code that an app shows, `steps` half-minutes from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime() + steps * HALF_MINUTE,
  })

const wrongFor = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

const begin = (church: Church, password = PASSWORD) =>
  app.call(startSecondFactor, { body: { password } }, { token: church.admin.token })
const confirm = (church: Church, setup: string, code: string) =>
  app.call(confirmSecondFactor, { body: { setup, code } }, { token: church.admin.token })
const open = ({ admin }: Church, code?: string, password = PASSWORD) =>
  app.call(openSession, { body: { userName: admin.email, password, ...(code ? { code } : {}) } })
const nextStep = () => app.clock.advance(HALF_MINUTE)

/** A church whose owner has the second factor on; the code of this half-minute is used. */
async function buildGuarded(): Promise<{ church: Church; secret: string; codes: string[] }> {
  const church = await app.buildChurch()
  const { body } = await begin(church)
  const confirmed = await confirm(church, body.setup, codeOf(body.secret))
  return { church, secret: body.secret, codes: confirmed.body.recoveryCodes }
}

describe('setting it up', () => {
  test('needs the password and a code of the app, and gives ten recovery codes', async () => {
    const church = await app.buildChurch()
    expect((await begin(church, 'not the password')).body.code).toBe('wrong_credentials')
    const { body } = await begin(church)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Narthex/)
    const state = async () => (await app.call(readSecondFactor, {}, { token: church.admin.token })).body
    expect(await state()).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
    expect((await confirm(church, body.setup, wrongFor(body.secret))).body.code).toBe('wrong_code')
    const confirmed = await confirm(church, body.setup, codeOf(body.secret))
    expect(new Set(confirmed.body.recoveryCodes)).toHaveLength(10)
    expect(await state()).toEqual({ isOn: true, since: expect.any(String), recoveryCodesLeft: 10 })
    expect((await begin(church)).body.code).toBe('second_factor_on')
    nextStep()
    expect((await confirm(church, body.setup, codeOf(body.secret))).body.code).toBe('second_factor_on')
  })

  test('ends the sessions that were opened without it, but for the one that asks', async () => {
    const church = await app.buildChurch()
    const { token } = (await app.call(login, { body: { userName: church.admin.email, password: PASSWORD } })).body
    const { setup, secret } = (await begin(church)).body
    await confirm(church, setup, codeOf(secret))
    const statusOf = async (session: string) => (await app.call(readSecondFactor, {}, { token: session })).status
    expect([await statusOf(church.admin.token), await statusOf(token)]).toEqual([200, 401])
  })

  test('takes neither another one’s setup, nor an old or a changed one', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    const { setup, secret } = (await begin(other)).body
    expect((await confirm(own, setup, codeOf(secret))).body.code).toBe('invalid_token')
    expect((await confirm(other, `${setup.slice(0, -2)}AA`, codeOf(secret))).body.code).toBe('invalid_token')
    app.clock.advance(10 * 60_000)
    expect((await confirm(other, setup, codeOf(secret))).body.code).toBe('invalid_token')
  })

  test('keeps neither the secret nor the codes as they are', async () => {
    const { church, secret, codes } = await buildGuarded()
    const [row] = await app.look(
      `select (select json_agg(a) from account a where tenant_id = $1)::text || (select json_agg(r) from recovery_code r where tenant_id = $1)::text
        || (select json_agg(e) from audit_entry e where tenant_id = $1)::text as all`,
      [church.tenantId],
    )
    for (const text of [secret, ...codes]) expect(String(row?.['all'])).not.toContain(text)
  })
})

describe('signing in', () => {
  test('asks for the code only after the right password', async () => {
    const { church, secret } = await buildGuarded()
    nextStep()
    expect((await open(church, undefined, 'not the password')).body.code).toBe('wrong_credentials')
    expect((await open(church, codeOf(secret), 'not the password')).body.code).toBe('wrong_credentials')
    expect((await open(church)).body.code).toBe('second_factor_needed')
    expect((await open(church, wrongFor(secret))).body.code).toBe('wrong_second_factor')
    expect((await open(church, codeOf(secret))).status).toBe(200)
  })

  test('asks clients of the API too', async () => {
    const { church, secret } = await buildGuarded()
    nextStep()
    const signIn = (code?: string) =>
      app.call(login, { body: { userName: church.admin.email, password: PASSWORD, ...(code ? { code } : {}) } })
    expect((await signIn()).body.code).toBe('second_factor_needed')
    expect((await signIn(codeOf(secret))).body.token).toMatch(/^[\w-]{43}$/)
  })

  test('takes the code of the step before and after, and none of farther away', async () => {
    for (const [steps, status] of [
      [-1, 200],
      [1, 200],
      [-2, 401],
      [2, 401],
    ] as const) {
      const { church, secret } = await buildGuarded()
      app.clock.advance(5 * HALF_MINUTE)
      expect([steps, (await open(church, codeOf(secret, steps))).status]).toEqual([steps, status])
    }
  })

  test('takes a code once, also from five at the same moment, and none of an earlier step after it', async () => {
    const { church, secret } = await buildGuarded()
    app.clock.advance(3 * HALF_MINUTE)
    const replies = await Promise.all(Array.from({ length: 5 }, () => open(church, codeOf(secret))))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect((await open(church, codeOf(secret, -1))).body.code).toBe('wrong_second_factor')
    expect((await open(church, codeOf(secret, 1))).status).toBe(200)
  })

  test('does not take the code that set it up', async () => {
    const { church, secret } = await buildGuarded()
    expect((await open(church, codeOf(secret))).body.code).toBe('wrong_second_factor')
  })

  test('takes a recovery code once, with or without hyphens and capitals', async () => {
    const { church, codes } = await buildGuarded()
    const [first = '', second = ''] = codes
    const replies = await Promise.all(Array.from({ length: 4 }, () => open(church, first)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await open(church, second.replaceAll('-', '').toUpperCase())).status).toBe(200)
    const { body } = await app.call(readSecondFactor, {}, { token: church.admin.token })
    expect(body.recoveryCodesLeft).toBe(8)
    const methods = await app.look(
      `select details ->> 'method' as method from audit_entry where tenant_id = $1 and act = 'account.signed_in' order by at desc limit 1`,
      [church.tenantId],
    )
    expect(methods).toEqual([{ method: 'recovery_code' }])
  })

  test('takes no recovery code of another account', async () => {
    const [one, two] = [await buildGuarded(), await buildGuarded()]
    expect((await open(one.church, two.codes[0])).body.code).toBe('wrong_second_factor')
  })

  test('bears ten wrong codes, also at the same moment', async () => {
    const { church, secret } = await buildGuarded()
    nextStep()
    const replies = await Promise.all(Array.from({ length: 12 }, () => open(church, wrongFor(secret))))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), 429, 429])
    expect((await open(church, codeOf(secret))).status).toBe(429)
  })

  test('in two steps counts as one try', async () => {
    const { church, secret } = await buildGuarded()
    for (let count = 0; count < 12; count += 1) expect((await open(church)).body.code).toBe('second_factor_needed')
    nextStep()
    expect((await open(church, codeOf(secret))).status).toBe(200)
  })
})

describe('switching it off', () => {
  const stop = (church: Church, code: string, password = PASSWORD) =>
    app.call(stopSecondFactor, { body: { password, code } }, { token: church.admin.token })

  test('needs password and code, and leaves nothing of it', async () => {
    const { church, secret, codes } = await buildGuarded()
    nextStep()
    expect((await stop(church, codeOf(secret), 'not the password')).body.code).toBe('wrong_credentials')
    expect((await stop(church, wrongFor(secret))).body.code).toBe('wrong_second_factor')
    expect((await stop(church, codes[0] ?? '')).body).toEqual({ isOn: false })
    expect((await open(church)).status).toBe(200)
    expect(await app.look('select 1 from recovery_code where tenant_id = $1', [church.tenantId])).toEqual([])
  })

  test('recovery codes are renewed the same way, and those before are dead', async () => {
    const { church, secret, codes } = await buildGuarded()
    nextStep()
    const body = { password: PASSWORD, code: codeOf(secret) }
    const renewed = await app.call(renewRecoveryCodes, { body }, { token: church.admin.token })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await open(church, codes[0])).body.code).toBe('wrong_second_factor')
    expect((await open(church, renewed.body.recoveryCodes[0])).status).toBe(200)
  })
})
