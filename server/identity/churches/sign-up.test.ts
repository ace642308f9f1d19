import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSlug } from '#contract/identity/countries.ts'
import { login, readSession } from '#contract/identity/session.ts'
import { confirmSignup, resendSignup, startSignup } from '#contract/identity/signup.ts'
import { listPeople } from '#contract/people/persons.ts'
import { mailsTo, newestMail } from '../../test-kit/inbox.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sweep } from '../sessions/session-store.ts'

const PASSWORD = 'a harmattan morning'
const MINUTE = 60_000

let app: TestApp
let networks = 0
let churches = 0
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: 'yes' } })
})
afterAll(() => app.stop())

type Form = Parameters<typeof app.call<typeof startSignup>>[1]['body']
const headers = () => ({ 'x-forwarded-for': `192.0.2.${(networks += 1)}` })
const formOf = (given: Partial<Form> = {}): Form => ({
  churchName: 'Ìjọ Ọlọ́run',
  slug: `ijo-olorun-${(churches += 1)}`,
  isoCode: 'NG',
  timeZone: 'Africa/Lagos',
  firstName: 'Adébáyọ̀',
  lastName: 'Eze',
  email: `pastor-${churches}@ijo.example`,
  password: PASSWORD,
  ...given,
})

const start = (form: Form, from = headers()) => app.call(startSignup, { body: form }, { headers: from })
const confirm = (id: string, code: string, slug?: string) =>
  app.call(confirmSignup, { params: { id }, body: { code, ...(slug ? { slug } : {}) } }, { headers: headers() })
const resend = (id: string) => app.call(resendSignup, { params: { id } }, { headers: headers() })
const codeIn = (text: string): string => /^(\d{6})$/m.exec(text)?.[1] ?? ''
const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000')

/** Signs up as far as the code. */
async function begin(given: Partial<Form> = {}): Promise<{ form: Form; id: string; code: string }> {
  const form = formOf(given)
  const { body } = await start(form)
  const mail = await newestMail(app.sandboxUrl, form.email)
  return { form, id: body.signupId, code: codeIn(mail.text) }
}

const churchesNamed = (slug: string) => app.look('select tenant_id from church_slug where slug = $1', [slug])

describe('the code of the mail', () => {
  test('opens a church on trial, with its owner signed in', async () => {
    const { form, id, code } = await begin()
    const reply = await confirm(id, code)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      person: { firstName: 'Adébáyọ̀', lastName: 'Eze', email: form.email, roles: ['Admin'] },
      church: {
        name: 'Ìjọ Ọlọ́run',
        isoCode: 'NG',
        currency: 'NGN',
        timeZone: 'Africa/Lagos',
        planName: 'Trial',
        membershipSize: 200,
        people: 1,
      },
      units: 0,
      gate: 'open',
    })
    const days = (Date.parse(reply.body.church.expiresOn) - app.clock.now().getTime()) / 86_400_000
    expect(Math.round(days)).toBeGreaterThanOrEqual(29)
    expect(Math.round(days)).toBeLessThanOrEqual(30)
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await app.call(readSession, {}, { headers: { cookie } })).status).toBe(200)
    const found = await app.call(listPeople, { query: { search: 'adebayo' } }, { headers: { cookie } })
    expect(found.body.total).toBe(1)
    expect((await app.call(login, { body: { userName: form.email, password: PASSWORD } })).status).toBe(200)
    const tenantId = reply.body.church.id
    expect(await churchesNamed(form.slug)).toEqual([{ tenant_id: tenantId }])
    expect(
      await app.look('select account, balance::int from unit_account where tenant_id = $1', [tenantId]),
    ).toHaveLength(4)
    expect(await app.look('select act from audit_entry where tenant_id = $1', [tenantId])).toContainEqual({
      act: 'church.signed_up',
    })
  })

  test('works once, also for ten at the same moment', async () => {
    const { form, id, code } = await begin()
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(id, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)])
    expect((await confirm(id, code)).body.code).toBe('wrong_code')
    expect(await app.look('select 1 from account where email = $1', [form.email])).toHaveLength(1)
  })

  test('two codes of one address give one church', async () => {
    const one = await begin()
    const form = formOf({ email: one.form.email })
    const { body } = await start(form)
    const code = codeIn((await newestMail(app.sandboxUrl, form.email, 2)).text)
    const replies = await Promise.all([confirm(one.id, one.code), confirm(body.signupId, code)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await app.look('select 1 from account where email = $1', [form.email])).toHaveLength(1)
  })

  test('is over after five wrong ones, and stays over', async () => {
    const { id, code } = await begin()
    const wrong = await Promise.all(Array.from({ length: 5 }, () => confirm(id, otherThan(code))))
    expect(wrong.map(({ body }) => body.code)).toEqual(Array(5).fill('wrong_code'))
    expect((await confirm(id, code)).body.code).toBe('wrong_code')
    expect((await resend(id)).body.code).toBe('wrong_code')
  })

  test('is over after ten minutes, and the next one is not', async () => {
    const { form, id, code } = await begin()
    app.clock.advance(10 * MINUTE)
    expect((await confirm(id, code)).body.code).toBe('wrong_code')
    expect((await resend(id)).status).toBe(200)
    const next = codeIn((await newestMail(app.sandboxUrl, form.email, 2)).text)
    expect((await confirm(id, next)).status).toBe(200)
  })

  test('is dead once another was sent, which happens three times', async () => {
    const { form, id, code } = await begin()
    for (const count of [2, 3, 4]) {
      expect((await resend(id)).status).toBe(200)
      await newestMail(app.sandboxUrl, form.email, count)
    }
    expect((await confirm(id, code)).body.code).toBe('wrong_code')
    expect((await resend(id)).body.code).toBe('wrong_code')
  })

  test('is kept neither as it is nor as a plain hash, and stands in no job', async () => {
    const { id, code } = await begin()
    const [row] = await app.look(
      `select (select json_agg(s) from signup s where id = $1)::text || (select coalesce(json_agg(j.data), '[]') from pgboss.job j)::text as all,
        (select code_hash = sha256($2::bytea) from signup where id = $1) as plain`,
      [id, code],
    )
    expect(String(row?.['all'])).not.toContain(`"${code}"`)
    expect(String(row?.['all'])).not.toContain(PASSWORD)
    expect(row?.['plain']).toBe(false)
  })
})

