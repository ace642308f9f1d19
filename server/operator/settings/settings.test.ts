import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPricing } from '#contract/billing/payments.ts'
import { readSupport } from '#contract/installation.ts'
import * as calls from '#contract/operator/settings.ts'
import type { DeskEntry, Settings } from '#contract/operator/settings.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let operator: TestOperator
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  operator = await buildOperator(app)
})
afterAll(() => app.stop())

const logOf = async (search: string): Promise<DeskEntry[]> =>
  (await operator.call(calls.listDeskLog, { query: { search, limit: 100 } })).body.items

describe('plans', () => {
  const plan = { name: 'Starter', description: 'For the first hundred', membershipSize: 100, offered: true }
  const add = (body: typeof plan) => operator.call(calls.addPlan, { body })
  const edit = (id: string, body: typeof plan) => operator.call(calls.editPlan, { params: { id }, body })

  test('are added and changed, and the log has what they were', async () => {
    const [added] = (await add(plan)).body.plans
    expect(added).toEqual({ ...plan, id: expect.any(String), churches: 0, prices: [] })
    const id = added?.id ?? ''
    expect((await edit(id, { ...plan, membershipSize: 150 })).body.plans[0]).toMatchObject({ membershipSize: 150 })
    await edit(id, { ...plan, membershipSize: 150 })
    expect((await logOf('plan.')).map(({ act, details }) => [act, details])).toEqual([
      ['plan.changed', { planName: 'Starter', before: { membershipSize: 100 }, after: { membershipSize: 150 } }],
      ['plan.added', { planName: 'Starter', after: plan }],
    ])
    expect((await edit(UNKNOWN, plan)).body.code).toBe('not_found')
  })

  test('have names of their own while they are offered, even when added at the same moment', async () => {
    const replies = await Promise.all(['Growing', 'GROWING'].map((name) => add({ ...plan, name })))
    expect(replies.map(({ body }) => body.code ?? 'added').sort()).toEqual(['added', 'name_taken'])
    expect((await add({ ...plan, name: 'growing', offered: false })).status).toBe(200)
  })
})

describe('prices', () => {
  type Wanted = Parameters<typeof operator.call<typeof calls.setPrice>>[1]['body']
  const sms: Wanted = { product: 'sms', planId: null, isoCode: null, currency: 'NGN', amount: '5.90' }
  const set = (body: Wanted) => operator.call(calls.setPrice, { body })
  const inForce = () =>
    app.look(
      `select amount::float, ended_at is null as runs from price where product = 'sms' and currency = 'NGN' order by started_at`,
    )

  test('begin where the one before ends, and churches see the new one', async () => {
    const church = await app.buildChurch()
    expect((await set(sms)).body.sms).toMatchObject([{ isoCode: null, currency: 'NGN', amount: '5.9' }])
    const { body } = await set({ ...sms, amount: '6.25' })
    expect(body.sms.map(({ amount }) => amount)).toEqual(['6.25'])
    expect(await inForce()).toEqual([
      { amount: 5.9, runs: false },
      { amount: 6.25, runs: true },
    ])
    const pricing = await app.call(readPricing, { query: {} }, { token: church.admin.token })
    expect(pricing.body.smsPrice).toBe('6.25')
    const [line] = await logOf('price.set')
    expect(line?.details).toMatchObject({ currency: 'NGN', before: { amount: '5.9' }, after: { amount: '6.25' } })
  })

  test('set at the same moment leave one in force', async () => {
    const replies = await Promise.all(['7', '8', '9'].map((amount) => set({ ...sms, amount })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await inForce()).filter(({ runs }) => runs)).toHaveLength(1)
  })

  test('of a country stand beside the general one, and end without another', async () => {
    await set({ ...sms, isoCode: 'NG', amount: '4' })
    expect((await set({ ...sms, isoCode: 'NG', amount: null })).body.sms.map(({ isoCode }) => isoCode)).toEqual([null])
    expect((await logOf('price.ended'))[0]?.details).toMatchObject({ isoCode: 'NG', before: { amount: '4' } })
  })

  test('are refused without sense', async () => {
    const codeOf = async (body: Wanted) => (await set(body)).body.code
    expect(await codeOf({ ...sms, currency: 'SLL' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, currency: 'QQQ' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, amount: '0.00' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, amount: '-1' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, planId: UNKNOWN })).toBe('invalid_input')
    expect(await codeOf({ ...sms, product: 'subscription' })).toBe('invalid_input')
    expect(await codeOf({ ...sms, product: 'subscription', planId: UNKNOWN })).toBe('not_found')
  })
})

