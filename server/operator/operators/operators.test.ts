import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { confirmChange } from '#contract/operator/changes.ts'
import * as calls from '#contract/operator/session.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import { buildOperator, confirmed, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const DAY = 24 * 60 * 60_000
const PASSWORD = 'a quiet desk in June'

let app: TestApp
let operator: TestOperator
let second: TestOperator
let invited = 0
beforeAll(async () => {
  app = await startApp()
  operator = await buildOperator(app)
  second = await buildOperator(app, 'Funmi Finance')
})
afterAll(() => app.stop())

const inbox = z.object({ items: z.array(z.object({ to: z.array(z.string()), text: z.string() })) })
async function tokensTo(email: string): Promise<string[]> {
  const { items } = inbox.parse(await (await fetch(`${app.sandboxUrl}/_sandbox/mail`)).json())
  const texts = items.filter(({ to }) => to.includes(email)).map(({ text }) => text)
  return texts.map((text) => /\/operator\/invitation#token=([\w-]{43})\b/.exec(text)?.[1] ?? '')
}

const reason = 'We agreed on it.'
const ask = (name: string, email: string, who = operator) =>
  who.call(calls.inviteOperator, { body: { name, email, reason } })

/** Invites somebody and takes the token out of the newest mail. */
async function invite(email = `new-${(invited += 1)}@narthex.example`, name = 'Nora New') {
  const before = (await tokensTo(email)).length
  await confirmed(second, ask(name, email))
  const tokens = await vi.waitUntil(async () => {
    const found = await tokensTo(email)
    return found.length > before ? found : null
  }, 10_000)
  const { body } = await operator.call(calls.listOperators, {})
  return { email, id: body.find((row) => row.email === email)?.id ?? '', token: tokens[0] ?? '' }
}

const accept = (token: string, password = PASSWORD) =>
  app.call(calls.acceptOperatorInvite, { body: { token, password } })
const signIn = (email: string) => app.call(calls.openConsole, { body: { email, password: PASSWORD } })
const idOf = async ({ call }: TestOperator) => (await call(calls.readConsole, {})).body.operator.id
const remove = ({ call }: TestOperator, id: string) => call(calls.removeOperator, { params: { id }, body: { reason } })

test('who is invited chooses a password with the link, once, and is an operator', async () => {
  const { email, token, id } = await invite()
  expect((await signIn(email)).body.code).toBe('wrong_credentials')
  expect((await accept(token, 'password12')).body.code).toBe('weak_password')
  const both = await Promise.all([accept(token), accept(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await accept(token)).body.code).toBe('invalid_token')
  expect((await signIn(email)).status).toBe(200)
  const { body } = await operator.call(calls.listOperators, {})
  expect(body.find((row) => row.id === id)).toMatchObject({ email, isInvited: false, isYou: false })
  const log = (await operator.call(listConsoleLog, { query: { search: email } })).body.items
  expect(log.map(({ act, operatorName }) => [act, operatorName])).toEqual([
    ['operator.signed_in', 'Nora New'],
    ['operator.joined', 'Nora New'],
  ])
})

test('an invitation is over after seven days; another one replaces it', async () => {
  const first = await invite()
  const renewed = await invite(first.email)
  expect(renewed.id).toBe(first.id)
  expect((await accept(first.token)).body.code).toBe('invalid_token')
  app.clock.advance(7 * DAY)
  expect((await accept(renewed.token)).body.code).toBe('invalid_token')
  operator = await buildOperator(app)
  second = await buildOperator(app, 'Funmi Finance')
  expect((await accept((await invite(first.email)).token)).status).toBe(200)
})

test('neither a queue nor the database keeps the token', async () => {
  const { token } = await invite()
  const [row] = await app.look(
    `select (select json_agg(j) from pgboss.job j where name = 'operator.send-invite')::text || (select json_agg(o) from operator o)::text
       || (select json_agg(e) from console_entry e)::text as all`,
  )
  expect(String(row?.['all'])).not.toContain(token)
})

test('an address that an operator signs in with is taken, in any letters', async () => {
  const { email } = await buildOperator(app)
  expect((await ask('Twin', email.toUpperCase())).body.code).toBe('email_taken')
})

test('a removed operator is out at once and can be invited anew', async () => {
  const other = await buildOperator(app)
  const id = await idOf(other)
  await confirmed(second, remove(operator, id))
  expect((await other.call(calls.readConsole, {})).status).toBe(401)
  expect(
    (await app.call(calls.openConsole, { body: { email: other.email, password: other.password } })).body.code,
  ).toBe('wrong_credentials')
  expect((await remove(operator, id)).body?.code).toBe('not_found')
  const again = await invite(other.email)
  expect(again.id).toBe(id)
  expect((await accept(again.token)).status).toBe(200)
  expect((await signIn(other.email)).status).toBe(200)
})

test('an invitation can be withdrawn by one alone, and its link sent anew', async () => {
  const { id, email, token: lost } = await invite()
  const before = (await tokensTo(email)).length
  expect((await operator.call(calls.resendOperatorInvite, { params: { id } })).body).toMatchObject({ isInvited: true })
  const [token = ''] = await vi.waitUntil(async () => {
    const found = await tokensTo(email)
    return found.length > before ? found : null
  }, 10_000)
  expect((await accept(lost)).body.code).toBe('invalid_token')
  expect((await remove(operator, id)).body).toBeNull()
  expect((await accept(token)).body.code).toBe('invalid_token')
})

test('a lost second factor is set up anew once a second operator has confirmed, after a recovery code no more', async () => {
  const lost = await buildOperator(app)
  const [recovery = '', another = ''] = lost.recoveryCodes
  const enter = (code?: string) =>
    app.call(calls.openConsole, { body: { email: lost.email, password: lost.password, ...(code && { code }) } })
  expect((await enter(recovery)).status).toBe(200)
  expect((await enter(recovery)).body.code).toBe('wrong_second_factor')
  const reset = { params: { id: await idOf(lost) }, body: { reason } }
  await confirmed(second, operator.call(calls.resetOperatorFactor, reset))
  expect((await lost.call(calls.readConsole, {})).status).toBe(401)
  const entered = await enter()
  expect([entered.status, entered.body.operator.hasSecondFactor]).toEqual([200, false])
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await app.call(calls.listOperators, {}, { headers: { cookie } })).body.code).toBe('second_factor_required')
  expect(await app.look('select from operator_recovery_code where operator_id = $1', [reset.params.id])).toEqual([])
  expect(another).not.toBe('')
})

