import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as changes from '#contract/operator/changes.ts'
import { readConsole } from '#contract/operator/session.ts'
import { listConsoleLog, listPrices, setPrice } from '#contract/operator/settings.ts'
import { buildOperator, type TestOperator } from '../../test-kit/build-operator.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sweepOperators } from '../operators/operator-jobs.ts'

const DAY = 24 * 60 * 60_000
const reason = 'The gateway costs more.'

let app: TestApp
let [first, second, third]: TestOperator[] = []
beforeAll(async () => {
  app = await startApp()
  await everybodyNew()
})
afterAll(() => app.stop())

async function everybodyNew(): Promise<void> {
  first = await buildOperator(app, 'Olu Operator')
  second = await buildOperator(app, 'Funmi Finance')
  third = await buildOperator(app, 'Tola Third')
}

const one = (who: TestOperator | undefined): TestOperator => {
  if (!who) throw new Error('Nobody')
  return who
}
let price = 10
/** Asks for a price that is not in force yet. */
async function ask(amount = `${(price += 1)}`, who = one(first)): Promise<changes.ConsoleChange> {
  const body = { product: 'email', planId: null, isoCode: null, currency: 'NGN', amount, reason } as const
  const reply = await who.call(setPrice, { body })
  if (!reply.body) throw new Error('Something changes')
  return reply.body
}
const decide = (who: TestOperator | undefined, act: 'confirm' | 'withdraw', id: string) =>
  one(who).call(act === 'confirm' ? changes.confirmChange : changes.withdrawChange, { params: { id } })
const refuse = (who: TestOperator | undefined, id: string) =>
  one(who).call(changes.refuseChange, { params: { id }, body: { reason: 'Ask the board first.' } })
const read = async (id: string, who = one(second)) => (await who.call(changes.readChange, { params: { id } })).body
const priceNow = async () => (await one(first).call(listPrices, {})).body.email[0]?.amount ?? null
const codesOf = (replies: { body: { code?: string; state?: string } }[]) =>
  replies.map(({ body }) => body.code ?? body.state).sort()

const inbox = z.object({ items: z.array(z.object({ to: z.array(z.string()), subject: z.string(), text: z.string() })) })
async function mailsOf(id: string): Promise<string[]> {
  const { items } = inbox.parse(await (await fetch(`${app.sandboxUrl}/_sandbox/mail`)).json())
  return items
    .filter(({ text }) => text.includes(`/operator/changes?id=${id}`))
    .map(({ to, subject }) => `${to.join()} ${subject}`)
    .sort()
}

test('what one asks for waits, says from and to, and the second one’s word does it; mails tell the others, then all', async () => {
  const before = await priceNow()
  const { id, ...asked } = await ask('7.5')
  expect(asked).toMatchObject({
    kind: 'price',
    state: 'waiting',
    before: { amount: before },
    after: { amount: '7.5' },
    details: { product: 'email', currency: 'NGN' },
    reason,
    askedBy: { name: 'Olu Operator' },
    isYours: true,
    mayConfirm: false,
  })
  expect(await read(id)).toMatchObject({ isYours: false, mayConfirm: true })
  expect((await one(second).call(readConsole, {})).body.waiting.changes).toBe(1)
  expect(await priceNow()).toBe(before)
  const told = await vi.waitUntil(async () => {
    const mails = await mailsOf(id)
    return mails.length === 2 ? mails : null
  }, 10_000)
  const waits = 'To confirm: Change price'
  expect(told).toEqual([`${second?.email} ${waits}`, `${third?.email} ${waits}`].sort())
  expect((await decide(second, 'confirm', id)).body).toMatchObject({
    state: 'applied',
    decidedBy: { name: 'Funmi Finance' },
    decidedAt: expect.any(String),
  })
  expect(await priceNow()).toBe('7.5')
  await vi.waitUntil(
    async () => (await mailsOf(id)).filter((mail) => mail.endsWith('Confirmed: Change price')).length === 3,
    10_000,
  )
  const log = (await one(first).call(listConsoleLog, { query: { limit: 2 } })).body.items
  expect(
    log.map(({ act, operatorName, details }) => [act, operatorName, details['reason'], details['askedBy']]),
  ).toEqual([
    ['price.set', 'Funmi Finance', reason, 'Olu Operator'],
    ['change.asked', 'Olu Operator', reason, undefined],
  ])
})

test('confirmed by many at once it is done once', async () => {
  const { id } = await ask()
  const replies = await Promise.all([second, third, second, third].map((who) => decide(who, 'confirm', id)))
  expect(codesOf(replies)).toEqual(['already_decided', 'already_decided', 'already_decided', 'applied'])
  const rows = await app.look(`select from price where product = 'email' and ended_at is null`)
  expect(rows).toHaveLength(1)
})

