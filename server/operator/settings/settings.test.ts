import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPricing } from '#contract/billing/payments.ts'
import { readSupport } from '#contract/installation.ts'
import * as calls from '#contract/operator/settings.ts'
import type { ConsoleEntry, Settings } from '#contract/operator/settings.ts'
import { confirmChange } from '#contract/operator/changes.ts'
import { buildOperator, confirmed, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let operator: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await startApp({ runJobs: false, keepHours: true })
  operator = await buildOperator(app)
  second = await buildOperator(app, 'Funmi Finance')
})
afterAll(() => app.stop())

const reason = 'We agreed on it.'
const why = { reason, askedBy: 'Olu Operator' }
const pricesNow = async () => (await operator.call(calls.listPrices, {})).body

const logOf = async (search: string): Promise<ConsoleEntry[]> =>
  (await operator.call(calls.listConsoleLog, { query: { search, limit: 100 } })).body.items

describe('plans', () => {
  const plan = { name: 'Starter', description: 'For the first hundred', membershipSize: 100, offered: true }
  const add = (body: typeof plan) => operator.call(calls.addPlan, { body: { ...body, reason } })
  const edit = (id: string, body: typeof plan) =>
    operator.call(calls.editPlan, { params: { id }, body: { ...body, reason } })

  test('are added and changed, and the log has what they were', async () => {
    await confirmed(second, add(plan))
    const [added] = (await pricesNow()).plans
    expect(added).toEqual({ ...plan, id: expect.any(String), churches: 0, prices: [] })
    const id = added?.id ?? ''
    await confirmed(second, edit(id, { ...plan, membershipSize: 150 }))
    expect((await pricesNow()).plans[0]).toMatchObject({ membershipSize: 150 })
    expect((await edit(id, { ...plan, membershipSize: 150 })).body).toBeNull()
    expect((await logOf('plan.')).map(({ act, details }) => [act, details])).toEqual([
      [
        'plan.changed',
        { planName: 'Starter', before: { membershipSize: 100 }, after: { membershipSize: 150 }, ...why },
      ],
      ['plan.added', { planName: 'Starter', after: plan, ...why }],
    ])
    expect((await edit(UNKNOWN, plan)).body.code).toBe('not_found')
  })

  test('have names of their own while they are offered, even when confirmed at the same moment', async () => {
    const asked = await Promise.all(['Growing', 'GROWING'].map((name) => add({ ...plan, name })))
    const ids = asked.map(({ body }) => body?.id ?? '')
    const replies = await Promise.all(ids.map((id) => second.call(confirmChange, { params: { id } })))
    expect(replies.map(({ body }) => body.code ?? 'added').sort()).toEqual(['added', 'name_taken'])
    expect((await add({ ...plan, name: 'growing' })).body?.code).toBe('name_taken')
    await confirmed(second, add({ ...plan, name: 'growing', offered: false }))
  })
})

describe('prices', () => {
  type Wanted = Omit<Parameters<typeof operator.call<typeof calls.setPrice>>[1]['body'], 'reason'>
  const sms: Wanted = { product: 'sms', planId: null, isoCode: null, currency: 'NGN', amount: '5.90' }
  const set = (body: Wanted) => operator.call(calls.setPrice, { body: { ...body, reason } })
  const inForce = () =>
    app.look(
      `select amount::float, ended_at is null as runs from price where product = 'sms' and currency = 'NGN' order by started_at`,
    )

  test('begin where the one before ends, and churches see the new one', async () => {
    const church = await app.buildChurch()
    await confirmed(second, set(sms))
    expect((await pricesNow()).sms).toMatchObject([{ isoCode: null, currency: 'NGN', amount: '5.9' }])
    expect((await set({ ...sms, amount: '05.900' })).body).toBeNull()
    await confirmed(second, set({ ...sms, amount: '6.25' }))
    expect((await pricesNow()).sms.map(({ amount }) => amount)).toEqual(['6.25'])
    expect(await inForce()).toEqual([
      { amount: 5.9, runs: false },
      { amount: 6.25, runs: true },
    ])
    const pricing = await app.call(readPricing, { query: {} }, { token: church.admin.token })
    expect(pricing.body.smsPrice).toBe('6.25')
    const [line] = await logOf('price.set')
    expect(line?.details).toMatchObject({ currency: 'NGN', before: { amount: '5.9' }, after: { amount: '6.25' } })
  })

  test('confirmed at the same moment leave one in force: the others were asked for on another price', async () => {
    const asked = await Promise.all(['7', '8', '9'].map((amount) => set({ ...sms, amount })))
    const ids = asked.map(({ body }) => body?.id ?? '')
    const replies = await Promise.all(ids.map((id) => second.call(confirmChange, { params: { id } })))
    const answers = replies.map(({ body }) => body.code ?? body.state).sort()
    expect(answers).toEqual(['applied', 'changed_meanwhile', 'changed_meanwhile'])
    expect((await inForce()).filter(({ runs }) => runs)).toHaveLength(1)
  })

  test('of a country stand beside the general one, and end without another', async () => {
    await confirmed(second, set({ ...sms, isoCode: 'NG', amount: '4' }))
    await confirmed(second, set({ ...sms, isoCode: 'NG', amount: null }))
    expect((await pricesNow()).sms.map(({ isoCode }) => isoCode)).toEqual([null])
    expect((await logOf('price.ended'))[0]?.details).toMatchObject({ isoCode: 'NG', before: { amount: '4' } })
  })

  test('are refused without sense', async () => {
    const codeOf = async (body: Wanted) => (await set(body)).body?.code
    expect(await codeOf({ ...sms, currency: 'SLL' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, currency: 'QQQ' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, amount: '0.00' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, amount: '-1' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, planId: UNKNOWN })).toBe('invalid_input')
    expect(await codeOf({ ...sms, product: 'subscription' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, product: 'subscription', planId: UNKNOWN })).toBe('not_found')
  })
})

