import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTimeLine } from '#contract/billing/subscription.ts'
import { readSession } from '#contract/identity/session.ts'
import * as calls from '#contract/operator/churches.ts'
import { confirmChange } from '#contract/operator/changes.ts'
import { addDays, dayIn } from '#server/platform/runtime/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let operator: TestOperator
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
  operator = await buildOperator(app)
})
afterAll(() => app.stop())

const reason = 'Their bank was closed.'
const today = () => dayIn('Africa/Lagos', app.clock.now())
const give = ({ tenantId }: Church, days: number, expiresOn: string) =>
  operator.call(calls.grantDays, { params: { id: tenantId }, body: { days, expiresOn, reason } })
const gateOf = async ({ admin: { token } }: Church) => (await app.call(readSession, {}, { token })).body.gate

test('one operator gives an expired church days: its gate opens at once, and its time line says why', async () => {
  const church = await app.buildChurch({ expiresOn: '2020-01-01' })
  const reply = await give(church, 7, '2020-01-01')
  expect(reply.body).toEqual({ expiresOn: addDays(today(), 7), change: null })
  expect(await gateOf(church)).toBe('open')
  const { body: seen } = await app.call(readTimeLine, {}, { token: church.admin.token })
  expect(seen.items[0]).toMatchObject({ kind: 'granted', days: 7, reason, actorName: 'Narthex', onDay: today() })
  const { body: whole } = await operator.call(calls.readConsoleTimeLine, { params: { id: church.tenantId } })
  expect(whole.items[0]).toMatchObject({ kind: 'granted', actorName: operator.email })
  // A second press saw another last day.
  expect((await give(church, 7, '2020-01-01')).body).toMatchObject({ code: 'changed_meanwhile' })
})

test('more than fourteen days within thirty take a second operator, however they are parted', async () => {
  const church = await app.buildChurch({ expiresOn: '2020-01-01' })
  const { expiresOn } = (await give(church, 10, '2020-01-01')).body
  const { body } = await give(church, 5, expiresOn)
  expect(body).toMatchObject({ expiresOn, change: { kind: 'subscription_days', state: 'waiting' } })
  const second = await buildOperator(app, 'Funmi Finance')
  const { body: change } = await second.call(confirmChange, { params: { id: body.change?.id ?? '' } })
  expect(change).toMatchObject({ state: 'applied', after: { expiresOn: addDays(expiresOn, 5) } })
  const { body: church2 } = await operator.call(calls.readConsoleChurch, { params: { id: church.tenantId } })
  expect(church2.expiresOn).toBe(addDays(expiresOn, 5))
  // Thirty days later one alone may give again.
  app.clock.advance(31 * 86_400_000)
  operator = await buildOperator(app)
  expect((await give(church, 14, addDays(expiresOn, 5))).body.change).toBeNull()
})

test('one operator gives all churches together no more than seventy days alone; another one has days of their own', async () => {
  const eve = await buildOperator(app, 'Eve')
  const giveTo = async (who: TestOperator, days: number) => {
    const { tenantId } = await app.buildChurch({ expiresOn: '2020-01-01' })
    const { body } = await who.call(calls.grantDays, {
      params: { id: tenantId },
      body: { days, expiresOn: '2020-01-01', reason },
    })
    return body.change === null
  }
  for (let church = 0; church < 5; church += 1) expect(await giveTo(eve, 14)).toBe(true)
  expect(await giveTo(eve, 1)).toBe(false)
  expect(await giveTo(operator, 1)).toBe(true)
})

test('no church, no days and no reason are refused', async () => {
  const church = await app.buildChurch()
  const unknown = { ...church, tenantId: '00000000-0000-4000-8000-000000000000' }
  expect((await give(unknown, 1, '2020-01-01')).body).toMatchObject({ code: 'not_found' })
  for (const days of [0, -1, 1.5, 367])
    expect((await give(church, days, '2999-12-31')).body).toMatchObject({ code: 'invalid_input' })
  const timeLine = await operator.call(calls.readConsoleTimeLine, { params: { id: unknown.tenantId } })
  expect(timeLine.body.code).toBe('not_found')
})
