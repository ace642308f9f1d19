import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closeFamilySession,
  familyLogin,
  openFamilySession,
  readDoor,
  readDoorLogo,
  readFamilySession,
} from '#contract/checkin/door.ts'
import { archivePeople } from '#contract/people/changes.ts'
import { claimSlug, takeAttempt } from '../../../identity/index.ts'
import { buildFamily, type Family } from '../../../test-kit/build-family.ts'
import { PASSWORD, type Church } from '../../../test-kit/build-church.ts'
import { addressOf } from '../../../test-kit/call.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { sweepGuardians } from './session-store.ts'

let app: TestApp
let church: Church
let networks = 0
beforeAll(async () => {
  app = await startApp({ runJobs: false, env: { TRUST_PROXY: 'yes' } })
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const DAY = 24 * 60 * 60_000
const newNetwork = (): string => `203.0.113.${(networks += 1)}`
const signIn = (userName: string, password = PASSWORD, given: { tenantId?: string; network?: string } = {}) =>
  app.call(
    openFamilySession,
    { body: { userName, password, tenantId: given.tenantId } },
    { headers: { 'x-forwarded-for': given.network ?? newNetwork() } },
  )
const login = (body: object) =>
  app.call(familyLogin, { body: { password: PASSWORD, ...body } }, { headers: { 'x-forwarded-for': newNetwork() } })
const isSignedIn = async ({ token }: { token: string }) =>
  (await app.call(readFamilySession, {}, { token })).status === 200

/** Lets a guardian of one church have the sign-in of another's. */
async function shareAddress(one: Family, other: Family): Promise<void> {
  await app.look('update guardian_account set email = $1, email_key = $1, phone = $2 where person_id = $3', [
    one.email,
    one.phone,
    other.parentId,
  ])
  await app.look('select tidy_directory(now())')
}

describe('signing in', () => {
  test.each(['email', 'phone'] as const)('works by %s, with the church and without', async (by) => {
    const family = await buildFamily(app, church)
    expect((await signIn(family[by])).status).toBe(200)
    expect((await signIn(family[by], PASSWORD, { tenantId: church.tenantId })).status).toBe(200)
  })

  test('by a number as it is dialled at home works without the church, in every country of churches', async () => {
    const abroad = await app.buildChurch({ isoCode: 'US', currency: 'USD', timeZone: 'America/New_York' })
    const american = await buildFamily(app, abroad)
    await app.look(`update guardian_account set phone = '+12125550123' where person_id = $1`, [american.parentId])
    await app.look('select tidy_directory(now())')
    const { body } = await login({ phoneNumber: '(212) 555-0123' })
    expect(body).toMatchObject({ personID: american.parentId, login: { result: { statusCode: 200 } } })
    const nigerian = await buildFamily(app, church)
    const { body: second } = await login({ phoneNumber: nigerian.phone.replace('+234', '0') })
    expect(second.personID).toBe(nigerian.parentId)
  })

  test('with a wrong password is answered like an unknown address, and waits for the same pad', async () => {
    const { email } = await buildFamily(app, church)
    const ask = async (userName: string, tenantId?: string) => {
      const waited = app.waitedPads.length
      const { status, body } = await signIn(userName, 'not the password', tenantId ? { tenantId } : {})
      return { status, body, pads: app.waitedPads.slice(waited) }
    }
    const answers = [
      await ask(email),
      await ask(email, church.tenantId),
      await ask('nobody@nowhere.example'),
      await ask('nobody@nowhere.example', church.tenantId),
      await ask(email, '0193b0e5-0000-7000-8000-000000000000'),
      await ask('+2348039999999'),
      await ask('neither'),
    ]
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 401, pads: [250] })
  })

  test('with several churches asks which, and existing clients get the oldest', async () => {
    const [one, other] = [await app.buildChurch(), await app.buildChurch()]
    const families = [await buildFamily(app, one), await buildFamily(app, other)] as const
    await shareAddress(...families)
    const asked = await signIn(families[0].email)
    expect([asked.status, asked.body.code]).toEqual([409, 'choose_church'])
    expect(asked.body.fields).toEqual({ [one.tenantId]: 'Grace Chapel', [other.tenantId]: 'Grace Chapel' })
    const chosen = await signIn(families[0].email, PASSWORD, { tenantId: other.tenantId })
    expect(chosen.body.person.id).toBe(families[1].parentId)
    expect((await login({ email: families[0].email })).body.personID).toBe(families[0].parentId)
    expect((await login({ email: families[0].email, tenantId: other.tenantId })).body.personID).toBe(
      families[1].parentId,
    )
  })

  test('is refused after ten wrong tries on one account, for the right password too', async () => {
    const { email } = await buildFamily(app, church)
    const network = newNetwork()
    await Promise.all(Array.from({ length: 10 }, () => signIn(email, 'not the password', { network })))
    expect((await signIn(email, PASSWORD, { network })).status).toBe(429)
    // A stranger elsewhere shuts nobody out.
    expect((await signIn(email)).status).toBe(200)
    await Promise.all(Array.from({ length: 10 }, () => signIn(email, 'not the password', { network })))
    app.clock.advance(16 * 60_000)
    expect((await signIn(email, PASSWORD, { network })).status).toBe(200)
  })

  test('is refused to a network that tries many addresses', async () => {
    const network = newNetwork()
    await app.server.context.database.withoutTenant(async (tx) => {
      for (let tries = 0; tries < 99; tries += 1)
        await takeAttempt(tx, { kind: 'guardianSignInAddress', who: network }, app.clock.now())
    })
    expect((await signIn('one@nowhere.example', 'x', { network })).status).toBe(401)
    expect((await signIn('two@nowhere.example', 'x', { network })).status).toBe(429)
  })

  test('from another site is refused', async () => {
    const { email } = await buildFamily(app, church)
    const reply = await app.call(
      openFamilySession,
      { body: { userName: email, password: PASSWORD } },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(reply.body.code).toBe('cross_site')
  })
})

describe('a session', () => {
  test('lasts thirty days and is swept then', async () => {
    const family = await buildFamily(app, church)
    app.clock.advance(30 * DAY - 60_000)
    expect(await isSignedIn(family)).toBe(true)
    app.clock.advance(120_000)
    expect(await isSignedIn(family)).toBe(false)
    await app.server.context.database.withoutTenant((tx) => sweepGuardians(tx, app.clock.now()))
    expect(
      await app.look(
        `select 1 from guardian_session s join guardian_account a on a.id = s.account_id where a.person_id = $1`,
        [family.parentId],
      ),
    ).toEqual([])
  })

  test('is dead after signing out, by cookie and by token', async () => {
    const family = await buildFamily(app, church)
    const { headers } = await signIn(family.email)
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const out = await app.call(closeFamilySession, {}, { token: family.token, headers: { cookie } })
    expect([out.status, out.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/narthex-family=;/)])
    expect(await isSignedIn(family)).toBe(false)
    expect((await app.call(readFamilySession, {}, { headers: { cookie } })).status).toBe(401)
  })

  test('is kept as a hash only', async () => {
    const { token } = await buildFamily(app, church)
    const [stored] = await app.look('select json_agg(s)::text as all from guardian_session s')
    expect(stored?.['all']).not.toContain(token)
  })

  test('ends when the church archives the person, who signs in again only when they are back', async () => {
    const church = await app.buildChurch()
    const family = await buildFamily(app, church)
    const options = { token: church.admin.token }
    const { body } = await app.call(archivePeople, { body: { people: { ids: [family.parentId] } } }, options)
    expect(body.people).toBe(1)
    expect(await isSignedIn(family)).toBe(false)
    expect((await signIn(family.email)).status).toBe(401)
    expect((await login({ email: family.email })).body.login.result.statusCode).toBe(401)
    await app.look('update person set archived_at = null where id = $1', [family.parentId])
    expect(await isSignedIn(family)).toBe(false)
    expect((await signIn(family.email)).status).toBe(200)
  })
})

