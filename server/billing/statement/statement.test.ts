import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallArgs } from '#contract/endpoint.ts'
import { listStatement, type UnitMovement } from '#contract/billing/statement.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { grantUnits, holdUnits, postUnits, releaseUnits, returnUnits, type Movement } from '../index.ts'
import { revokeUnits } from '../units/ledger.ts'
import { firstWords } from './first-words.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

type Move = (tx: Tx, tenantId: string, movement: Movement) => Promise<void>

const moves: Record<UnitMovement['kind'], Move> = {
  grant: grantUnits,
  hold: (tx, tenantId, movement) => holdUnits(tx, app.server.house.enqueue, { tenantId, ...movement }),
  post: postUnits,
  release: releaseUnits,
  return: returnUnits,
  revoke: (tx, tenantId, movement) => revokeUnits(tx, app.server.house.enqueue, { tenantId, ...movement }),
}
type Step = { kind: UnitMovement['kind']; units: number }

let references = 0
const take = ({ tenantId }: Church, { kind, units }: Step, at = app.clock.now()): Promise<void> =>
  app.server.house.database.withTenant(tenantId, (tx) =>
    moves[kind](tx, tenantId, { units, reference: `step-${(references += 1)}`, at }),
  )

const page = (church: Church, query: CallArgs<typeof listStatement>['query'] = {}) =>
  app.call(listStatement, { query }, { token: church.admin.token })

/** The whole statement, the newest first; something may happen between its pages. */
async function statement(
  church: Church,
  query: CallArgs<typeof listStatement>['query'] = {},
  meanwhile: (rows: number) => Promise<void> = async () => {},
): Promise<UnitMovement[]> {
  const rows: UnitMovement[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await page(church, { limit: 100, ...query, ...(cursor === undefined ? {} : { cursor }) })
    rows.push(...body.items)
    if (body.nextCursor === null) return rows
    cursor = body.nextCursor
    await meanwhile(rows.length)
  }
}

/** What each kind does to the units that are set aside. */
const asideBy = ({ kind, units }: UnitMovement): number =>
  kind === 'hold' ? units : kind === 'post' || kind === 'release' ? -units : 0

async function expectToReconcile(church: Church): Promise<void> {
  let [balance, held] = [0, 0]
  for (const row of (await statement(church)).toReversed()) {
    balance += row.change
    held += asideBy(row)
    expect(row).toMatchObject({ balance, held, units: Math.abs(row.change) || row.units })
    expect(row.units).toBeGreaterThan(0)
  }
  const accounts = await app.look(
    `select (select balance from unit_account where tenant_id = $1 and account = 'available') as balance,
       (select balance from unit_account where tenant_id = $1 and account = 'held') as held`,
    [church.tenantId],
  )
  expect(accounts).toEqual([{ balance, held }])
}

const step = fc.record({
  kind: fc.constantFrom<UnitMovement['kind']>('grant', 'hold', 'hold', 'post', 'release', 'return', 'revoke'),
  units: fc.integer({ min: 1, max: 60 }),
})

test(
  'every balance is the sum of what happened up to it, in whatever order and at once',
  { timeout: 60_000 },
  async () => {
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rounds, async (steps) => {
        const church = await app.buildChurch({ units: 100, sender: null })
        // Refused are those for which there are not enough units; those leave nothing behind.
        for (const together of steps) await Promise.allSettled(together.map((one) => take(church, one)))
        await expectToReconcile(church)
      }),
      { numRuns: 8 },
    )
  },
)

test('forty that race for the last units stand in one order, with the balance after each', async () => {
  const church = await app.buildChurch({ units: 50 })
  await Promise.allSettled(Array.from({ length: 40 }, () => take(church, { kind: 'hold', units: 2 })))
  const rows = await statement(church)
  expect(rows.map(({ balance }) => balance)).toEqual(Array.from({ length: 26 }, (_, index) => 2 * index))
  await expectToReconcile(church)
})