test('of a confirmation, a refusal and a withdrawal at once one counts', async () => {
  const before = await priceNow()
  const { id, after } = await ask()
  const replies = await Promise.all([decide(second, 'confirm', id), refuse(third, id), decide(first, 'withdraw', id)])
  const [decided, ...others] = codesOf(replies).toSorted((code) => (code === 'already_decided' ? 1 : -1))
  expect(others).toEqual(['already_decided', 'already_decided'])
  expect(await priceNow()).toBe(decided === 'applied' ? after['amount'] : before)
})

test('asked for twice, at once too, it is one; another’s wish for the same is another', async () => {
  const amount = `${(price += 1)}`
  const mine = await Promise.all([ask(amount), ask(amount), ask(amount)])
  expect(new Set(mine.map(({ id }) => id)).size).toBe(1)
  expect((await ask(amount, one(second))).id).not.toBe(mine[0]?.id)
})

test('on something that was changed meanwhile it is stale, and nobody confirms it later', async () => {
  const [one1, other] = [await ask(), await ask()]
  expect((await decide(second, 'confirm', one1.id)).body.state).toBe('applied')
  expect((await decide(second, 'confirm', other.id)).body.code).toBe('changed_meanwhile')
  expect((await read(other.id)).state).toBe('stale')
  expect((await decide(third, 'confirm', other.id)).body.code).toBe('already_decided')
  expect(await priceNow()).toBe(one1.after['amount'])
})

test('is refused with a reason by any other, and withdrawn by whoever asked, who reads what became of it', async () => {
  const before = await priceNow()
  const [refused, withdrawn] = [await ask(), await ask()]
  expect((await refuse(first, refused.id)).body.code).toBe('same_operator')
  expect((await refuse(second, refused.id)).body).toMatchObject({
    state: 'refused',
    decidedReason: 'Ask the board first.',
  })
  expect((await decide(second, 'withdraw', withdrawn.id)).body.code).toBe('not_allowed')
  expect((await decide(first, 'withdraw', withdrawn.id)).body.state).toBe('withdrawn')
  for (const { id } of [refused, withdrawn])
    expect((await decide(third, 'confirm', id)).body.code).toBe('already_decided')
  expect(await priceNow()).toBe(before)
  const { items } = (await one(first).call(changes.listChanges, { query: { state: 'decided' } })).body
  expect(items.slice(0, 2).map(({ id, state }) => [id, state])).toEqual([
    [withdrawn.id, 'withdrawn'],
    [refused.id, 'refused'],
  ])
  await vi.waitUntil(async () => (await mailsOf(refused.id)).includes(`${first?.email} Rejected: Change price`), 10_000)
})

test('the lists go on from page to page', async () => {
  const asked = [await ask(), await ask(), await ask()]
  for (const state of ['waiting', 'decided'] as const) {
    const all = (await one(first).call(changes.listChanges, { query: { state, limit: 100 } })).body.items
    const page = (await one(first).call(changes.listChanges, { query: { state, limit: 1 } })).body
    const next = (
      await one(first).call(changes.listChanges, { query: { state, limit: 2, cursor: page.nextCursor ?? '' } })
    ).body
    expect([...page.items, ...next.items]).toEqual(all.slice(0, 3))
  }
  const cursor = Buffer.from('{"at":"x"}').toString('base64url')
  const wrong = await one(first).call(changes.listChanges, { query: { state: 'waiting', cursor } })
  expect(wrong.body.code).toBe('invalid_cursor')
  for (const { id } of asked) await decide(first, 'withdraw', id)
})

describe('after seven days', () => {
  test('nobody can confirm it any more, whether or not that was written down', async () => {
    const { id } = await ask()
    app.clock.advance(7 * DAY)
    await everybodyNew()
    expect((await decide(second, 'confirm', id)).body.code).toBe('already_decided')
    expect((await read(id, one(second))).state).toBe('expired')
    expect((await one(second).call(readConsole, {})).body.waiting.changes).toBe(0)
    await sweepOperators(app.server.context)
    await sweepOperators(app.server.context)
    const { items } = (await one(first).call(listConsoleLog, { query: { search: 'change.expired' } })).body
    expect(items.filter(({ details }) => details['kind'] === 'price').length).toBeGreaterThan(0)
    expect(await app.look('select state from operator_change where id = $1', [id])).toEqual([{ state: 'expired' }])
  })
})

test('the database keeps what was asked for as it was, and lets nobody be their own second', async () => {
  const { id } = await ask('99')
  const change = (what: string) => app.look(`update operator_change set ${what} where id = $1`, [id])
  await expect(change(`wanted = '{}'`)).rejects.toThrow(/does not change/)
  await expect(change(`state = 'applied', decided_at = now(), decided_by = asked_by`)).rejects.toThrow(
    /check constraint/,
  )
  await decide(first, 'withdraw', id)
  await expect(change(`state = 'waiting', decided_at = null`)).rejects.toThrow(/is over/)
})
