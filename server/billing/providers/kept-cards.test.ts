import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sandboxSecrets } from '../../platform/config/config.ts'
import { sandboxPaymentSecrets } from '../../platform/config/payment-keys.ts'
import { startSandbox, type Sandbox } from '#sandbox/index.ts'
import { hasOracles, openOracle } from '../../test-kit/oracles.ts'
import type { KeptCard, Known, PaymentProvider } from './provider.ts'
import { begunAt, failing, newCharge, open, sandboxKeys, sandboxPage } from './test-kit/begun.ts'
import { asAsked, openRecordingServer } from './test-kit/recording-server.ts'
import { keysAt } from './test-kit/samples.ts'

let sandbox: Sandbox
let page: ReturnType<typeof sandboxPage>
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...sandboxSecrets })
  page = sandboxPage(`http://127.0.0.1:${sandbox.port}`)
})
afterEach(() => page.noFaults())
afterAll(() => sandbox.close())

const CURRENCY = { stripe: 'USD', paystack: 'NGN' } as const

describe.each(['stripe', 'paystack'] as const)('a card kept at %s', (name) => {
  const at = (patienceMs?: number): PaymentProvider =>
    open[name](sandboxKeys(`http://127.0.0.1:${sandbox.port}`, sandboxPaymentSecrets), patienceMs)

  const keep = async (): Promise<KeptCard> => {
    const { act, find } = await begunAt({ provider: at(), page }, { keepsCard: true, currency: CURRENCY[name] })
    await act('pay')
    const status = await find()
    if (status.state !== 'paid' || !status.card) throw new Error(`No card of ${JSON.stringify(status)}`)
    return status.card
  }
  const chargeOf = ({ token, owner }: KeptCard) => {
    const { reference, description } = newCharge()
    return { reference, amountMinor: 2_100_000, currency: CURRENCY[name], description, token, owner }
  }
  const knownOf = ({ reference, owner }: ReturnType<typeof chargeOf>, change: Partial<Known> = {}): Known => ({
    reference,
    providerId: null,
    cardOwner: owner,
    mayTake: true,
    ...change,
  })
  const charge = async (card: KeptCard, patienceMs?: number) => {
    const asked = chargeOf(card)
    return { asked, answer: at(patienceMs).cards?.charge(asked) }
  }

  test('is known by its face, and never by its number', async () => {
    const card = await keep()
    expect(card).toMatchObject({ brand: 'visa', last4: '4081', expMonth: 12, expYear: 2035 })
    expect(JSON.stringify(card)).not.toMatch(/\d{12}/)
  })

  test('is charged without its payer, once for each reference, however often and at once', async () => {
    const asked = chargeOf(await keep())
    const answers = await Promise.all([1, 2, 3].map(async () => at().cards?.charge(asked)))
    const { reference, amountMinor, currency } = asked
    for (const answer of answers) expect(answer).toMatchObject({ state: 'paid', reference, amountMinor, currency })
    expect(await page.payments(name, reference)).toHaveLength(1)
    expect(await at().find(knownOf(asked))).toMatchObject({ state: 'paid', reference, amountMinor })
  })

  test.each([
    ['decline', 'soft', 'insufficient_funds'],
    ['decline-hard', 'hard', 'stolen_card'],
  ])('declined (%s) says whether it may go well another day', async (fault, kind, code) => {
    const card = await keep()
    await page.fault(`${name}-charge`, fault)
    const { asked, answer } = await charge(card)
    expect(await answer).toEqual({ state: 'declined', decline: { kind, code } })
    expect(await at().find(knownOf(asked))).toEqual({ state: 'declined', decline: { kind, code } })
  })

  test('charged with an answer that was lost, it is found by our reference and not charged again', async () => {
    const card = await keep()
    await page.fault(`${name}-charge`, 'malformed')
    const { asked, answer } = await charge(card)
    expect(await failing(answer)).toBe('ProviderAway')
    expect(await at().find(knownOf(asked))).toMatchObject({ state: 'paid', reference: asked.reference })
    expect(await at().cards?.charge(asked)).toMatchObject({ state: 'paid' })
    expect(await page.payments(name, asked.reference)).toHaveLength(1)
  })

  test('what was never charged is unknown', async () => {
    expect(await at().find(knownOf(chargeOf(await keep())))).toEqual({ state: 'unknown' })
  })

  test('taken away it is declined for good; taken away twice is no fault', async () => {
    const card = await keep()
    await at().cards?.remove(card)
    await at().cards?.remove(card)
    const { answer } = await charge(card)
    expect(await answer).toMatchObject({ state: 'declined', decline: { kind: 'hard' } })
  })

  test('its charge is given back like any other', async () => {
    const { asked, answer } = await charge(await keep())
    await answer
    const { reference, amountMinor, currency } = asked
    const named = knownOf(asked, {
      providerId: ((await at().find(knownOf(asked))) as { providerId: string }).providerId,
    })
    await at().refund({ ...named, amountMinor, currency, reason: 'Twice' })
    expect(await at().find(named)).toMatchObject({ state: 'refunded', refundedMinor: amountMinor, reference })
  })

  test('a part that went back at the provider’s own desk, and came back from there, is known', async () => {
    const { asked, answer } = await charge(await keep())
    await answer
    const known = knownOf(asked, { asksAfterwards: true })
    await page.afterwards(name, asked.reference, 'refund', { amount: 100_000 })
    expect(await at().find(known)).toMatchObject({ state: 'refunded', refundedMinor: 100_000, disputes: [] })
    await page.afterwards(name, asked.reference, 'fail-refund')
    expect(await at().find(known)).toMatchObject({ state: 'paid', disputes: [] })
  })

  test.each([
    ['lose-dispute', 'lost'],
    ['win-dispute', 'won'],
  ])('a dispute is known when it is opened, and how it ends (%s)', async (what, state) => {
    const { asked, answer } = await charge(await keep())
    await answer
    const known = knownOf(asked, { asksAfterwards: true })
    await page.afterwards(name, asked.reference, 'dispute', { amount: 50_000 })
    const dispute = { id: expect.any(String), amountMinor: 50_000, currency: CURRENCY[name] }
    expect(await at().find(known)).toMatchObject({
      state: 'paid',
      disputes: [{ ...dispute, state: 'open', answerBy: expect.any(Date) }],
    })
    await page.afterwards(name, asked.reference, what)
    expect(await at().find(known)).toMatchObject({ disputes: [{ ...dispute, state }] })
  })

  test('what happened to payments is found without a notice of it', async () => {
    const { asked, answer } = await charge(await keep())
    await answer
    const changed = async () => (await at().changedSince?.(new Date(Date.now() - 60_000))) ?? []
    const mine = { reference: asked.reference, providerId: null, isAfterwards: true }
    expect(await changed()).not.toContainEqual(mine)
    await page.afterwards(name, asked.reference, 'dispute')
    expect(await changed()).toContainEqual(mine)
  })
})