describe('an address that somebody signs in with', () => {
  test('gets the same answer, which waits for the same pad, and a mail without a code', async () => {
    const { admin } = await app.buildChurch()
    const ask = async (email: string) => {
      const waited = app.waitedPads.length
      const { status, body, headers: answered } = await start(formOf({ email }))
      const pads = app.waitedPads.slice(waited)
      return { status, keys: Object.keys(body), names: [...answered.keys()].sort(), pads, id: body.signupId }
    }
    const [known, unknown] = [await ask(admin.email), await ask('nobody-yet@ijo.example')]
    expect({ ...known, id: '' }).toEqual({ ...unknown, id: '' })
    expect(known).toMatchObject({ status: 200, pads: [250] })
    const mail = await newestMail(app.sandboxUrl, admin.email)
    expect([mail.subject, codeIn(mail.text)]).toEqual(['You already have a church on Narthex', ''])
    expect((await confirm(known.id, '123456')).body.code).toBe('wrong_code')
    expect((await resend(known.id)).status).toBe(200)
  })
})

describe('signing up', () => {
  test('is refused for a slug that another church has or nobody may have', async () => {
    const { form, id, code } = await begin()
    await confirm(id, code)
    expect((await start(formOf({ slug: form.slug }))).body.code).toBe('slug_taken')
    expect((await start(formOf({ slug: 'operator' }))).body.code).toBe('slug_taken')
  })

  test('keeps its code when the slug was taken meanwhile, and takes another one', async () => {
    const [first, second] = [await begin({ slug: 'grace-chapel-ikeja' }), await begin({ slug: 'grace-chapel-ikeja' })]
    const replies = await Promise.all([confirm(first.id, first.code), confirm(second.id, second.code)])
    expect(replies.map(({ body }) => body.code ?? 'made').sort()).toEqual(['made', 'slug_taken'])
    const late = replies[0].status === 409 ? first : second
    expect((await confirm(late.id, late.code, 'admin')).body.code).toBe('slug_taken')
    expect((await confirm(late.id, late.code, 'grace-chapel-yaba')).status).toBe(200)
    expect(await churchesNamed('grace-chapel-yaba')).toHaveLength(1)
  })

  test.each([
    ['a zone of another country', { timeZone: 'Europe/Paris' }, 'timeZone'],
    ['a zone that is none', { timeZone: 'Africa/Nowhere' }, 'timeZone'],
    ['a country that is none', { isoCode: 'ZZ' }, 'isoCode'],
    ['an address that is none', { email: 'pastor@nowhere' }, 'email'],
    ['a slug with spaces', { slug: 'grace chapel' }, 'slug'],
    ['an empty name', { churchName: '  ' }, 'churchName'],
  ])('is refused with %s', async (_what, given, field) => {
    const { status, body } = await start(formOf(given))
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid_input', [field]])
  })

  test.each(['Ìjọ Ọlọ́run 1', 'password123', 'Adébáyọ̀ Eze'])('is refused with the password %s', async (password) => {
    expect((await start(formOf({ password }))).body.code).toBe('weak_password')
  })

  test('is refused from another site', async () => {
    const from = { ...headers(), 'sec-fetch-site': 'cross-site' }
    expect((await start(formOf(), from)).body.code).toBe('cross_site')
  })

  test('takes an address five times an hour, known or not', async () => {
    const { admin } = await app.buildChurch()
    for (const email of [admin.email, 'again-and-again@ijo.example']) {
      const replies = await Promise.all(Array.from({ length: 7 }, () => start(formOf({ email }))))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
    }
  })

  test('confirms nothing for an id that nobody has', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await confirm(unknown, '123456')).body.code).toBe('wrong_code')
    expect((await resend(unknown)).body.code).toBe('wrong_code')
  })
})

test('a slug is suggested from the name, and another one where it is taken', async () => {
  const ask = async (name: string) => (await app.call(checkSlug, { query: { name } }, { headers: headers() })).body
  expect(await ask('Ẹgbẹ́ Ṣọ́ọ̀ṣì')).toEqual({ slug: 'egbe-soosi', free: true })
  const { id, code } = await begin({ slug: 'egbe-soosi' })
  await confirm(id, code)
  expect(await ask('Ẹgbẹ́ Ṣọ́ọ̀ṣì')).toEqual({ slug: 'egbe-soosi-2', free: false })
  expect((await ask('Admin')).free).toBe(false)
})

test('what nobody confirmed is swept away', async () => {
  const { form } = await begin()
  expect(await mailsTo(app.sandboxUrl, form.email)).toHaveLength(1)
  app.clock.advance(26 * 60 * MINUTE)
  await app.server.context.database.withoutTenant((tx) => sweep(tx, app.clock.now()))
  expect(await app.look('select 1 from signup')).toEqual([])
})
