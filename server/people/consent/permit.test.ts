import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { isPermit, optOut, permitted, type Permit, type Purpose } from '#server/people/index.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const at = new Date('2026-11-20T12:00:00Z')
const addresses = ['+2348031234567', '+2348031234568', '+2348031234569']

test('who opted out of a channel gets no permit for it, in this church', async () => {
  const [church, other] = [await app.buildChurch(), await app.buildChurch()]
  const { database } = app.server.context
  const refusal = { channel: 'sms', address: '+2348031234568', source: 'link', at } as const
  await database.withTenant(church.tenantId, async (tx) => {
    await optOut(tx, church.tenantId, refusal)
    await optOut(tx, church.tenantId, refusal)
  })
  const allowed = (tenantId: string, channel: 'sms' | 'push', purpose: Purpose = 'bulk') =>
    database.withTenant(tenantId, async (tx) =>
      (await permitted(tx, { channel, addresses, purpose, at })).map(({ address }) => address),
    )
  expect(await allowed(church.tenantId, 'sms')).toEqual(['+2348031234567', '+2348031234569'])
  expect(await allowed(church.tenantId, 'push')).toEqual(addresses)
  expect(await allowed(other.tenantId, 'sms')).toEqual(addresses)
  // What was asked for, or cannot wait, comes all the same.
  expect(await allowed(church.tenantId, 'sms', 'notice')).toEqual(addresses)
})

test('a permit says what it is for, and nothing else passes for one', async () => {
  const church = await app.buildChurch()
  const [permit] = await app.server.context.database.withTenant(church.tenantId, (tx) =>
    permitted(tx, { channel: 'sms', addresses, purpose: 'bulk', at }),
  )
  expect(permit).toMatchObject({ channel: 'sms', address: '+2348031234567', purpose: 'bulk', at })
  expect(isPermit(permit)).toBe(true)
  expect(isPermit({ ...permit })).toBe(false)
  expect(Object.isFrozen(permit)).toBe(true)
  expectTypeOf<{ channel: 'sms'; address: string; purpose: 'bulk'; at: Date }>().not.toExtend<Permit>()
})
