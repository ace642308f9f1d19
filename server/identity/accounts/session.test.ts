import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  GRACE_DAYS,
  closeSession,
  getCurrentSignedInUser,
  login,
  openSession,
  readSession,
} from '#contract/identity/session.ts'
import { listGroups } from '#contract/people/groups.ts'
import { listFamilies } from '#contract/people/families.ts'
import { listPeople } from '#contract/people/persons.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

const DAY = 24 * 60 * 60_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const open = ({ admin }: Church, headers: Record<string, string> = {}) =>
  app.call(openSession, { body: { userName: admin.email, password: PASSWORD } }, { headers })

const setCookieOf = (reply: { headers: Headers }): string => reply.headers.get('set-cookie') ?? ''

/** Signs in as the web page does; answers the `Cookie` header of the requests that follow. */
const cookieOf = async (church: Church): Promise<string> => setCookieOf(await open(church)).split(';')[0] ?? ''

const statusOf = async (headers: Record<string, string>): Promise<number> =>
  (await app.call(readSession, {}, { headers })).status

describe('the cookie', () => {
  test('is out of reach of scripts, other sites and other hosts, for 30 days, and the answer holds no token', async () => {
    const reply = await open(await app.buildChurch())
    const [pair = '', ...attributes] = setCookieOf(reply).split('; ')
    expect(pair).toMatch(/^__Host-narthex=[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(JSON.stringify(reply.body)).not.toContain(pair.split('=')[1])
  })

  test('carries no prefix and is not Secure where browsers would then drop it: plain http on another computer', async () => {
    const plain = await startApp({ runJobs: false, env: { PUBLIC_URL: 'http://192.168.1.20:3000' } })
    const { admin } = await plain.buildChurch()
    const reply = await plain.call(openSession, { body: { userName: admin.email, password: PASSWORD } })
    const [pair = '', ...attributes] = setCookieOf(reply).split('; ')
    expect(pair).toMatch(/^narthex=[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
    expect((await plain.call(readSession, {}, { headers: { cookie: pair } })).status).toBe(200)
    await plain.stop()
  })

  test('tells the page who is signed in, and no proxy keeps it', async () => {
    const church = await app.buildChurch()
    await app.look(`insert into people_group (tenant_id, name) values ($1, 'Choir'), ($1, 'Ushers')`, [church.tenantId])
    const other = await app.buildChurch()
    await app.look(`insert into people_group (tenant_id, name) values ($1, 'Elsewhere')`, [other.tenantId])
    const { body, headers } = await app.call(readSession, {}, { headers: { cookie: await cookieOf(church) } })
    expect(body).toMatchObject({
      person: { email: church.admin.email, roles: ['Admin'] },
      church: { id: church.tenantId, groups: 2, currency: 'NGN', currencySymbol: '₦' },
      gate: 'open',
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('gives way to a Bearer token, right or wrong', async () => {
    const [one, other] = [await app.buildChurch(), await app.buildChurch()]
    const headers = { cookie: await cookieOf(one), authorization: `Bearer ${other.admin.token}` }
    expect((await app.call(getCurrentSignedInUser, {}, { headers })).body.tenantId).toBe(other.tenantId)
    expect(await statusOf({ ...headers, authorization: `Bearer ${'a'.repeat(43)}` })).toBe(401)
  })
})

describe('signing out', () => {
  test('kills the token itself and clears the cookie', async () => {
    const cookie = await cookieOf(await app.buildChurch())
    const reply = await app.call(closeSession, {}, { headers: { cookie } })
    expect([reply.status, reply.body]).toEqual([200, { signedOut: true }])
    expect(setCookieOf(reply)).toMatch(/^__Host-narthex=; Max-Age=0; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
    expect(await statusOf({ cookie })).toBe(401)
    expect(await statusOf({ authorization: `Bearer ${cookie.split('=')[1]}` })).toBe(401)
  })

  test('with cookie and Bearer kills both, and no other session of the account', async () => {
    const church = await app.buildChurch()
    const [cookie, kept] = [await cookieOf(church), await cookieOf(church)]
    const headers = { cookie, authorization: `Bearer ${church.admin.token}` }
    await app.call(closeSession, {}, { headers })
    expect([
      await statusOf({ cookie }),
      await statusOf({ authorization: headers.authorization }),
      await statusOf({ cookie: kept }),
    ]).toEqual([401, 401, 200])
  })

  test('is no failure for whoever is not signed in', async () => {
    for (const headers of [{}, { cookie: '__Host-narthex=nonsense' }, { authorization: 'Bearer nonsense' }] as Record<
      string,
      string
    >[])
      expect((await app.call(closeSession, {}, { headers })).status).toBe(200)
  })

  test('happens to the former session when the same browser signs in again', async () => {
    const [one, other] = [await app.buildChurch(), await app.buildChurch()]
    const cookie = await cookieOf(one)
    expect((await open(other, { cookie })).status).toBe(200)
    expect(await statusOf({ cookie })).toBe(401)
  })
})

describe('another site', () => {
  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['another origin, in an old browser', { origin: 'https://evil.example' }],
    ['a sandboxed frame, in an old browser', { origin: 'null' }],
  ])('cannot sign somebody in or out: %s', async (_why, headers: Record<string, string>) => {
    const church = await app.buildChurch()
    const cookie = await cookieOf(church)
    const [signedIn, signedOut] = [
      await open(church, headers),
      await app.call(closeSession, {}, { headers: { ...headers, cookie } }),
    ]
    expect([signedIn, signedOut].map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'cross_site'],
      [403, 'cross_site'],
    ])
    expect(setCookieOf(signedIn)).toBe('')
    expect(await statusOf({ cookie })).toBe(200)
  })

  test('cannot write with our cookie; reading and Bearer are no matter', async () => {
    const church = await app.buildChurch()
    const cookie = await cookieOf(church)
    const write = async (headers: Record<string, string>): Promise<number> =>
      (
        await fetch(`${app.url}/api/Messaging/sendSms`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}',
        })
      ).status
    expect(await write({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await write({ cookie, origin: 'https://evil.example' })).toBe(403)
    expect(await write({ cookie, 'sec-fetch-site': 'same-origin', origin: app.url })).toBe(400)
    expect(await write({ cookie, origin: app.url })).toBe(400)
    expect(await write({ authorization: `Bearer ${church.admin.token}`, 'sec-fetch-site': 'cross-site' })).toBe(400)
    expect(await statusOf({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(200)
  })
})

describe('the next request knows', () => {
  test('that the session is over', async () => {
    const local = await startApp({ runJobs: false })
    const { admin } = await local.buildChurch()
    const status = async (): Promise<number> => (await local.call(readSession, {}, { token: admin.token })).status
    local.clock.advance(30 * DAY - 60_000)
    expect(await status()).toBe(200)
    local.clock.advance(60_000)
    expect(await status()).toBe(401)
    await local.stop()
  })

  test('that a role was taken away', async () => {
    const { tenantId, admin } = await app.buildChurch()
    expect((await app.call(listPeople, { query: {} }, { token: admin.token })).status).toBe(200)
    await app.look(`update account set roles = '{FinancialAccount}' where tenant_id = $1`, [tenantId])
    const refused = await app.call(listPeople, { query: {} }, { token: admin.token })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
    const { body } = await app.call(readSession, {}, { token: admin.token })
    expect(body.abilities).toEqual(['billing.read', 'billing.manage', 'reports.read'])
  })

  test('that the subscription ran out, and that it was renewed', async () => {
    const { tenantId, admin } = await app.buildChurch()
    const expire = (day: string) =>
      app.look(`update subscription set expires_on = ${day} where tenant_id = $1`, [tenantId])
    await expire(`'2020-02-29'`)
    const refused = await app.call(listFamilies, { query: {} }, { token: admin.token })
    expect([refused.status, refused.body.code]).toEqual([402, 'subscription_expired'])
    expect((await app.call(listGroups, {}, { token: admin.token })).status).toBe(200)
    expect((await app.call(readSession, {}, { token: admin.token })).body).toMatchObject({
      gate: 'expired',
      church: { expiresOn: '2020-02-29' },
    })
    expect((await app.call(getCurrentSignedInUser, {}, { token: admin.token })).body.subStatus).toBe('Expired')
    expect((await app.call(login, { body: { userName: admin.email, password: PASSWORD } })).body.subStatus).toBe(
      'Expired',
    )
    await expire(`'2099-01-01'`)
    expect((await app.call(listPeople, { query: {} }, { token: admin.token })).status).toBe(200)
  })

  test('that there are more people than the plan allows', async () => {
    const { tenantId, admin } = await app.buildChurch()
    await app.look(
      `update subscription set membership_size = (select people from church_size where tenant_id = $1) where tenant_id = $1`,
      [tenantId],
    )
    expect((await app.call(listPeople, { query: {} }, { token: admin.token })).status).toBe(200)
    await app.look(`insert into person (tenant_id, first_name, sort_name) values ($1, 'Bola', 'bola')`, [tenantId])
    const standing = async () => (await app.call(readSession, {}, { token: admin.token })).body
    expect(await standing()).toMatchObject({ gate: 'open', grace: { daysLeft: GRACE_DAYS } })
    await app.look(`update church_size set over_since = now() - interval '16 days' where tenant_id = $1`, [tenantId])
    const refused = await app.call(listFamilies, { query: {} }, { token: admin.token })
    expect([refused.status, refused.body.code]).toEqual([402, 'member_capacity_exceeded'])
    expect(await standing()).toMatchObject({ gate: 'over_capacity', grace: null })
    // Room is made while the gate is shut.
    expect((await app.call(listPeople, { query: {} }, { token: admin.token })).status).toBe(200)
    expect((await app.call(getCurrentSignedInUser, {}, { token: admin.token })).body.subStatus).toBe('Active')
  })

  test('that the account is gone', async () => {
    const { tenantId, admin } = await app.buildChurch()
    await app.look('delete from account where tenant_id = $1', [tenantId])
    expect(await statusOf({ authorization: `Bearer ${admin.token}` })).toBe(401)
  })
})
