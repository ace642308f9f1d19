import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'
import { openQuery, type Look } from '#server/test-kit/query-store.ts'
import { connect, type Database } from '../database/database.ts'
import { holdSlot } from './slots.ts'

let database: TestDatabase
/** As two servers have them. */
let one: Database
let other: Database
let look: Look
beforeAll(async () => {
  database = await cloneDatabase()
  one = connect(database.appUrl)
  other = connect(database.appUrl)
  look = openQuery(database.ownerUrl)
})
afterAll(async () => {
  await Promise.all([one.close(), other.close(), look.close()])
  await database.drop()
})

test('each has so many slots on all servers together, of each kind, and gets one back once', async () => {
  const first = await holdSlot(one, 'export', 'church')
  expect(await holdSlot(other, 'export', 'church')).not.toBeNull()
  expect(await holdSlot(one, 'export', 'church')).toBeNull()
  expect(await holdSlot(other, 'export', 'church')).toBeNull()
  expect(await holdSlot(other, 'export', 'another')).not.toBeNull()
  expect(await holdSlot(other, 'reading', 'church')).not.toBeNull()
  await first?.leave()
  await first?.leave()
  expect(await holdSlot(other, 'export', 'church')).not.toBeNull()
  expect(await holdSlot(one, 'export', 'church')).toBeNull()
})

test('of many who come at the same moment as many are let in as there are slots', async () => {
  const came = await Promise.all(Array.from({ length: 12 }, (_, nth) => holdSlot(nth % 2 ? one : other, 'upload', 'x')))
  expect(came.filter(Boolean)).toHaveLength(4)
})

test('a server that was killed lets go of its slots within a minute', async () => {
  const [, second] = [await holdSlot(one, 'export', 'killed'), await holdSlot(one, 'export', 'killed')]
  expect(await holdSlot(other, 'export', 'killed')).toBeNull()
  const [held] = await look('select max(until) - now() < interval $$61 seconds$$ as soon from slot')
  expect(held).toEqual({ soon: true })
  await look(`update slot set until = now() where number = 1 and key = sha256($$export\nkilled$$)`)
  expect(await holdSlot(other, 'export', 'killed')).not.toBeNull()
  expect(await holdSlot(other, 'export', 'killed')).toBeNull()
  await second?.leave()
})