describe('the door', () => {
  test('tells a church by its slug, the present one and former ones, in any case', async () => {
    const own = await app.buildChurch()
    for (const slug of ['old-name', 'new-name'])
      await app.server.context.database.withTenant(own.tenantId, (tx) => claimSlug(tx, slug))
    for (const slug of ['new-name', 'old-name', 'New-Name']) {
      const { status, body } = await app.call(readDoor, { params: { slug } })
      expect([status, body]).toEqual([
        200,
        {
          id: own.tenantId,
          name: 'Grace Chapel',
          slug: 'new-name',
          logoUrl: null,
          isoCode: 'NG',
          timeZone: 'Africa/Lagos',
          gate: 'open',
        },
      ])
    }
    expect((await app.call(readDoor, { params: { slug: 'nobody-has-it' } })).status).toBe(404)
    expect((await fetch(app.url + addressOf(readDoorLogo, { params: { slug: 'new-name' } }))).status).toBe(404)
  })

  test.each([
    ['expired', { expiresOn: '2026-01-01' }],
    ['over_capacity', { membershipSize: 1, people: [{ firstName: 'Bisi' }], isPastGrace: true }],
  ])('says before anything is typed that no family can sign up now: %s', async (gate, plan) => {
    const shut = await app.buildChurch(plan)
    const slug = `shut-${gate.replace('_', '-')}`
    await app.server.context.database.withTenant(shut.tenantId, (tx) => claimSlug(tx, slug))
    expect((await app.call(readDoor, { params: { slug } })).body).toMatchObject({ id: shut.tenantId, gate })
  })

  test('shows the logo to anybody', async () => {
    const own = await app.buildChurch()
    await app.server.context.database.withTenant(own.tenantId, (tx) => claimSlug(tx, 'with-logo'))
    await app.look(
      `with i as (insert into picture (tenant_id, content_type, bytes, added_at) values ($1, 'image/webp', 'x', now()) returning id)
       update church set logo_id = i.id from i where tenant_id = $1`,
      [own.tenantId],
    )
    const { body } = await app.call(readDoor, { params: { slug: 'with-logo' } })
    const logo = await fetch(app.url + (body.logoUrl ?? ''))
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })
})
