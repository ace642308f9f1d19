import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startTransfer, type Payment } from '#contract/billing/payments.ts'
import { readSession } from '#contract/identity/session.ts'
import * as changes from '#contract/operator/changes.ts'
import { changeSubscription } from '#contract/operator/churches.ts'
import * as requests from '#contract/operator/requests.ts'
import * as session from '#contract/operator/session.ts'
import * as settings from '#contract/operator/settings.ts'
import { buildOperator, codeAt, confirmed, type TestOperator } from '#server/test-kit/build-operator.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { addPlan, limitApprovals, openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const DAY = 24 * 60 * 60_000
const PASSWORD = 'a quiet desk in June'
const reason = 'Because I say so.'

let app: TestApp
let planId: string
beforeAll(async () => {
  app = await startApp()
  planId = await addPlan(app.look, 'Growing', 500)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await setPrice(app.look, { currency: 'USD', amount: '0.04' })
  await setPrice(app.look, { currency: 'NGN', amount: '10000', planId })
  await openBankAccount(app.look, 'NGN')
  await openBankAccount(app.look, 'USD')
})
afterAll(() => app.stop())

const accountOfOne = { currency: 'NGN', accountName: 'Eve', accountNumber: '1', bank: 'Mine', note: '' }
const idOf = async ({ call }: TestOperator) => (await call(session.readConsole, {})).body.operator.id
const confirm = (who: TestOperator, id: string) => who.call(changes.confirmChange, { params: { id } })
const pay = async (church: Church, amount: string, currency = 'NGN'): Promise<Payment> =>
  (await app.call(startTransfer, { body: { purpose: 'units', currency, amount } }, { token: church.admin.token })).body
const approve = (who: TestOperator, church: Church, { id, amountMinor }: Payment) =>
  who.call(requests.approvePayment, { params: { churchId: church.tenantId, id }, body: { amountMinor } })
const unitsOf = async ({ admin }: Church) => (await app.call(readSession, {}, { token: admin.token })).body.units
/** All that stands for money and power: where it goes, what it costs, who decides. */
const standing = () =>
  app.look(
    `select (select json_agg(i) from installation i)::text as installation,
       (select json_agg(b order by b.id) from bank_account b)::text as accounts,
       (select json_agg(p order by p.id) from price p)::text as prices, (select json_agg(p order by p.id) from plan p)::text as plans,
       (select json_agg(r order by r.id) from sms_route r)::text as routes,
       (select json_agg(h order by h.id) from sending_hours h)::text as hours,
       (select json_agg(json_build_object('id', o.id, 'removed', o.removed_at, 'factor', o.totp_secret) order by o.id) from operator o)::text as operators,
       (select json_agg(s order by s.tenant_id) from subscription s)::text as subscriptions,
       (select sum(balance) from unit_account) as units`,
  )

/** Invites somebody with a second who confirms; they come by the mail and enrol. */
async function invited(by: TestOperator, second: TestOperator, name = 'Alias Eve'): Promise<TestOperator> {
  const email = `alias-${crypto.randomUUID()}@narthex.example`
  await confirmed(second, by.call(session.inviteOperator, { body: { name, email, reason } }))
  const token = await vi.waitUntil(() => tokenTo(email), 10_000)
  return joined(name, email, token)
}

const inbox = z.object({ items: z.array(z.object({ to: z.array(z.string()), text: z.string() })) })
async function tokenTo(email: string): Promise<string> {
  const { items } = inbox.parse(await (await fetch(`${app.sandboxUrl}/_sandbox/mail`)).json())
  const mail = items.find(({ to, text }) => to.includes(email) && text.includes('#token='))
  return /#token=([\w-]{43})\b/.exec(mail?.text ?? '')?.[1] ?? ''
}

type Newcomer = { name: string; email: string; password?: string }

async function joined(name: string, email: string, token: string): Promise<TestOperator> {
  const accepted = await app.call(session.acceptOperatorInvite, { body: { token, password: PASSWORD } })
  expect(accepted.status).toBe(200)
  return signedIn({ name, email })
}

