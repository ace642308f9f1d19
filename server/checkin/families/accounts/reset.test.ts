import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { familyLogin, familyResetPassword, familyRetrievePassword, readFamilySession } from '#contract/checkin/door.ts'
import { optOut } from '../../../people/index.ts'
import { buildFamily, type Family } from '../../../test-kit/build-family.ts'
import { PASSWORD, type Church } from '../../../test-kit/build-church.ts'
import { mailsTo, newestMail } from '../../../test-kit/inbox.ts'
import { newPhone } from '../../../test-kit/new-phone.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { until } from '../../../test-kit/until.ts'

const NEW_PASSWORD = 'a better morning'

let app: TestApp
let church: Church
let networks = 0
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: 'yes' } })
  church = await app.buildChurch({ units: 100 })
})
afterAll(() => app.stop())

const newNetwork = () => ({ 'x-forwarded-for': `203.0.113.${(networks += 1)}` })
type Where = { email?: string; phoneNumber?: string; tenantId?: string }
const ask = (where: Where, headers = newNetwork()) => app.call(familyRetrievePassword, { body: where }, { headers })
const reset = (where: Where, code: string, password = NEW_PASSWORD) =>
  app.call(familyResetPassword, { body: { ...where, code, password } }, { headers: newNetwork() })
const login = async (where: Where, password: string) =>
  (await app.call(familyLogin, { body: { ...where, password } }, { headers: newNetwork() })).body
const statusOf = async (where: Where, password: string) => (await login(where, password)).login.result.statusCode

