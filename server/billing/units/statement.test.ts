import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnitMovement } from '#contract/billing/statement.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { asideBy, unitConsole, type UnitConsole } from '../../test-kit/unit-desk.ts'
import { grantUnits } from '../index.ts'
import { firstWords } from './first-words.ts'

let app: TestApp
let desk: UnitConsole
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  desk = unitConsole(app)
})
afterAll(() => app.stop())

async function expectToReconcile(church: Church): Promise<void> {
  let [balance, held] = [0, 0]
  for (const row of (await desk.movements(church)).toReversed()) {
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
        for (const together of steps) await Promise.allSettled(together.map((one) => desk.take(church, one)))
        await expectToReconcile(church)
      }),
      { numRuns: 8 },
    )
  },
)

test('forty that race for the last units stand in one order, with the balance after each', async () => {
  const church = await app.buildChurch({ units: 50 })
  await Promise.allSettled(Array.from({ length: 40 }, () => desk.take(church, { kind: 'hold', units: 2 })))
  const rows = await desk.statement(church)
  expect(rows.map(({ balance }) => balance)).toEqual(Array.from({ length: 26 }, (_, index) => 2 * index))
  await expectToReconcile(church)
})

test('pages through 500 movements without losing or repeating one, while others are added', async () => {
  const church = await app.buildChurch({ units: 0 })
  const { tenantId } = church
  const at = app.clock.now()
  await app.server.context.database.withTenant(tenantId, async (tx) => {
    await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        grantUnits(tx, tenantId, { units: index + 1, reference: `many-${index}`, at }),
      ),
    )
  })
  expect((await desk.page(church)).body.total).toBe(500)
  const rows = await desk.movements(church, {}, async (read) => {
    if (read === 200) await desk.take(church, { kind: 'grant', units: 7 })
  })
  expect(rows.map(({ units }) => units)).toEqual(Array.from({ length: 500 }, (_, index) => 500 - index))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(500)
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
    await desk.take(church, one)
  const rows = await desk.movements(church)
  expect(rows.map(({ kind, units, change, balance, held }) => [kind, units, change, balance, held])).toEqual([
    ['revoke', 4, -4, 81, 0],
    ['return', 5, 5, 85, 0],
    ['release', 10, 10, 80, 0],
    ['post', 20, 0, 70, 10],
    ['hold', 30, -30, 70, 30],
    ['grant', 100, 100, 100, 0],
  ])
  expect((await desk.page(church, { kind: 'post' })).body).toMatchObject({
    total: 1,
    items: [{ kind: 'post', balance: 70 }],
  })
})

test('days are those of the church’s calendar', async () => {
  const church = await app.buildChurch({ units: 0, timeZone: 'America/New_York' })
  const at = (text: string): Promise<void> => desk.take(church, { kind: 'grant', units: 1 }, { at: new Date(text) })
  await at('2026-05-03T03:59:59Z')
  await at('2026-05-03T04:00:00Z')
  await at('2026-05-04T03:59:59Z')
  await at('2026-05-04T04:00:00Z')
  const day = '2026-05-03'
  const rows = await desk.statement(church, { from: day, to: day })
  expect(rows.map((row) => row.at)).toEqual(['2026-05-04T03:59:59.000Z', '2026-05-03T04:00:00.000Z'])
  expect((await desk.page(church, { from: '2026-05-04' })).body.total).toBe(1)
  expect((await desk.page(church, { to: '2026-05-02' })).body.total).toBe(1)
  expect((await desk.page(church, { from: '2026-05-09', to: '2026-05-02' })).body).toMatchObject({
    total: 0,
    items: [],
  })
  expect((await desk.page(church, { to: '9999-12-31' })).body.total).toBe(4)
})

const cursorOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each(['garbage', ...[null, -1, 1.5, '1', 1e20, { after: 1 }, { after: 1, until: 0.5 }].map(cursorOf)])(
  'a cursor that is none of ours is refused: %s',
  async (cursor) => {
    const church = await app.buildChurch()
    expect((await desk.movementsPage(church, { cursor })).body.code).toBe('invalid_cursor')
    expect((await desk.page(church, { cursor })).body.code).toBe('invalid_cursor')
  },
)

test('a long message is cut between two words, a long word in itself', () => {
  expect(firstWords('  Good\nmorning,   church ')).toBe('Good morning, church')
  expect(firstWords(`${'Hallelujah '.repeat(9)}`)).toBe('Hallelujah Hallelujah Hallelujah Hallelujah Hallelujah…')
  expect(firstWords('a'.repeat(61))).toBe(`${'a'.repeat(60)}…`)
  expect(firstWords('Dear members, Sunday service is at 12 Allen Avenue, Ikeja. Come early')).toBe(
    'Dear members, Sunday service is at 12 Allen Avenue, Ikeja…',
  )
  expect(firstWords('👨‍👩‍👧'.repeat(30))).toBe('👨‍👩‍👧'.repeat(30))
  expect(firstWords('é\u0323'.repeat(70))).toBe(`${'é\u0323'.repeat(60)}…`)
})