/** Signs in by password alone and enrols, as whoever is new does. */
async function signedIn({ name, email, password = PASSWORD }: Newcomer): Promise<TestOperator> {
  const { headers } = await app.call(session.openConsole, { body: { email, password } })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const call: TestOperator['call'] = (endpoint, args) => app.call(endpoint, args, { headers: { cookie } })
  const { secret, setup } = (await call(session.startOperatorFactor, { body: { password } })).body
  const code = () => codeAt(secret, app.clock.now())
  const { body } = await call(session.confirmOperatorFactor, { body: { setup, code: code() } })
  return { name, email, password, cookie, call, code, recoveryCodes: body.recoveryCodes }
}

describe('one operator alone', () => {
  test('asks for everything, and nothing of it is in force', async () => {
    const [eve, other] = [await buildOperator(app, 'Eve'), await buildOperator(app)]
    const church = await app.buildChurch()
    const route = (await eve.call(settings.listRoutes, {})).body.routes[0]
    if (!route) throw new Error('There is a route')
    const before = await standing()
    const now = (await eve.call(settings.readSettings, {})).body
    const plan = { name: 'Free', description: '', membershipSize: 1_000_000, offered: true, reason }
    const asked = [
      await eve.call(settings.saveSettings, {
        body: { ...now, approvalLimits: [{ currency: 'NGN', amount: '999999999' }], reason },
      }),
      await eve.call(settings.saveSettings, { body: { ...now, bankAccounts: [accountOfOne], reason } }),
      await eve.call(settings.saveSettings, { body: { ...now, supportPhone: '+234 1', reason } }),
      await eve.call(settings.setPrice, {
        body: { product: 'sms', planId: null, isoCode: null, currency: 'NGN', amount: '0.0001', reason },
      }),
      await eve.call(settings.setPrice, {
        body: { product: 'sms', planId: null, isoCode: null, currency: 'NGN', amount: null, reason },
      }),
      await eve.call(settings.addPlan, { body: plan }),
      await eve.call(settings.editPlan, { params: { id: planId }, body: plan }),
      await eve.call(settings.editRoute, {
        params: { id: route.id },
        body: {
          name: 'Free',
          countries: route.countries,
          rateNumerator: 1,
          rateDenominator: 10_000,
          gateway: route.gateway,
          fallbackGateway: null,
          returnsUndelivered: true,
          availability: '',
          reachesDnd: true,
          reason,
        },
      }),
      await eve.call(session.inviteOperator, { body: { name: 'Eve', email: 'eve+2@narthex.example', reason } }),
      await eve.call(session.removeOperator, { params: { id: await idOf(other) }, body: { reason } }),
      await eve.call(session.resetOperatorFactor, { params: { id: await idOf(other) }, body: { reason } }),
      await eve.call(changeSubscription, {
        params: { id: church.tenantId },
        body: { planId: null, expiresOn: '2999-01-01', reason },
      }),
    ]
    expect(asked.map(({ status, body }) => [status, body?.state])).toEqual(asked.map(() => [200, 'waiting']))
    for (const { body } of asked) expect((await confirm(eve, body?.id ?? '')).body.code).toBe('same_operator')
    expect(await standing()).toEqual(before)
    expect((await other.call(session.readConsole, {})).status).toBe(200)
    expect(await app.look(`select from operator where email_key = 'eve+2@narthex.example'`)).toEqual([])
  })

  test('does not raise the limit, approve and set it back', async () => {
    await limitApprovals(app.look, { NGN: 1_000_000 })
    const eve = await buildOperator(app, 'Eve')
    const church = await app.buildChurch()
    const payment = await pay(church, '590000')
    const now = (await eve.call(settings.readSettings, {})).body
    await eve.call(settings.saveSettings, {
      body: { ...now, approvalLimits: [{ currency: 'NGN', amount: '999999999' }], reason },
    })
    expect((await approve(eve, church, payment)).body.waiting).toMatchObject({ what: 'approve', name: 'Eve' })
    expect((await approve(eve, church, payment)).body.code).toBe('same_operator')
    expect(await unitsOf(church)).toBe(0)
  })

  test('moves no more below the limit than the limit in a day, by however many payments, for one church or many', async () => {
    await limitApprovals(app.look, { NGN: 1_000_000 })
    const [eve, other] = [await buildOperator(app, 'Eve'), await buildOperator(app)]
    const [one, two] = [await app.buildChurch(), await app.buildChurch()]
    expect((await approve(eve, one, await pay(one, '5900'))).body.state).toBe('succeeded')
    expect((await approve(eve, two, await pay(two, '5900'))).body).toMatchObject({ waiting: { name: 'Eve' } })
    expect((await approve(other, one, await pay(one, '5900'))).body).toMatchObject({ waiting: { name: other.name } })
    const small = await Promise.all(Array.from({ length: 6 }, () => pay(two, '2950')))
    const replies = await Promise.all(small.map((payment) => approve(eve, two, payment)))
    expect(replies.filter(({ body }) => body.state === 'succeeded')).toHaveLength(1)
    expect(await unitsOf(two)).toBe(500)
    app.clock.advance(DAY)
    const tomorrow = await buildOperator(app, 'Eve')
    const third = await app.buildChurch()
    expect((await approve(tomorrow, third, await pay(third, '5900'))).body.state).toBe('succeeded')
  })

  test('refunds no more below the limit either, and approvals and refunds count together', async () => {
    await limitApprovals(app.look, { NGN: 1_000_000 })
    const eve = await buildOperator(app, 'Eve')
    const church = await app.buildChurch()
    const payment = await pay(church, '5900')
    await approve(eve, church, payment)
    const refund = await eve.call(requests.refundPayment, {
      params: { churchId: church.tenantId, id: payment.id },
      body: { amountMinor: payment.amountMinor, reason },
    })
    expect(refund.body).toMatchObject({ state: 'succeeded', waiting: { what: 'refund' } })
    expect(await app.look('select from payment_refund where tenant_id = $1', [church.tenantId])).toEqual([])
  })

  test('approves nothing in a currency that has no limit', async () => {
    await limitApprovals(app.look, { NGN: 1_000_000 })
    const eve = await buildOperator(app, 'Eve')
    const church = await app.buildChurch({ isoCode: 'US', currency: 'USD' })
    const payment = await pay(church, '1', 'USD')
    expect((await approve(eve, church, payment)).body).toMatchObject({ needsTwo: true, waiting: { name: 'Eve' } })
    expect(await unitsOf(church)).toBe(0)
  })

  test('is not the second for whom they invited, nor the other way round, nor through others, for seven days', async () => {
    const [eve, honest] = [await buildOperator(app, 'Eve'), await buildOperator(app, 'Honest')]
    const alias = await invited(eve, honest)
    const child = await invited(alias, honest, 'Child of alias')
    const sister = await invited(eve, honest, 'Sister of alias')
    const change = async (who: TestOperator, amount: string) =>
      (
        await who.call(settings.setPrice, {
          body: { product: 'email', planId: null, isoCode: null, currency: 'NGN', amount, reason },
        })
      ).body?.id ?? ''
    const pairs: [TestOperator, TestOperator][] = [
      [eve, alias],
      [alias, eve],
      [eve, child],
      [child, eve],
      [alias, sister],
      [sister, child],
    ]
    for (const [index, [asking, second]] of pairs.entries()) {
      const id = await change(asking, `7.${index + 1}`)
      expect((await second.call(changes.readChange, { params: { id } })).body.mayConfirm).toBe(false)
      expect((await confirm(second, id)).body.code).toBe('not_your_second')
    }
    expect((await confirm(honest, await change(child, '8'))).body.state).toBe('applied')
  })

  test('waits seven days from when an invitation was accepted, not from when it was sent', async () => {
    const [eve, honest] = [await buildOperator(app, 'Eve'), await buildOperator(app)]
    const email = `late-${crypto.randomUUID()}@narthex.example`
    await confirmed(honest, eve.call(session.inviteOperator, { body: { name: 'Late', email, reason } }))
    const token = await vi.waitUntil(() => tokenTo(email), 10_000)
    app.clock.advance(6 * DAY)
    const newcomer = await joined('Late', email, token)
    app.clock.advance(6 * DAY)
    const [me, late] = [await again(eve), await again(newcomer)]
    const asked = await me.call(session.inviteOperator, { body: { name: 'More', email: `m-${email}`, reason } })
    expect((await confirm(late, asked.body.id)).body.code).toBe('not_your_second')
    app.clock.advance(DAY)
    const [meLater, lateLater] = [await again(eve), await again(newcomer)]
    const later = await meLater.call(session.inviteOperator, { body: { name: 'More', email: `n-${email}`, reason } })
    expect((await confirm(lateLater, later.body.id)).body.state).toBe('applied')
  })

  test('is tied to whom they got a new second factor for', async () => {
    const [eve, honest, victim] = [await buildOperator(app, 'Eve'), await buildOperator(app), await buildOperator(app)]
    const id = await idOf(victim)
    await confirmed(honest, eve.call(session.resetOperatorFactor, { params: { id }, body: { reason } }))
    expect((await victim.call(session.readConsole, {})).status).toBe(401)
    const back = await signedIn(victim)
    const asked = await eve.call(session.inviteOperator, { body: { name: 'More', email: `x-${victim.email}`, reason } })
    expect((await confirm(back, asked.body.id)).body.code).toBe('not_your_second')
  })

  test('removes nobody to be the only one, and a removed asker has asked for nothing', async () => {
    const [eve, honest] = [await buildOperator(app, 'Eve'), await buildOperator(app)]
    const asked = await eve.call(session.inviteOperator, { body: { name: 'More', email: `y-${honest.email}`, reason } })
    const removal = { params: { id: await idOf(eve) }, body: { reason } }
    const third = await buildOperator(app)
    await confirmed(third, honest.call(session.removeOperator, removal))
    expect((await confirm(third, asked.body.id)).body.code).toBe('already_decided')
    expect((await third.call(changes.readChange, { params: { id: asked.body.id } })).body.state).toBe('withdrawn')
    const own = { params: { id: await idOf(honest) }, body: { reason } }
    expect((await honest.call(session.removeOperator, own)).body.code).toBe('not_allowed')
    expect((await honest.call(session.resetOperatorFactor, own)).body.code).toBe('not_allowed')
  })

  test('with a session that was left open needs the password again', async () => {
    const [eve, other] = [await buildOperator(app, 'Eve'), await buildOperator(app)]
    const email = `z-${other.email}`
    const asked = await eve.call(session.inviteOperator, { body: { name: 'More', email, reason } })
    app.clock.advance(16 * 60_000)
    expect((await confirm(other, asked.body.id)).body.code).toBe('password_needed')
    const again2 = { body: { name: 'More', email: `again-${email}`, reason } }
    expect((await eve.call(session.inviteOperator, again2)).body.code).toBe('password_needed')
    const church = await app.buildChurch()
    expect((await approve(eve, church, await pay(church, '590'))).body.code).toBe('password_needed')
    expect((await other.call(session.confirmConsole, { body: { password: 'not mine' } })).body.code).toBe(
      'wrong_credentials',
    )
    expect((await confirm(other, asked.body.id)).body.code).toBe('password_needed')
    expect((await other.call(session.confirmConsole, { body: { password: other.password } })).body.confirmed).toBe(true)
    expect((await confirm(other, asked.body.id)).body.state).toBe('applied')
  })

  test('who is removed while they confirm confirms nothing', async () => {
    const [eve, mate, honest] = [await buildOperator(app, 'Eve'), await buildOperator(app), await buildOperator(app)]
    const asked = await eve.call(session.inviteOperator, { body: { name: 'More', email: `q-${mate.email}`, reason } })
    const removal = await honest.call(session.removeOperator, { params: { id: await idOf(mate) }, body: { reason } })
    const [removed, done] = await Promise.all([confirm(eve, removal.body?.id ?? ''), confirm(mate, asked.body.id)])
    expect(removed.body.state).toBe('applied')
    expect([200, 401]).toContain(done.status)
    expect((await mate.call(session.readConsole, {})).status).toBe(401)
  })
})

/** Signs an operator in anew, with the code of the app. */
async function again(who: TestOperator): Promise<TestOperator> {
  const { email, password, code } = who
  const { headers, status } = await app.call(session.openConsole, { body: { email, password, code: code() } })
  expect(status).toBe(200)
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...who, cookie, call: (endpoint, args) => app.call(endpoint, args, { headers: { cookie } }) }
}
