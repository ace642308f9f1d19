import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgotPassword, getCurrentSignedInUser, login, resetPassword } from '#contract/identity/session.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { mailsTo, newestMail } from '../../test-kit/inbox.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { createStaff } from './accounts.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { sendResetMail } from './reset-password.ts'

const HOUR = 60 * 60_000
const NEW_PASSWORD = 'a better morning'

let app: TestApp
let networks = 0
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: 'yes' } })
})
afterAll(() => app.stop())

const newNetwork = (): string => `203.0.113.${(networks += 1)}`
const forget = (email: string, network = newNetwork()) =>
  app.call(forgotPassword, { params: { email } }, { headers: { 'x-forwarded-for': network } })
const reset = (token: string, password = NEW_PASSWORD) => app.call(resetPassword, { body: { token, password } })
const signIn = (userName: string, password: string) => app.call(login, { body: { userName, password } })
const isSignedIn = async (token: string) => (await app.call(getCurrentSignedInUser, {}, { token })).status === 200

/** Jobs that were put in for the church, done or not. */
const jobsOf = ({ tenantId }: Church) =>
  app.look(`select data from pgboss.job where name = 'identity.send-reset-mail' and data ->> 'tenantId' = $1`, [
    tenantId,
  ])

const tokenIn = (text: string): string => /#token=([\w-]{43})\b/.exec(text)?.[1] ?? ''

/** Asks for a link and takes the token out of the mail. */
async function askForToken({ admin }: Church, ip = newNetwork()): Promise<string> {
  const before = (await mailsTo(app.sandboxUrl, admin.email)).length
  await forget(admin.email, ip)
  return tokenIn((await newestMail(app.sandboxUrl, admin.email, before + 1)).text)
}

/** Another account of the same church, signed in. */
async function addColleague({ tenantId }: Church): Promise<Church['admin']> {
  const email = `colleague-${tenantId}@church.example`
  const [person] = await app.look(
    `insert into person (tenant_id, first_name, sort_name) values ($1, 'Bola', 'bola') returning id`,
    [tenantId],
  )
  const passwordHash = await hashPassword(PASSWORD)
  await app.server.context.database.withTenant(tenantId, (tx) =>
    createStaff(
      tx,
      { tenantId, personId: String(person?.['id']), email, passwordHash, roles: ['FollowUp'] },
      app.clock.now(),
    ),
  )
  return { email, password: PASSWORD, token: (await signIn(email, PASSWORD)).body.token }
}

describe('asking for a link', () => {
  test('is answered alike, and waits for the same pad, for a known and an unknown address', async () => {
    const { admin } = await app.buildChurch()
    const ask = async (email: string) => {
      const waited = app.waitedPads.length
      const { status, body, headers } = await forget(email)
      return { status, body, names: [...headers.keys()].sort(), pads: app.waitedPads.slice(waited) }
    }
    const [known, unknown] = [await ask(admin.email), await ask('nobody@nowhere.example')]
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ status: 200, pads: [250] })
  })

  test('mails a link whose token stands behind the #, in both parts, to the address as it is kept', async () => {
    const church = await app.buildChurch()
    await forget(` ${church.admin.email.toUpperCase()}`)
    const mail = await newestMail(app.sandboxUrl, church.admin.email)
    expect(mail.subject).toBe('Reset your password')
    expect(mail.text).toMatch(new RegExp(`^${app.url}/reset#token=[\\w-]{43}$`, 'm'))
    expect(tokenIn(mail.html)).toBe(tokenIn(mail.text))
  })

  test('keeps the token out of the job and, unhashed, out of the database', async () => {
    const church = await app.buildChurch()
    const token = await askForToken(church)
    const [job] = await jobsOf(church)
    expect(Object.keys(job?.['data'] as object).sort()).toEqual(['accountId', 'tenantId'])
    const stored = await app.look(
      `select (select json_agg(r) from password_reset r)::text || (select json_agg(j) from pgboss.job j)::text as all`,
    )
    expect(String(stored[0]?.['all'])).not.toContain(token)
  })

  test('sends at most three mails an hour to an address, and does not say so', async () => {
    const church = await app.buildChurch()
    const replies = []
    for (let ask = 0; ask < 5; ask += 1) replies.push(await forget(church.admin.email))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1)
    expect(await jobsOf(church)).toHaveLength(3)
    app.clock.advance(HOUR)
    await forget(church.admin.email)
    expect(await jobsOf(church)).toHaveLength(4)
  })

  test('is refused to a network that asks more than twenty times an hour', async () => {
    const network = newNetwork()
    const replies = await Promise.all(
      Array.from({ length: 21 }, (_, index) => forget(`ask${index}@nowhere.example`, network)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(200), 429])
  })

  test('reaches every church of the address, each with its own link', async () => {
    const [one, other] = [await app.buildChurch(), await app.buildChurch()]
    await app.look('update account set email = $1, email_key = $1 where tenant_id = $2', [
      one.admin.email,
      other.tenantId,
    ])
    await app.look('select tidy_directory(now())')
    await forget(one.admin.email)
    expect([(await jobsOf(one)).length, (await jobsOf(other)).length]).toEqual([1, 1])
  })
})