describe('routes', () => {
  const read = async () => (await operator.call(calls.listRoutes, {})).body
  const inputOf = ({ name, countries, rateNumerator, rateDenominator, returnsUndelivered }: calls.DeskRoute) => ({
    name,
    countries,
    rateNumerator,
    rateDenominator,
    returnsUndelivered,
  })

  test('are changed, and every country keeps exactly one', async () => {
    const [nigeria, rest] = await read()
    if (!nigeria || !rest) throw new Error('There are two routes to begin with')
    const edit = (id: string, body: ReturnType<typeof inputOf>) =>
      operator.call(calls.editRoute, { params: { id }, body })
    const changed = { ...inputOf(nigeria), countries: ['NG', 'GH', 'NG'], rateNumerator: 3, rateDenominator: 2 }
    expect((await edit(nigeria.id, changed)).body).toMatchObject({ countries: ['GH', 'NG'], rateNumerator: 3 })
    expect((await logOf('route.changed'))[0]?.details).toMatchObject({
      before: { rateNumerator: 1, countries: ['NG'] },
    })
    expect((await edit(nigeria.id, { ...changed, countries: null })).body.code).toBe('invalid_input')
    expect((await edit(rest.id, { ...inputOf(rest), countries: ['KE'] })).body.code).toBe('invalid_input')
    expect((await edit('none', changed)).body.code).toBe('not_found')
    expect((await read()).map(({ countries }) => countries)).toEqual([['GH', 'NG'], null])
  })
})

describe('settings', () => {
  const account = { currency: 'NGN', accountName: 'Narthex', accountNumber: '0123456789', bank: 'First Bank', note: '' }
  const wanted: Settings = {
    supportEmail: 'help@narthex.example',
    supportPhone: '+234 803 123 4567',
    chatUrl: 'https://wa.me/2348031234567',
    approvalLimits: [
      { currency: 'NGN', amount: '100000' },
      { currency: 'KES', amount: '5000.50' },
    ],
    bankAccounts: [account],
  }
  const save = (body: Settings) => operator.call(calls.saveSettings, { body })

  test('are kept, shown to who asks for help, and logged with what they were', async () => {
    const { body } = await save(wanted)
    expect(body).toEqual({
      ...wanted,
      approvalLimits: [
        { currency: 'KES', amount: '5000.50' },
        { currency: 'NGN', amount: '100000.00' },
      ],
    })
    expect((await operator.call(calls.readSettings, {})).body).toEqual(body)
    expect((await app.call(readSupport, {})).body).toEqual({
      email: wanted.supportEmail,
      phone: wanted.supportPhone,
      chatUrl: wanted.chatUrl,
    })
    expect((await save(body)).body).toEqual(body)
    await save({ ...body, supportPhone: null })
    expect((await logOf('settings.changed')).map(({ details }) => details)).toEqual([
      { before: { supportPhone: wanted.supportPhone }, after: { supportPhone: null } },
      expect.objectContaining({ before: expect.objectContaining({ supportEmail: null, approvalLimits: {} }) }),
    ])
  })

  test('an account that changes is another one; the old row stays as it was', async () => {
    await save({ ...wanted, bankAccounts: [{ ...account, accountNumber: '9876543210' }] })
    const rows = await app.look('select account_number, offered from bank_account order by account_number')
    expect(rows).toEqual([
      { account_number: '0123456789', offered: false },
      { account_number: '9876543210', offered: true },
    ])
    await save({ ...wanted, bankAccounts: [] })
    expect((await logOf('bank_account.changed')).map(({ details }) => [details['before'], details['after']])).toEqual([
      [expect.objectContaining({ accountNumber: '9876543210' }), null],
      [expect.objectContaining(account), expect.objectContaining({ accountNumber: '9876543210' })],
      [null, account],
    ])
  })

  test('saved at the same moment leave one account of a currency', async () => {
    const numbers = ['1', '2', '3', '4']
    const replies = await Promise.all(
      numbers.map((accountNumber) => save({ ...wanted, bankAccounts: [{ ...account, accountNumber }] })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await operator.call(calls.readSettings, {})).body.bankAccounts).toHaveLength(1)
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
    expect((await save({ ...wanted, ...wrong })).body.code).toBe('invalid_input')
  })
})