const inbox = z.object({ items: z.array(z.object({ to: z.string(), text: z.string() })) })
const messagesTo = async (phone: string): Promise<string[]> =>
  inbox
    .parse(await (await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=1000`)).json())
    .items.filter(({ to }) => to === phone)
    .map(({ text }) => text)

const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? ''

/** Asks for a code by SMS and reads it. */
async function codeFor(phone: string, where: Where): Promise<string> {
  const before = (await messagesTo(phone)).length
  await ask(where)
  const [newest = ''] = await until(async () => {
    const found = await messagesTo(phone)
    return found.length > before && found
  })
  return codeIn(newest)
}

/** Somebody whom the church knows in a family, who has no account. */
async function buildKnown(role: number, { email = null, phone }: { email?: string | null; phone: string | null }) {
  const family = await buildFamily(app, church, { others: [{ firstName: 'Nana', email, phone, role }] })
  return { family, personId: family.otherIds[0] ?? '' }
}

describe('a code by SMS', () => {
  test('sets the password once, ends every session and lets in whoever was locked out', async () => {
    const family = await buildFamily(app, church)
    const where = { phoneNumber: family.phone }
    await Promise.all(Array.from({ length: 10 }, () => login(where, 'not the password')))
    const code = await codeFor(family.phone, where)
    const { status, body } = await reset(where, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect([status, body.returnObject]).toEqual([200, { personID: family.parentId, tenantID: church.tenantId }])
    expect((await app.call(readFamilySession, {}, { token: family.token })).status).toBe(401)
    expect(await statusOf(where, PASSWORD)).toBe(401)
    expect(await statusOf(where, NEW_PASSWORD)).toBe(200)
    expect((await reset(where, code)).body.code).toBe('wrong_code')
    const [entry] = await app.look(
      `select actor_kind, subject_id from audit_entry where act = 'account.password_changed'
      and subject_id = $1`,
      [family.parentId],
    )
    expect(entry).toEqual({ actor_kind: 'guardian', subject_id: family.parentId })
  })

  test('reaches somebody who refused bulk messages, under the church’s name', async () => {
    const family = await buildFamily(app, church)
    const refusal = { channel: 'sms', address: family.phone, source: 'link', at: app.clock.now() } as const
    await app.server.context.database.withTenant(church.tenantId, (tx) => optOut(tx, church.tenantId, refusal))
    await codeFor(family.phone, { phoneNumber: family.phone })
    expect((await messagesTo(family.phone))[0]).toMatch(/^\d{6} is your code for Grace Chapel\./)
  })

  test('stands, unhashed, neither in a job nor anywhere else once it has left', async () => {
    const family = await buildFamily(app, church)
    const code = await codeFor(family.phone, { phoneNumber: family.phone })
    await until(
      async () =>
        (await app.look('select 1 from campaign where finished_at is null and tenant_id = $1', [church.tenantId]))
          .length === 0,
    )
    const jobs = await app.look(
      `select data from pgboss.job where name = 'checkin.send-guardian-code' and data ->> 'personId' = $1`,
      [family.parentId],
    )
    expect(jobs.map(({ data }) => Object.keys(data as object).toSorted())).toEqual([['personId', 'tenantId']])
    const [stored] = await app.look(
      `select (select json_agg(c) from guardian_code c)::text || (select json_agg(j) from pgboss.job j)::text
        || (select json_agg(s) from campaign s)::text as all`,
    )
    // Ids, hashes and parts of a second may hold the same six digits by chance.
    const byChance = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\\x[\da-f]+|\d\d:\d\d:\d\d(?:\.\d+)?/g
    expect(String(stored?.['all']).replaceAll(byChance, '')).not.toContain(code)
  })

  test('is dead after ten minutes, after another was sent, and after five wrong tries', async () => {
    const family = await buildFamily(app, church)
    const where = { phoneNumber: family.phone }
    const [older, newer] = [await codeFor(family.phone, where), await codeFor(family.phone, where)]
    expect((await reset(where, older)).body.code).toBe('wrong_code')
    app.clock.advance(10 * 60_000)
    expect((await reset(where, newer)).body.code).toBe('wrong_code')
    app.clock.advance(60 * 60_000)
    const last = await codeFor(family.phone, where)
    const wrong = last === '000000' ? '000001' : '000000'
    const tries = await Promise.all(Array.from({ length: 5 }, () => reset(where, wrong)))
    expect(tries.map(({ body }) => body.code)).toEqual(Array<string>(5).fill('wrong_code'))
    expect((await reset(where, last)).body.code).toBe('wrong_code')
    expect(await statusOf(where, PASSWORD)).toBe(200)
  })

  test('works once, also for eight at the same moment', async () => {
    const family = await buildFamily(app, church)
    const where = { phoneNumber: family.phone }
    const code = await codeFor(family.phone, where)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, day) => reset(where, code, `the morning of day ${day}`)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(400)])
  })

  test('survives a weak password', async () => {
    const family = await buildFamily(app, church)
    const where = { phoneNumber: family.phone }
    const code = await codeFor(family.phone, where)
    expect((await reset(where, code, 'password1234')).body.code).toBe('weak_password')
    expect((await reset(where, code)).status).toBe(200)
  })

  test('of another church does not open this one', async () => {
    const [other, family] = [await app.buildChurch({ units: 10 }), await buildFamily(app, church)]
    const code = await codeFor(family.phone, { phoneNumber: family.phone })
    expect((await reset({ phoneNumber: family.phone, tenantId: other.tenantId }, code)).body.code).toBe('wrong_code')
  })

  test('goes by mail where the church cannot send it', async () => {
    const poor = await app.buildChurch({ units: 0 })
    const family = await buildFamily(app, poor)
    await ask({ phoneNumber: family.phone })
    const { text } = await newestMail(app.sandboxUrl, family.email)
    expect((await reset({ phoneNumber: family.phone }, codeIn(text))).status).toBe(200)
  })
})

test('a code by mail goes to the address as it is kept, with nothing of it in the subject', async () => {
  const family = await buildFamily(app, church)
  await ask({ email: ` ${family.email.toUpperCase()}` })
  const { subject, text } = await newestMail(app.sandboxUrl, family.email)
  expect(subject).toBe('Your code for Grace Chapel')
  const { body } = await reset({ email: family.email }, codeIn(text))
  expect(body.returnObject.personID).toBe(family.parentId)
})

describe('asking', () => {
  test('is answered alike, and waits for the same pad, for known and unknown addresses', async () => {
    const family = await buildFamily(app, church)
    const askFor = async (where: Where) => {
      const waited = app.waitedPads.length
      const { status, body } = await ask(where)
      return { status, body, pads: app.waitedPads.slice(waited) }
    }
    const answers = [
      await askFor({ email: family.email }),
      await askFor({ email: 'nobody@nowhere.example' }),
      await askFor({ phoneNumber: '12' }),
      await askFor({ email: family.email, tenantId: '0193b0e5-0000-7000-8000-000000000000' }),
    ]
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 200, pads: [250] })
  })

  test('sends at most three codes an hour to an address, and does not say so', async () => {
    const family = await buildFamily(app, church)
    const replies = []
    for (let asked = 0; asked < 5; asked += 1) replies.push(await ask({ email: family.email }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await until(async () => (await mailsTo(app.sandboxUrl, family.email)).length === 3)
    expect(
      await app.look(
        `select 1 from pgboss.job where name = 'checkin.send-guardian-code' and data ->> 'personId' = $1`,
        [family.parentId],
      ),
    ).toHaveLength(3)
  })

  test('without any address is refused', async () => {
    expect((await ask({})).body.fields).toHaveProperty('email')
  })
})

describe('whom the church knows and who has no account', () => {
  const signedInBy = async (family: Family, where: Where) => {
    const { personID } = await login(where, NEW_PASSWORD)
    expect(family.otherIds).toContain(personID)
  }

  test.each([1, 2, 6, 7])('in role %i gets one with the code', async (role) => {
    const phone = newPhone()
    const { family, personId } = await buildKnown(role, { phone })
    const where = { phoneNumber: phone, tenantId: church.tenantId }
    const code = await codeFor(phone, where)
    const { body } = await reset(where, code)
    expect(body.returnObject).toEqual({ personID: personId, tenantID: church.tenantId })
    await signedInBy(family, where)
  })

  test('gets it by mail too', async () => {
    const email = `Known-${newPhone()}@family.example`
    const { family } = await buildKnown(1, { email, phone: null })
    const where = { email: email.toLowerCase(), tenantId: church.tenantId }
    await ask(where)
    const { text } = await newestMail(app.sandboxUrl, email)
    expect((await reset(where, codeIn(text))).status).toBe(200)
    await signedInBy(family, where)
  })

  const jobsOf = (personId: string) =>
    app.look(`select 1 from pgboss.job where name = 'checkin.send-guardian-code' and data ->> 'personId' = $1`, [
      personId,
    ])

  test('gets none as a child, when archived, when barred from a family, or when no church is said', async () => {
    const [child, gone, barred, elsewhere] = [newPhone(), newPhone(), newPhone(), newPhone()]
    const known = [
      await buildKnown(3, { phone: child }),
      await buildKnown(1, { phone: gone }),
      await buildKnown(6, { phone: barred }),
      await buildKnown(1, { phone: elsewhere }),
    ] as const
    await app.look('update person set archived_at = now() where id = $1', [known[1].personId])
    await app.look(
      `insert into guardian_grant (tenant_id, family_id, person_id, kind, added_by, added_at)
       values ($1, $2, $3, 'not_authorised', 'guardian', now())`,
      [church.tenantId, known[2].family.familyId, known[2].personId],
    )
    for (const phoneNumber of [child, gone, barred]) await ask({ phoneNumber, tenantId: church.tenantId })
    await ask({ phoneNumber: elsewhere })
    for (const { personId } of known) expect(await jobsOf(personId)).toEqual([])
  })

  test('and shares the number with others: the parent gets it', async () => {
    const phone = newPhone()
    await buildKnown(6, { phone })
    const { personId } = await buildKnown(2, { phone })
    const where = { phoneNumber: phone, tenantId: church.tenantId }
    const { body } = await reset(where, await codeFor(phone, where))
    expect(body.returnObject.personID).toBe(personId)
  })
})