test.runIf(hasOracles)('what is asked about cards is as the documents say', async () => {
  const server = await openRecordingServer()
  for (const name of ['stripe', 'paystack'] as const) {
    const provider = open[name](keysAt(server.url))
    const oracle = await openOracle(name)
    server.answer(() => ({ status: 500 }))
    const card = { token: 'pm_1', owner: name === 'stripe' ? 'cus_1' : 'ada@grace.example' }
    const { reference, description } = newCharge()
    const charge = { reference, amountMinor: 100, currency: 'USD', description, ...card }
    const known = { reference, providerId: null, cardOwner: card.owner, mayTake: true }
    await Promise.all([
      failing(provider.cards?.charge(charge)),
      failing(provider.find(known)),
      failing(provider.find({ ...known, providerId: 'pi_1' })),
      failing(provider.changedSince?.(new Date())),
      ...(name === 'paystack' ? [failing(provider.cards?.remove(card))] : []),
    ])
    expect(server.calls.length).toBeGreaterThan(3)
    // Of a span of time the validator knows only the text, which is no form.
    const plain = server.calls.filter(({ query }) => !query.includes('created'))
    const objections = plain.flatMap((call) => oracle.requestErrors(call.method, call.path, asAsked(call)))
    expect(objections).toEqual([])
  }
  await server.close()
})