describe('the link', () => {
  test('sets the password and ends every session of the account, and of no other', async () => {
    const [church, neighbour] = [await app.buildChurch(), await app.buildChurch()]
    const second = await signIn(church.admin.email, PASSWORD)
    const reply = await reset(await askForToken(church))
    expect(reply.status).toBe(200)
    expect(await Promise.all([church.admin.token, second.body.token, neighbour.admin.token].map(isSignedIn))).toEqual([
      false,
      false,
      true,
    ])
    expect((await signIn(church.admin.email, PASSWORD)).status).toBe(401)
    expect((await signIn(church.admin.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('leaves the link and the sessions of a colleague alone', async () => {
    const church = await app.buildChurch()
    const colleague = await addColleague(church)
    const [own, theirs] = [await askForToken(church), await askForToken({ ...church, admin: colleague })]
    expect((await reset(own)).status).toBe(200)
    expect(await isSignedIn(colleague.token)).toBe(true)
    expect((await reset(theirs)).status).toBe(200)
  })

  test('works once, also for ten at the same moment', async () => {
    const church = await app.buildChurch()
    const token = await askForToken(church)
    const passwords = Array.from({ length: 10 }, (_, index) => `the morning of day ${index} again`)
    const replies = await Promise.all(passwords.map((password) => reset(token, password)))
    const statuses = replies.map(({ status }) => status)
    expect([...statuses].sort()).toEqual([200, ...Array<number>(9).fill(400)])
    expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'invalid_token']))
    expect((await signIn(church.admin.email, passwords[statuses.indexOf(200)] ?? '')).status).toBe(200)
  })

  test('is dead once another was sent', async () => {
    const church = await app.buildChurch()
    const [older, newer] = [await askForToken(church), await askForToken(church)]
    expect((await reset(older)).body.code).toBe('invalid_token')
    expect((await reset(newer)).status).toBe(200)
  })

  test('is dead after an hour', async () => {
    const token = await askForToken(await app.buildChurch())
    app.clock.advance(HOUR)
    expect((await reset(token)).body.code).toBe('invalid_token')
  })

  test('survives a weak password', async () => {
    const church = await app.buildChurch()
    const token = await askForToken(church)
    for (const weak of ['password123', church.admin.email])
      expect((await reset(token, weak)).body.code).toBe('weak_password')
    expect((await reset(token, 'short')).body).toMatchObject({
      code: 'invalid_input',
      fields: { password: expect.any(String) },
    })
    expect(await isSignedIn(church.admin.token)).toBe(true)
    expect((await reset(token)).status).toBe(200)
  })

  test.each(['', 'x', 'a'.repeat(43), '../../etc/passwd', `${'a'.repeat(42)}'`])(
    'is refused when made up: "%s"',
    async (token) => {
      const { status, body } = await reset(token)
      expect([status, body.code]).toEqual([400, token === '' ? 'invalid_input' : 'invalid_token'])
    },
  )

  test('lets in whoever was locked out by wrong guesses', async () => {
    const church = await app.buildChurch()
    await Promise.all(Array.from({ length: 10 }, () => signIn(church.admin.email, 'not the password')))
    expect((await signIn(church.admin.email, PASSWORD)).status).toBe(429)
    await reset(await askForToken(church))
    expect((await signIn(church.admin.email, NEW_PASSWORD)).status).toBe(200)
  })
})

test('the job done again, also at the same moment, leaves one live token', async () => {
  const { tenantId } = await app.buildChurch()
  const [account] = await app.look('select id from account where tenant_id = $1', [tenantId])
  const ids = { tenantId, accountId: String(account?.['id']) }
  await Promise.all(Array.from({ length: 5 }, () => sendResetMail(app.server.context, ids)))
  expect(await app.look('select 1 from password_reset where tenant_id = $1', [tenantId])).toHaveLength(1)
})
