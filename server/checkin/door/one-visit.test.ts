import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedAct, StationAct } from '#contract/checkin/offline.ts'
import * as calls from '#contract/checkin/station.ts'
import type { GrantTerms } from '#contract/checkin/guardians.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import { childrenInClass, comeIn, sayForChurch, type InClass } from '../../test-kit/children-in-class.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { openDevice, type StationDevice } from '../../test-kit/station-device.ts'
import { until } from '../../test-kit/until.ts'

let app: TestApp
let here: InClass
let uncle: string
let one: string
let other: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  here = await childrenInClass(app)
  uncle = here.family.otherIds[0] ?? ''
  ;[one = '', other = ''] = here.family.childIds
})

const as = () => ({ token: here.desk.token })
const comeAgain = (event = here.event) => comeIn(app, here.desk, { family: here.family, event })
const checkOut = (given: { childIds: string[]; eventId?: string; code?: string }) =>
  app.call(calls.checkOut, { body: { eventId: here.event.id, code: here.code, collectorId: uncle, ...given } }, as())
const givePass = (terms: Partial<GrantTerms> = {}) =>
  sayForChurch(app, here.church, {
    familyId: here.family.familyId,
    personId: uncle,
    terms: { oneTime: true, ...terms },
  })
/** Both have read the pass as unused before either uses it up. */
async function atOnce<Reply>(ask: () => Promise<Reply>[]): Promise<Reply[]> {
  const asked = await app.server.context.database.withTenant(here.church.tenantId, async (tx) => {
    await sql`select from guardian_grant for update`.execute(tx)
    const replies = ask()
    await until(async () => (await waiting()) === replies.length)
    return replies
  })
  return Promise.all(asked)
}
const waiting = async () => {
  const rows = await app.look(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}
const usedAt = async () => {
  const rows = await app.look('select distinct used_event as event from guardian_grant where tenant_id = $1', [
    here.church.tenantId,
  ])
  return rows.map(({ event }) => event)
}

describe('a one-time pass is for one visit', () => {
  test('brothers and sisters who leave together are one use, also when two events want it at the same moment', async () => {
    await givePass()
    const evening = await buildEvent(app, here.church, { startsIn: 1 })
    const { code: later } = await comeAgain(evening)
    const { childIds } = here.family
    const replies = await atOnce(() => [
      checkOut({ childIds }),
      checkOut({ childIds, eventId: evening.id, code: later }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const loser = replies.find(({ status }) => status === 409)
    expect(new Set(Object.values(loser?.body.fields ?? {}))).toEqual(new Set(['used']))
    const gone = await app.look(`select from custody_entry where tenant_id = $1 and act = 'checked_out'`, [
      here.church.tenantId,
    ])
    expect(gone).toHaveLength(2)
  })

  test('they may leave one after the other or at two desks at once, but nobody twice, and at no other event', async () => {
    await givePass({ childIds: here.family.childIds })
    const evening = await buildEvent(app, here.church, { startsIn: 1 })
    const { code: later } = await comeAgain(evening)
    const apart = await Promise.all([checkOut({ childIds: [one] }), checkOut({ childIds: [other] })])
    expect(apart.map(({ status }) => status)).toEqual([200, 200])
    const elsewhere = await checkOut({ childIds: [other], eventId: evening.id, code: later })
    expect(elsewhere.body.fields).toEqual({ [other]: 'used' })
    await comeAgain()
    const again = await Promise.all([checkOut({ childIds: [one] }), checkOut({ childIds: [other] })])
    expect(again.map(({ body }) => body.fields)).toEqual([{ [one]: 'used' }, { [other]: 'used' }])
    expect(await usedAt()).toEqual([here.event.id])
  })

  test('who is in class still stays allowed, who comes in later is not', async () => {
    await givePass()
    const look = () => app.call(calls.lookAtCollection, { body: { eventId: here.event.id, code: here.code } }, as())
    const verdicts = async () =>
      (await look()).body.found[0]?.collectors.find(({ personId }) => personId === uncle)?.verdicts
    expect(await verdicts()).toEqual(['allowed', 'allowed'])
    expect((await checkOut({ childIds: [one] })).status).toBe(200)
    await comeAgain()
    expect(await verdicts()).toEqual(['used', 'allowed'])
    expect((await checkOut({ childIds: [one, other] })).body.fields).toEqual({ [one]: 'used', [other]: 'allowed' })
    expect((await checkOut({ childIds: [other] })).status).toBe(200)
  })

  test('who is not named is not allowed by it', async () => {
    await givePass({ childIds: [one] })
    expect((await checkOut({ childIds: [one] })).status).toBe(200)
    expect((await checkOut({ childIds: [other] })).body.fields).toEqual({ [other]: 'no_grant' })
  })
})

describe('without a network', () => {
  let devices: [StationDevice, StationDevice]
  beforeEach(async () => {
    devices = [await openDevice(app, here.church, 'Front'), await openDevice(app, here.church, 'Back')]
    for (const device of devices) await device.pack(here.event.id)
  })
  const leaving = (childId: string): StationAct => {
    const about = { eventId: here.event.id, code: here.code, collectorId: uncle }
    return { kind: 'check_out', ...about, childIds: [childId] }
  }
  const later = (minutes: number) => ({ doneAt: new Date(app.clock.now().getTime() + minutes * 60_000).toISOString() })
  const outcomes = async (device: StationDevice, acts: SignedAct[]) =>
    (await device.sync(acts)).body.outcomes.map(({ outcome }) => outcome)

  test('the same, whichever station is heard first', async () => {
    await givePass()
    const [front, back] = devices
    const [first, second] = [front.sign(1, leaving(one), later(2)), back.sign(1, leaving(other), later(5))]
    app.clock.advance(10 * 60_000)
    expect(await outcomes(back, [second])).toEqual(['done'])
    expect(await outcomes(front, [first])).toEqual(['done'])
    expect(await usedAt()).toEqual([here.event.id])
  })

  test('a grant that was given after a child was handed over does not make that right', async () => {
    const [front] = devices
    const [before, after] = [front.sign(1, leaving(one), later(2)), front.sign(2, leaving(one), later(8))]
    app.clock.advance(5 * 60_000)
    await givePass()
    app.clock.advance(5 * 60_000)
    expect(await outcomes(front, [before, after])).toEqual(['refused', 'done'])
  })

  test('a pack says who may leave with a pass that was used here; who came in again stays', async () => {
    await givePass()
    const [front] = devices
    await checkOut({ childIds: [one] })
    await comeAgain()
    const { body: pack } = await front.pack(here.event.id)
    const [family] = pack.families
    const collector = family?.collectors.find(({ personId }) => personId === uncle)
    const verdicts = family?.family.children.map(({ personId }, index) => [personId, collector?.verdicts[index]])
    expect(Object.fromEntries(verdicts ?? [])).toEqual({ [one]: 'used', [other]: 'allowed' })
    const acts = [front.sign(1, leaving(one)), front.sign(2, leaving(other))]
    expect(await outcomes(front, acts)).toEqual(['refused', 'done'])
  })
})
