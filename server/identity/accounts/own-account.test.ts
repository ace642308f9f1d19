import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePassword, endOtherSessions, endSession, listSessions } from '#contract/identity/account.ts'
import { login, openSession, readSession } from '#contract/identity/session.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

const MINUTE = 60_000
const NEW_PASSWORD = 'a harmattan evening'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false, env: { TRUST_PROXY: 'yes' } })
})
afterAll(() => app.stop())

const signIn = async ({ admin }: Church, headers: Record<string, string> = {}, password = PASSWORD) =>
  app.call(login, { body: { userName: admin.email, password } }, { headers })
const sessionsOf = async (token: string) => (await app.call(listSessions, {}, { token })).body
const statusOf = async (token: string) => (await app.call(readSession, {}, { token })).status

describe('the sessions', () => {
  test('tell device and network address, and which one this is', async () => {
    const church = await app.buildChurch()
    const { body } = await signIn(church, { 'user-agent': PHONE, 'x-forwarded-for': '203.0.113.9' })
    const rows = await sessionsOf(church.admin.token)
    expect(rows).toHaveLength(2)
    expect(rows.find(({ isCurrent }) => !isCurrent)).toMatchObject({ device: 'Chrome on Android', ip: '203.0.113.9' })
    expect((await sessionsOf(body.token)).find(({ isCurrent }) => isCurrent)?.device).toBe('Chrome on Android')
  })

  test('come with no address where a client made one up', async () => {
    const church = await app.buildChurch()
    const { body } = await signIn(church, { 'x-forwarded-for': 'not an address' })
    const rows = await sessionsOf(body.token)
    expect(rows.find(({ isCurrent }) => isCurrent)?.ip).toBeNull()
  })

  test('know within ten minutes when they were last used, and so does the church', async () => {
    const church = await app.buildChurch()
    const seenAt = async () => {
      const [row] = await app.look(
        `select s.last_seen_at, a.last_seen_at as account, c.last_active_at as church
         from session s join account a on a.id = s.account_id join church c on c.tenant_id = s.tenant_id
         where s.tenant_id = $1`,
        [church.tenantId],
      )
      return row as Record<string, Date | null>
    }
    expect(await statusOf(church.admin.token)).toBe(200)
    const first = await until(async () => ((await seenAt())['last_seen_at'] ? seenAt() : null))
    expect([first['account'], first['church']]).toEqual([first['last_seen_at'], first['last_seen_at']])
    app.clock.advance(5 * MINUTE)
    await statusOf(church.admin.token)
    app.clock.advance(6 * MINUTE)
    await Promise.all(Array.from({ length: 12 }, () => statusOf(church.admin.token)))
    const second = await until(async () => {
      const now = await seenAt()
      return now['church']?.getTime() === first['church']?.getTime() ? null : now
    })
    const minutes = (Number(second['church']) - Number(first['church'])) / MINUTE
    expect(minutes).toBeGreaterThanOrEqual(11)
    expect(second['last_seen_at']).toEqual(second['church'])
  })

  test('end one by one, at the next request', async () => {
    const church = await app.buildChurch()
    const { body } = await signIn(church)
    const other = (await sessionsOf(church.admin.token)).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    const end = () => app.call(endSession, { params: { id: other } }, { token: church.admin.token })
    expect((await end()).body).toEqual({ ended: true })
    expect([await statusOf(body.token), await statusOf(church.admin.token)]).toEqual([401, 200])
    expect((await end()).body.code).toBe('not_found')
  })

  test('end all but this one', async () => {
    const church = await app.buildChurch()
    const others = [await signIn(church), await signIn(church)]
    const end = () => app.call(endOtherSessions, {}, { token: church.admin.token })
    expect((await end()).body).toEqual({ ended: 2 })
    expect((await end()).body).toEqual({ ended: 0 })
    for (const { body } of others) expect(await statusOf(body.token)).toBe(401)
    expect(await statusOf(church.admin.token)).toBe(200)
    expect(
      await app.look(`select details from audit_entry where tenant_id = $1 and act = 'account.sessions_ended'`, [
        church.tenantId,
      ]),
    ).toEqual([{ details: { sessions: 2 } }])
  })

  test('of other people, in this church or another, are not there', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    const colleague = await addColleague(app, own)
    const ids = [(await sessionsOf(colleague.token))[0]?.id ?? '', (await sessionsOf(other.admin.token))[0]?.id ?? '']
    const replies = await Promise.all(
      [...ids, UNKNOWN].map((id) => app.call(endSession, { params: { id } }, { token: own.admin.token })),
    )
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1)
    expect(replies[0]?.body.code).toBe('not_found')
    expect([await statusOf(colleague.token), await statusOf(other.admin.token)]).toEqual([200, 200])
  })
})

