import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StatementLine, UnitMovement } from '#contract/billing/statement.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { asideBy, spentBy, unitConsole, type MovementQuery, type UnitConsole } from '../../test-kit/unit-desk.ts'
import { holdUnits, postUnits } from '../index.ts'

let app: TestApp
let desk: UnitConsole
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  desk = unitConsole(app)
})
afterAll(() => app.stop())

/** What lines must tell, reckoned from the movements that match: those of one message together, at its latest one. */
async function linesOf(church: Church, query: MovementQuery = {}): Promise<StatementLine[]> {
  const groups = new Map<string, UnitMovement[]>()
  const owners = await app.look(
    `select id, subject_id as of from unit_transaction
     where tenant_id = $1 and subject_id is not null and kind not in ('grant', 'revoke')`,
    [church.tenantId],
  )
  const messageOf = new Map(owners.map(({ id, of }) => [String(id), String(of)]))
  for (const one of await desk.movements(church, query)) {
    const key = messageOf.get(one.id) ?? one.id
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return Array.from(groups.values(), ([latest, ...before]) => {
    if (!latest) throw new Error('An empty group')
    const { units: _, ...line } = latest
    const all = [latest, ...before]
    const sumOf = (value: (one: UnitMovement) => number): number => all.reduce((sum, one) => sum + value(one), 0)
    return {
      ...line,
      kind: all.every(({ kind }) => kind === latest.kind) ? latest.kind : null,
      movements: all.length,
      change: sumOf(({ change }) => change),
      reserved: messageOf.has(latest.id) ? sumOf(asideBy) : 0,
      used: messageOf.has(latest.id) ? sumOf(spentBy) : 0,
    }
  })
}

/** Three messages, a purchase with its refund, and what nobody can be named for, on three days. */
async function busyChurch(): Promise<{ church: Church; messages: [string, string, string] }> {
  const church = await app.buildChurch({ units: 1_000, timeZone: 'Africa/Lagos' })
  const [one, two, three, payment] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const steps: [UnitMovement['kind'], number, string | undefined, number][] = [
    ['hold', 50, one, 1],
    ['hold', 30, two, 1],
    ['post', 20, one, 1],
    ['grant', 40, payment, 1],
    ['post', 25, one, 2],
    ['post', 30, two, 2],
    ['hold', 5, three, 2],
    ['release', 5, one, 2],
    ['hold', 2, undefined, 2],
    ['revoke', 40, payment, 2],
    ['return', 4, one, 3],
    ['release', 5, three, 3],
  ]
  for (const [kind, units, of, day] of steps)
    await desk.take(church, { kind, units }, { at: new Date(`2026-05-0${day}T12:00:00Z`), ...(of && { of }) })
  return { church, messages: [one, two, three] }
}

describe('a message is one line', () => {
  test('with what it came to, at its latest movement; what was bought and given back stays apart', async () => {
    const { church } = await busyChurch()
    const { body } = await desk.page(church, { limit: 100 })
    expect(
      body.items.map(({ kind, movements: many, change, used, reserved, balance, held }) => [
        [kind, many],
        [change, used, reserved],
        [balance, held],
      ]),
    ).toEqual([
      [
        [null, 2],
        [0, 0, 0],
        [927, 2],
      ],
      [
        [null, 5],
        [-41, 41, 0],
        [922, 7],
      ],
      [
        ['revoke', 1],
        [-40, 0, 0],
        [918, 7],
      ],
      [
        ['hold', 1],
        [-2, 0, 0],
        [958, 7],
      ],
      [
        [null, 2],
        [-30, 30, 0],
        [960, 5],
      ],
      [
        ['grant', 1],
        [40, 0, 0],
        [960, 60],
      ],
      [
        ['grant', 1],
        [1_000, 0, 0],
        [1_000, 0],
      ],
    ])
    expect([body.total, body.movements]).toEqual([7, 13])
    expect(body.items.reduce((sum, { change }) => sum + change, 0)).toBe(body.items[0]?.balance)
  })

  test('that opens: its movements, each with the balance after it, and nothing of another', async () => {
    const { church, messages } = await busyChurch()
    const rows = await desk.movements(church, { message: messages[0], limit: 2 })
    expect(rows.map(({ kind, change, balance }) => [kind, change, balance])).toEqual([
      ['return', 4, 922],
      ['release', 5, 960],
      ['post', 0, 960],
      ['post', 0, 920],
      ['hold', -50, 950],
    ])
    expect((await desk.movementsPage(church, { message: messages[0], kind: 'post' })).body.total).toBe(2)
    expect((await desk.movementsPage(await app.buildChurch(), { message: messages[0] })).body.total).toBe(0)
    expect((await desk.movementsPage(church, { message: 'none' })).body.code).toBe('invalid_input')
  })

  test.each<MovementQuery>([
    {},
    { kind: 'post' },
    { kind: 'hold' },
    { kind: 'return' },
    { kind: 'grant' },
    { from: '2026-05-02' },
    { to: '2026-05-01' },
    { from: '2026-05-02', to: '2026-05-02' },
    { kind: 'post', to: '2026-05-01' },
  ])('of what matches, on pages of any size: %o', async (query) => {
    const { church } = await busyChurch()
    const expected = await linesOf(church, query)
    for (const limit of [1, 2, 100]) expect(await desk.statement(church, { ...query, limit })).toEqual(expected)
    const { body } = await desk.page(church, query)
    expect([body.total, body.movements]).toEqual([
      expected.length,
      expected.reduce((sum, line) => sum + line.movements, 0),
    ])
  })

  test('neither lost nor repeated when it moves again while the pages are read: all tell of one time', async () => {
    const church = await app.buildChurch({ units: 1_000 })
    const messages = Array.from({ length: 12 }, () => randomUUID())
    for (const kind of ['hold', 'post'] as const)
      for (const of of messages) await desk.take(church, { kind, units: 3 }, { of })
    const before = await linesOf(church)
    let turn = 0
    const rows = await desk.statement(church, { limit: 2 }, async () => {
      // The oldest one, which is still to come, moves; so does one that was read, and a new one begins.
      await desk.take(church, { kind: 'return', units: 1 }, { of: messages[turn % 3] ?? '' })
      await desk.take(church, { kind: 'return', units: 1 }, { of: messages[11] ?? '' })
      await desk.take(church, { kind: 'hold', units: 1 }, { of: randomUUID() })
      turn += 1
    })
    expect(turn).toBe(6)
    expect(rows).toEqual(before)
    expect(await desk.statement(church)).toEqual(await linesOf(church))
    expect((await desk.page(church)).body.total).toBe(13 + 6)
  })

  test('one that moved three hundred times is one line of its page', async () => {
    const church = await app.buildChurch({ units: 10_000 })
    const at = app.clock.now()
    const [of, other] = [randomUUID(), randomUUID()]
    const { enqueue } = app.server.context
    await app.server.context.database.withTenant(church.tenantId, async (tx) => {
      await holdUnits(tx, enqueue, { tenantId: church.tenantId, units: 1, reference: other, at })
      await holdUnits(tx, enqueue, { tenantId: church.tenantId, units: 300, reference: of, at })
      for (let one = 0; one < 300; one += 1)
        await postUnits(tx, church.tenantId, { units: 1, reference: `${of}:${one}`, at })
    })
    const { body } = await desk.page(church, { limit: 2 })
    expect(body.items.map((line) => [line.movements, line.change])).toEqual([
      [301, -300],
      [1, -1],
    ])
  })
})