test('pages through 2,000 movements without losing or repeating one, while others are added', async () => {
  const church = await app.buildChurch({ units: 0 })
  const { tenantId } = church
  const at = app.clock.now()
  await app.server.house.database.withTenant(tenantId, async (tx) => {
    await Promise.all(
      Array.from({ length: 2_000 }, (_, index) =>
        grantUnits(tx, tenantId, { units: index + 1, reference: `many-${index}`, at }),
      ),
    )
  })
  expect((await page(church)).body.total).toBe(2_000)
  const rows = await statement(church, {}, async (read) => {
    if (read === 1_000) await take(church, { kind: 'grant', units: 7 })
  })
  expect(rows.map(({ units }) => units)).toEqual(Array.from({ length: 2_000 }, (_, index) => 2_000 - index))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2_000)
  await expectToReconcile(church)
})

test('tells what each kind does to free units', async () => {
  const church = await app.buildChurch({ units: 100 })
  for (const one of [
    { kind: 'hold', units: 30 },
    { kind: 'post', units: 20 },
    { kind: 'release', units: 10 },
    { kind: 'return', units: 5 },
    { kind: 'revoke', units: 4 },
  ] as const)
    await take(church, one)
  const rows = await statement(church)
  expect(rows.map(({ kind, units, change, balance, held }) => [kind, units, change, balance, held])).toEqual([
    ['revoke', 4, -4, 81, 0],
    ['return', 5, 5, 85, 0],
    ['release', 10, 10, 80, 0],
    ['post', 20, 0, 70, 10],
    ['hold', 30, -30, 70, 30],
    ['grant', 100, 100, 100, 0],
  ])
  expect((await page(church, { kind: 'post' })).body).toMatchObject({
    total: 1,
    items: [{ kind: 'post', balance: 70 }],
  })
})

test('days are those of the church’s calendar', async () => {
  const church = await app.buildChurch({ units: 0, timeZone: 'America/New_York' })
  const at = (text: string): Promise<void> => take(church, { kind: 'grant', units: 1 }, new Date(text))
  await at('2026-05-03T03:59:59Z')
  await at('2026-05-03T04:00:00Z')
  await at('2026-05-04T03:59:59Z')
  await at('2026-05-04T04:00:00Z')
  const day = '2026-05-03'
  const rows = await statement(church, { from: day, to: day })
  expect(rows.map((row) => row.at)).toEqual(['2026-05-04T03:59:59.000Z', '2026-05-03T04:00:00.000Z'])
  expect((await page(church, { from: '2026-05-04' })).body.total).toBe(1)
  expect((await page(church, { to: '2026-05-02' })).body.total).toBe(1)
  expect((await page(church, { from: '2026-05-09', to: '2026-05-02' })).body).toMatchObject({ total: 0, items: [] })
  expect((await page(church, { to: '9999-12-31' })).body.total).toBe(4)
})

test.each(['garbage', 'bnVsbA', 'LTE', 'MS41', 'IjEi', 'OTk5OTk5OTk5OTk5OTk5OTk5OTk'])(
  'a cursor that is none of ours is refused: %s',
  async (cursor) => {
    const church = await app.buildChurch()
    expect((await page(church, { cursor })).body.code).toBe('invalid_cursor')
  },
)

test('a long message is cut between two words, a long word in itself', () => {
  expect(firstWords('  Good\nmorning,   church ')).toBe('Good morning, church')
  expect(firstWords(`${'Hallelujah '.repeat(9)}`)).toBe('Hallelujah Hallelujah Hallelujah Hallelujah Hallelujah…')
  expect(firstWords('a'.repeat(61))).toBe(`${'a'.repeat(60)}…`)
  expect(firstWords('👨‍👩‍👧'.repeat(30))).toBe('👨‍👩‍👧'.repeat(30))
  expect(firstWords('é\u0323'.repeat(70))).toBe(`${'é\u0323'.repeat(60)}…`)
})
