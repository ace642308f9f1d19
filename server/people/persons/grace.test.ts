import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Church } from '../../test-kit/build-church.ts'
import { capacityDesk, people } from '../../test-kit/capacity-desk.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await offer({ Large: 20 })
})
afterAll(() => app.stop())

const { offer, session, add, archive, undo } = capacityDesk(() => app)
const DAY_MS = 86_400_000
const room = async (church: Church): Promise<string> =>
  (await archive(church, church.personIds.slice(0, 1))).body.changeId ?? ''
const daysLeft = async (church: Church) => (await session(church)).grace?.daysLeft

test('room for a moment begins no new days of grace, however often, nor behind the gate', async () => {
  const church = await app.buildChurch({ membershipSize: 5, people: people(5) })
  const left = [await daysLeft(church)]
  for (let day = 0; day < 5; day++) {
    app.clock.advance(3 * DAY_MS)
    await undo(church, await room(church))
    left.push(await daysLeft(church))
  }
  expect([left, (await session(church)).gate]).toEqual([[14, 11, 8, 5, 2, undefined], 'over_capacity'])
  const making = await room(church)
  expect(await session(church)).toMatchObject({ gate: 'open', grace: null })
  // Nor does a night.
  app.clock.advance(DAY_MS / 2)
  await undo(church, making)
  expect((await session(church)).gate).toBe('over_capacity')
  app.clock.advance(-15.5 * DAY_MS)
})

test('each day with room gives one back, also of a church that used them all; a larger plan gives all', async () => {
  const church = await app.buildChurch({ membershipSize: 5, people: people(5) })
  app.clock.advance(4 * DAY_MS)
  const making = await room(church)
  app.clock.advance(3 * DAY_MS)
  await undo(church, making)
  const again = await room(church)
  app.clock.advance(DAY_MS)
  await undo(church, again)
  // Four days used, three and one given back.
  expect(await daysLeft(church)).toBe(14)
  await app.look(`update church_size set over_since = over_since - interval '40 days' where tenant_id = $1`, [
    church.tenantId,
  ])
  expect((await session(church)).gate).toBe('over_capacity')
  const last = await room(church)
  app.clock.advance(5 * DAY_MS)
  await undo(church, last)
  expect(await daysLeft(church)).toBe(4)
  await room(church)
  await app.look('update subscription set membership_size = 6 where tenant_id = $1', [church.tenantId])
  await add(church)
  await add(church, 'Bola')
  expect(await daysLeft(church)).toBe(14)
  app.clock.advance(-13 * DAY_MS)
})