describe('the password', () => {
  const change = (token: string, current: string, password = NEW_PASSWORD) =>
    app.call(changePassword, { body: { current, password } }, { token })

  test('is changed with the present one, and all other sessions end', async () => {
    const church = await app.buildChurch()
    const { body } = await signIn(church)
    expect((await change(church.admin.token, PASSWORD)).body).toEqual({ changed: true })
    expect([await statusOf(body.token), await statusOf(church.admin.token)]).toEqual([401, 200])
    expect([(await signIn(church)).status, (await signIn(church, {}, NEW_PASSWORD)).status]).toEqual([401, 200])
  })

  test('stays when the present one is wrong, and a weak one is refused', async () => {
    const church = await app.buildChurch()
    expect((await change(church.admin.token, 'not the password')).body.code).toBe('wrong_credentials')
    for (const weak of ['password123', church.admin.email, 'Grace Chapel', 'Ada Admin 1'])
      expect((await change(church.admin.token, PASSWORD, weak)).body.code).toMatch(/weak_password|invalid_input/)
    expect((await signIn(church)).status).toBe(200)
  })

  test('is guessed ten times at most, also at the same moment', async () => {
    const church = await app.buildChurch()
    const replies = await Promise.all(Array.from({ length: 12 }, () => change(church.admin.token, 'not the password')))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), 429, 429])
    expect((await change(church.admin.token, PASSWORD)).status).toBe(429)
  })
})

describe('a password that opens several churches', () => {
  async function buildTwins(): Promise<[Church, Church]> {
    const [one, two] = [await app.buildChurch(), await app.buildChurch()]
    await app.look('update account set email = $1, email_key = $1 where tenant_id = $2', [
      one.admin.email,
      two.tenantId,
    ])
    await app.look('select tidy_directory(now())')
    await app.look(`update church set name = 'Hope Church' where tenant_id = $1`, [two.tenantId])
    return [one, two]
  }
  const open = ({ admin }: Church, tenantId?: string, password = PASSWORD) =>
    app.call(openSession, { body: { userName: admin.email, password, ...(tenantId ? { tenantId } : {}) } })

  test('lets choose, and takes the chosen one', async () => {
    const [one, two] = await buildTwins()
    const asked = await open(one)
    expect([asked.status, asked.body.code]).toEqual([409, 'choose_church'])
    expect(asked.body.fields).toEqual({ [one.tenantId]: 'Grace Chapel', [two.tenantId]: 'Hope Church' })
    for (const { tenantId } of [one, two]) expect((await open(one, tenantId)).body.church.id).toBe(tenantId)
  })

  test('tells nothing without the password, and opens no other church', async () => {
    const [one] = await buildTwins()
    const stranger = await app.buildChurch()
    expect((await open(one, undefined, 'not the password')).body).not.toHaveProperty('fields')
    expect((await open(one, stranger.tenantId)).body.code).toBe('wrong_credentials')
  })

  test('is not used up by asking', async () => {
    const [one, two] = await buildTwins()
    for (let count = 0; count < 12; count += 1) expect((await open(one)).status).toBe(409)
    expect((await open(one, two.tenantId)).status).toBe(200)
  })
})