test('nobody removes themselves, and of two who remove each other one remains', async () => {
  expect((await remove(operator, await idOf(operator))).body?.code).toBe('not_allowed')
  const [one, other] = [await buildOperator(app), await buildOperator(app)]
  const [oneId, otherId] = [await idOf(one), await idOf(other)]
  const [away, back] = [await remove(one, otherId), await remove(other, oneId)]
  // Each agrees to go: with the other's wish.
  const replies = await Promise.all([
    other.call(confirmChange, { params: { id: away.body?.id ?? '' } }),
    one.call(confirmChange, { params: { id: back.body?.id ?? '' } }),
  ])
  expect(replies.map(({ body }) => body.state === 'applied').sort()).toEqual([false, true])
  const left = await app.look('select from operator where id = any ($1) and removed_at is null', [[oneId, otherId]])
  expect(left).toHaveLength(1)
})

test('who was invited by an operator who is removed does not come any more', async () => {
  const leaving = await buildOperator(app)
  const email = 'friend-of-leaving@narthex.example'
  await confirmed(second, ask('Fred Friend', email, leaving))
  const [token = ''] = await vi.waitUntil(async () => {
    const found = await tokensTo(email)
    return found.length > 0 ? found : null
  }, 10_000)
  await confirmed(second, remove(operator, await idOf(leaving)))
  expect((await accept(token)).body.code).toBe('invalid_token')
  expect((await signIn(email)).body.code).toBe('wrong_credentials')
})
