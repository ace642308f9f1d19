import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCurrentSignedInUser, login } from '#contract/identity/session.ts'
import { PASSWORD } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { takeAttempt } from '../rate-limits/rate-limits.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { sweep } from '../sessions/session-store.ts'

const MINUTE = 60_000
const WRONG = 'not the password'

let app: TestApp
let networks = 0
beforeAll(async () => {
  // Each test comes from a network of its own, as a proxy would say.
  app = await startApp({ runJobs: false, env: { TRUST_PROXY: 'yes' } })
})
afterAll(() => app.stop())

const newNetwork = (): string => `198.51.100.${(networks += 1)}`

const signIn = (userName: string, password: string, network: string) =>
  app.call(login, { body: { userName, password } }, { headers: { 'x-forwarded-for': network } })

const statusesOf = async (replies: Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(replies)).map(({ status }) => status).sort()

describe('the right password', () => {
  test('opens a session for 30 days, answered flat', async () => {
    const { admin } = await app.buildChurch()
    const from = app.clock.now().getTime()
    const reply = await signIn(admin.email, PASSWORD, newNetwork())
    expect(reply.status).toBe(200)
    const { token, expiryTime, ...rest } = reply.body
    expect(token).toMatch(/^[\w-]{43}$/)
    const opened = Date.parse(expiryTime) - 30 * 24 * 60 * MINUTE
    expect([from <= opened, opened <= app.clock.now().getTime()]).toEqual([true, true])
    expect(rest).toEqual({ roles: ['Admin'], subStatus: 'Active', isVerified: true, churchSize: expect.any(Number) })
    expect((await app.call(getCurrentSignedInUser, {}, { token })).body.email).toBe(admin.email)
  })

  test('is enough with the address in other letters and with spaces around it', async () => {
    const { admin } = await app.buildChurch()
    expect((await signIn(`  ${admin.email.toUpperCase()} `, PASSWORD, newNetwork())).status).toBe(200)
  })

  test('is kept neither as it is, nor is the token', async () => {
    const { admin } = await app.buildChurch()
    const { body } = await signIn(admin.email, PASSWORD, newNetwork())
    const stored = await app.look(
      'select (select json_agg(a) from account a)::text || (select json_agg(s) from session s)::text as all',
    )
    expect(String(stored[0]?.['all'])).not.toContain(PASSWORD)
    expect(String(stored[0]?.['all'])).not.toContain(body.token)
  })

  test('decides between two churches of one address; where both have it, the older account is meant', async () => {
    const [first, second] = [await app.buildChurch(), await app.buildChurch()]
    await app.look('update account set email = $1, email_key = $1 where tenant_id = $2', [
      first.admin.email,
      second.tenantId,
    ])
    await app.look('select tidy_directory(now())')
    const userOf = async () => {
      const { body } = await signIn(first.admin.email, PASSWORD, newNetwork())
      return (await app.call(getCurrentSignedInUser, {}, { token: body.token })).body.tenantId
    }
    expect(await userOf()).toBe(first.tenantId)
    await app.look('update account set password_hash = $1 where tenant_id = $2', [
      await hashPassword('another morning'),
      first.tenantId,
    ])
    expect(await userOf()).toBe(second.tenantId)
  })

  test('a body cannot choose the church or the roles', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    await app.look(`update account set roles = '{Reports}' where tenant_id = $1`, [own.tenantId])
    const body = { userName: own.admin.email, password: PASSWORD, tenantId: other.tenantId, roles: ['Admin'] }
    const reply = await app.call(login, { body }, { headers: { 'x-forwarded-for': newNetwork() } })
    expect(reply.body.roles).toEqual(['Reports'])
    expect((await app.call(getCurrentSignedInUser, {}, { token: reply.body.token })).body.tenantId).toBe(own.tenantId)
  })
})

