import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  familyLogin,
  familyRegister,
  openFamilySession,
  readFamilySession,
  signUpFamily,
} from '#contract/checkin/door.ts'
import { PASSWORD, type Church } from '../../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false, env: { TRUST_PROXY: 'yes' } })
  church = await app.buildChurch()
})
afterAll(() => app.stop())

type Form = {
  tenantId: string
  firstName: string
  lastName: string
  userName: string
  familyRole: 1 | 2 | 6 | 7
  password: string
}
let people = 0
const formOf = (given: Partial<Form> = {}): Form => ({
  tenantId: church.tenantId,
  firstName: 'Bísí',
  lastName: 'Ade',
  userName: `bisi${(people += 1)}@family.example`,
  familyRole: 2,
  password: PASSWORD,
  ...given,
})
const signUp = (form: Form, headers = {}) => app.call(signUpFamily, { body: form }, { headers })
const accountsOf = (emailKey: string) =>
  app.look('select * from guardian_account where email_key = $1 and tenant_id = $2', [emailKey, church.tenantId])
const cookieOf = (headers: Headers): string => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''

describe('signing up', () => {
  test('makes a person, a family and an account, and a session that only the cookie carries', async () => {
    const form = formOf()
    const { status, body, headers } = await signUp(form)
    expect(status).toBe(200)
    expect(body).toEqual({
      person: {
        id: expect.any(String),
        firstName: 'Bísí',
        lastName: 'Ade',
        pictureUrl: null,
        email: form.userName,
        phone: null,
      },
      church: {
        id: church.tenantId,
        name: 'Grace Chapel',
        slug: '',
        logoUrl: null,
        isoCode: 'NG',
        timeZone: 'Africa/Lagos',
      },
      gate: 'open',
    })
    const setCookie = headers.get('set-cookie') ?? ''
    expect(setCookie).toMatch(
      /^__Host-narthex-family=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const again = await app.call(readFamilySession, {}, { headers: { cookie: cookieOf(headers) } })
    expect(again.body).toEqual(body)
    const [made] = await app.look(
      `select p.first_name, p.gender, p.kind, f.name, m.role from person p
       join family_member m on m.person_id = p.id join family f on f.id = m.family_id where p.id = $1`,
      [body.person.id],
    )
    expect(made).toEqual({ first_name: 'Bísí', gender: 'female', kind: 'member', name: 'Ade family', role: 2 })
    const [found] = await app.look('select count(*)::int as words from person_term where person_id = $1', [
      body.person.id,
    ])
    expect(found?.['words']).toBe(3)
    const entries = await app.look(
      'select act, actor_kind, actor_id from audit_entry where actor_id = $1 order by id',
      [body.person.id],
    )
    expect(entries.map(({ act, actor_kind: kind }) => [act, kind])).toEqual([
      ['person.added', 'guardian'],
      ['family.added', 'guardian'],
      ['account.signed_in', 'guardian'],
    ])
  })

  test('by phone takes it as it is dialled in the church’s country', async () => {
    const { body } = await signUp(formOf({ userName: '0803 123 4567', familyRole: 1 }))
    expect(body.person).toMatchObject({ phone: '+2348031234567', email: null })
    const [person] = await app.look('select phone, gender from person where id = $1', [body.person.id])
    expect(person).toEqual({ phone: '+2348031234567', gender: 'male' })
  })

  test('again with the same password signs in: one family, also for five presses at once', async () => {
    const form = formOf({ userName: 'Press@Family.example' })
    const replies = await Promise.all(Array.from({ length: 5 }, () => signUp(form)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.person.id)).size).toBe(1)
    expect(await accountsOf('press@family.example')).toHaveLength(1)
    const families = await app.look(`select 1 from person where email = 'Press@Family.example'`)
    expect(families).toHaveLength(1)
  })

  test('again with another password is refused, and nothing is made', async () => {
    const form = formOf()
    await signUp(form)
    const { status, body } = await signUp({ ...form, password: 'another quiet morning' })
    expect([status, body.code]).toEqual([401, 'wrong_credentials'])
    expect(await app.look('select 1 from person where email = $1', [form.userName])).toHaveLength(1)
  })

  test.each([
    ['a password that is known to everybody', { password: 'password1234' }, 400, 'weak_password'],
    ['a password that is the own address', { password: 'grace chapel' }, 400, 'weak_password'],
    ['an address that is none', { userName: 'nobody@' }, 400, 'invalid_input'],
    ['a phone that is none', { userName: '12' }, 400, 'invalid_input'],
    ['a name without letters', { firstName: '\u200b' }, 400, 'invalid_input'],
    ['an unknown church', { tenantId: '0193b0e5-0000-7000-8000-000000000000' }, 404, 'not_found'],
  ])('%s is refused', async (_what, given, status, code) => {
    const reply = await signUp(formOf(given))
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  test('is refused to another site, which could sign its visitors in as somebody', async () => {
    const { body } = await signUp(formOf(), { 'sec-fetch-site': 'cross-site' })
    expect(body.code).toBe('cross_site')
  })

  test.each([
    ['expired', { expiresOn: '2020-01-01' }, 'subscription_expired'],
    ['over its capacity', { membershipSize: 1, people: [{}], isPastGrace: true }, 'member_capacity_exceeded'],
  ])('at a church that is %s makes nothing', async (_what, plan, code) => {
    const shut = await app.buildChurch(plan)
    const { status, body } = await signUp(formOf({ tenantId: shut.tenantId }))
    expect([status, body.code]).toEqual([402, code])
    expect(await app.look('select 1 from guardian_account where tenant_id = $1', [shut.tenantId])).toEqual([])
  })

  test('is limited for an address', async () => {
    const form = formOf()
    const replies = await Promise.all(Array.from({ length: 12 }, () => signUp(form)))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('in the shapes of existing clients', () => {
  const register = (given: object) => {
    const { userName: email, ...form } = formOf()
    return app.call(familyRegister, { body: { ...form, email, ...given } })
  }

  test('registering answers a token that calls by Bearer', async () => {
    const { status, body } = await register({})
    const { result } = body.loginData.value.login
    expect([status, result.statusCode, result.value.tenantID]).toEqual([200, 200, church.tenantId])
    const session = await app.call(readFamilySession, {}, { token: result.value.token ?? '' })
    expect(session.body.person.id).toBe(body.personID)
  })

  test('a known address with another password is told by its status code', async () => {
    await register({ email: 'known@family.example' })
    const { status, body } = await register({ email: 'known@family.example', password: 'another quiet morning' })
    expect([status, body]).toMatchObject([
      200,
      { personID: null, loginData: { value: { login: { result: { statusCode: 401, value: { token: null } } } } } },
    ])
  })

  test.each([
    ['a child', { familyRole: 3 }],
    ['neither address', { email: null }],
    ['a phone that is none', { email: null, phoneNumber: '77' }],
    ['a short password', { password: 'short' }],
    ['a password of a list', { password: 'password123' }],
    ['no name', { firstName: null }],
    ['an unknown church', { tenantId: '00000000-0000-4000-8000-000000000000' }],
    ['a church that is none', { tenantId: 'nonsense' }],
  ])('%s is refused with a sentence and the status code that clients read', async (_what, given) => {
    const { status, body } = await register(given)
    const { result } = body.loginData.value.login
    expect([status, body.personID, result.statusCode, result.value.token]).toEqual([200, null, 400, null])
    expect(result.message).toMatch(/^[A-Z].*\.$/)
    expect(result.value.message).toBe(result.message)
  })

  test('signing in finds the phone however it is written, with the church and without', async () => {
    await register({ email: null, phoneNumber: '08039999991' })
    const written = ['08039999991', '+234 803 999 9991', '00234 8039999991', '٠٨٠٣٩٩٩٩٩٩١']
    for (const phoneNumber of written)
      for (const tenantId of [undefined, church.tenantId]) {
        const { body } = await app.call(familyLogin, { body: { phoneNumber, password: PASSWORD, tenantId } })
        expect([phoneNumber, body.login.result.statusCode]).toEqual([phoneNumber, 200])
      }
  })
})

test('the page signs in with what the church knows', async () => {
  const form = formOf()
  await signUp(form)
  const body = { tenantId: church.tenantId, userName: form.userName.toUpperCase(), password: PASSWORD }
  expect((await app.call(openFamilySession, { body })).status).toBe(200)
})