describe('settings', () => {
  const account = { currency: 'NGN', accountName: 'Narthex', accountNumber: '0123456789', bank: 'First Bank', note: '' }
  const wanted: Settings = {
    legalName: 'Narthex Church Services Ltd',
    taxNumber: null,
    supportEmail: 'help@narthex.example',
    supportPhone: '+234 803 123 4567',
    chatUrl: 'https://wa.me/2348031234567',
    approvalLimits: [
      { currency: 'NGN', amount: '100000' },
      { currency: 'KES', amount: '5000.50' },
    ],
    bankAccounts: [account],
  }
  const save = (body: Settings) => operator.call(calls.saveSettings, { body: { ...body, reason } })
  const read = async () => (await operator.call(calls.readSettings, {})).body

  test('are kept, shown to who asks for help, and logged with what they were', async () => {
    await confirmed(second, save(wanted))
    const body = await read()
    expect(body).toEqual({
      ...wanted,
      approvalLimits: [
        { currency: 'KES', amount: '5000.50' },
        { currency: 'NGN', amount: '100000.00' },
      ],
    })
    expect((await app.call(readSupport, {})).body).toEqual({
      email: wanted.supportEmail,
      phone: wanted.supportPhone,
      chatUrl: wanted.chatUrl,
    })
    expect((await save(body)).body).toBeNull()
    await confirmed(second, save({ ...body, supportPhone: null }))
    expect((await logOf('settings.changed')).map(({ details }) => details)).toEqual([
      { before: { supportPhone: wanted.supportPhone }, after: { supportPhone: null }, ...why },
      expect.objectContaining({ before: expect.objectContaining({ supportEmail: null, approvalLimits: {} }) }),
    ])
  })

  test('an account that changes is another one; the old row stays as it was', async () => {
    await confirmed(second, save({ ...wanted, bankAccounts: [{ ...account, accountNumber: '9876543210' }] }))
    const rows = await app.look('select account_number, offered from bank_account order by account_number')
    expect(rows).toEqual([
      { account_number: '0123456789', offered: false },
      { account_number: '9876543210', offered: true },
    ])
    await confirmed(second, save({ ...wanted, bankAccounts: [] }))
    expect((await logOf('bank_account.changed')).map(({ details }) => [details['before'], details['after']])).toEqual([
      [expect.objectContaining({ accountNumber: '9876543210' }), null],
      [expect.objectContaining(account), expect.objectContaining({ accountNumber: '9876543210' })],
      [null, account],
    ])
  })

  test('of two currencies are asked for and confirmed apart, in any order', async () => {
    const now = await read()
    const limits = (currency: string, amount: string) => ({
      ...now,
      approvalLimits: [...now.approvalLimits.filter((limit) => limit.currency !== currency), { currency, amount }],
    })
    const [one, other] = [await save(limits('NGN', '7000')), await save(limits('KES', '9000'))]
    for (const { body } of [other, one]) await second.call(confirmChange, { params: { id: body?.id ?? '' } })
    expect((await read()).approvalLimits).toEqual([
      { currency: 'KES', amount: '9000.00' },
      { currency: 'NGN', amount: '7000.00' },
    ])
  })

  test('confirmed at the same moment leave one account of a currency', async () => {
    const numbers = ['1', '2', '3', '4']
    const replies = await Promise.all(
      numbers.map((accountNumber) => save({ ...wanted, bankAccounts: [{ ...account, accountNumber }] })),
    )
    const ids = replies.map(({ body }) => body?.id ?? '')
    const done = await Promise.all(ids.map((id) => second.call(confirmChange, { params: { id } })))
    expect(done.filter(({ body }) => body.state === 'applied')).toHaveLength(1)
    expect((await read()).bankAccounts).toHaveLength(1)
  })

  test.each<[string, Partial<Settings>]>([
    ['a chat link without https', { chatUrl: 'http://wa.me/1' }],
    ['a chat link that runs', { chatUrl: 'javascript:alert(1)' }],
    ['an address that is none', { supportEmail: 'nobody' }],
    ['a currency twice', { approvalLimits: [...wanted.approvalLimits, { currency: 'NGN', amount: '1' }] }],
    ['a limit finer than its currency', { approvalLimits: [{ currency: 'XOF', amount: '0.5' }] }],
    ['an account twice', { bankAccounts: [account, account] }],
    ['a currency that we do not take', { bankAccounts: [{ ...account, currency: 'QQQ' }] }],
    ['an account without a number', { bankAccounts: [{ ...account, accountNumber: ' ' }] }],
  ])('%s is refused', async (_what, wrong) => {
    expect((await save({ ...wanted, ...wrong })).body?.code).toBe('invalid_input')
  })
})