describe('a refusal', () => {
  test('is the same, and waits for the same pad, whether the address is known or not', async () => {
    const { admin } = await app.buildChurch()
    const refuse = async (userName: string) => {
      const waited = app.waitedPads.length
      const { status, body, headers } = await signIn(userName, WRONG, newNetwork())
      const names = [...headers.keys()].sort()
      return { status, body, names, pads: app.waitedPads.slice(waited) }
    }
    const [known, unknown] = [await refuse(admin.email), await refuse('nobody@nowhere.example')]
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ status: 401, body: { code: 'wrong_credentials' }, pads: [250] })
  })

  test('comes after ten tries in 15 minutes even for the right password, says when to come back, and ends', async () => {
    const { admin } = await app.buildChurch()
    const network = newNetwork()
    expect(await statusesOf(Array.from({ length: 10 }, () => signIn(admin.email, WRONG, network)))).toEqual(
      Array(10).fill(401),
    )
    app.clock.advance(5 * MINUTE)
    const refused = await signIn(admin.email, PASSWORD, network)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_tries'])
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(9 * 60)
    expect(seconds).toBeLessThanOrEqual(10 * 60)
    app.clock.advance(seconds * 1000)
    expect((await signIn(admin.email, PASSWORD, network)).status).toBe(200)
  })

  test('of a stranger shuts out nobody elsewhere, and of many networks together it ends too', async () => {
    const { admin } = await app.buildChurch()
    const stranger = newNetwork()
    await Promise.all(Array.from({ length: 12 }, () => signIn(admin.email, WRONG, stranger)))
    expect((await signIn(admin.email, PASSWORD, newNetwork())).status).toBe(200)
    await app.server.context.database.withoutTenant(async (tx) => {
      for (let tries = 0; tries < 200; tries += 1)
        await takeAttempt(tx, { kind: 'signInAccountAll', who: admin.email }, app.clock.now())
    })
    expect((await signIn(admin.email, PASSWORD, newNetwork())).status).toBe(429)
  })

  test('comes as early for an address that nobody has', async () => {
    const network = newNetwork()
    const replies = Array.from({ length: 11 }, () => signIn('ghost@nowhere.example', WRONG, network))
    expect(await statusesOf(replies)).toEqual([...Array<number>(10).fill(401), 429])
  })

  test('counts tries made at the same moment', async () => {
    const { admin } = await app.buildChurch()
    const network = newNetwork()
    const replies = Array.from({ length: 20 }, () => signIn(admin.email, WRONG, network))
    expect(await statusesOf(replies)).toEqual([...Array<number>(10).fill(401), ...Array<number>(10).fill(429)])
  })

  test('hits the account alone, not others behind the same network', async () => {
    const [tried, other] = [await app.buildChurch(), await app.buildChurch()]
    const network = newNetwork()
    await statusesOf(Array.from({ length: 11 }, () => signIn(tried.admin.email, WRONG, network)))
    expect((await signIn(other.admin.email, PASSWORD, network)).status).toBe(200)
  })

  test('starts counting anew after the right password', async () => {
    const { admin } = await app.buildChurch()
    const network = newNetwork()
    await statusesOf(Array.from({ length: 9 }, () => signIn(admin.email, WRONG, network)))
    expect((await signIn(admin.email, PASSWORD, network)).status).toBe(200)
    expect(await statusesOf(Array.from({ length: 10 }, () => signIn(admin.email, WRONG, network)))).toEqual(
      Array(10).fill(401),
    )
  })

  test('comes for a network after fifty wrong tries at any accounts; right ones do not count', async () => {
    const { admin } = await app.buildChurch()
    let guesses = 0
    const guess = async (times: number) => {
      const statuses = new Set<number>()
      for (let time = 0; time < times; time += 1)
        statuses.add((await signIn(`guess${(guesses += 1)}@nowhere.example`, WRONG, '2001:db8:1:1::1')).status)
      return [...statuses]
    }
    expect(await guess(25)).toEqual([401])
    expect(await statusesOf(Array.from({ length: 5 }, () => signIn(admin.email, PASSWORD, '2001:db8:1:1::2')))).toEqual(
      Array(5).fill(200),
    )
    expect(await guess(25)).toEqual([401])
    expect((await signIn(admin.email, PASSWORD, '2001:db8:1:1:ffff::3')).status).toBe(429)
    expect((await signIn(admin.email, PASSWORD, '2001:db8:1:2::1')).status).toBe(200)
  })
})

test('counted tries name nobody, and are swept away', async () => {
  const { admin } = await app.buildChurch()
  await signIn(admin.email, WRONG, newNetwork())
  const rows = await app.look('select key from rate_limit')
  expect(rows.length).toBeGreaterThan(0)
  for (const { key } of rows) expect([(key as Buffer).length, (key as Buffer).includes('church')]).toEqual([32, false])
  app.clock.advance(25 * 60 * MINUTE)
  await app.server.context.database.withoutTenant((tx) => sweep(tx, app.clock.now()))
  expect(await app.look('select 1 from rate_limit')).toEqual([])
})
