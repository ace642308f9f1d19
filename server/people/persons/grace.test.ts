import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSession } from '#contract/identity/session.ts'
import * as changes from '#contract/people/changes.ts'
import { addPerson } from '#contract/people/persons.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { addPlan, setPrice } from '../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await app.look('update plan set offered = false')
  await setPrice(app.look, { currency: 'NGN', amount: '1000', planId: await addPlan(app.look, 'Large', 20) })
})
afterAll(() => app.stop())

const as = ({ admin }: Church) => ({ token: admin.token })
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ firstName: `Person ${index}` }))
const session = async (church: Church) => (await app.call(readSession, {}, as(church))).body
const nobody = {
  lastName: '',
  email: null,
  phone: null,
  kind: 'member',
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
  joinedOn: '2024-01-07',
  groupIds: [],
} as const
const add = (church: Church, firstName = 'Ada') =>
  app.call(addPerson, { body: { ...nobody, firstName, groupIds: [] } }, as(church))
const DAY_MS = 86_400_000
const room = async (church: Church): Promise<string> =>
  (await app.call(changes.archivePeople, { body: { people: { ids: church.personIds.slice(0, 1) } } }, as(church))).body
    .changeId ?? ''
const undo = (church: Church, id: string) => app.call(changes.undoChange, { params: { id } }, as(church))
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
