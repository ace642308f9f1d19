import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWelcomeEntries } from '#contract/followup/welcome.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { visitorOf } from '../../test-kit/welcome-visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const states = async ({ tenantId }: Church) =>
  (await app.look('select state from welcome_entry where tenant_id = $1', [tenantId])).map(({ state }) => String(state))
const waiting = async ({ admin }: Church) => (await app.call(listWelcomeEntries, {}, admin)).body.entries

test('a form takes no church to the end of its plan: a tenth is left for the door, and answers wait until there is room', async () => {
  const full = await app.buildChurch({ membershipSize: 3 })
  const form = await visitorOf(app, full, 'full-door')
  await Promise.all(['1', '2', '3'].map((end) => form.send({ phone: `080377700${end}0`, firstName: `Ada${end}` })))
  expect((await states(full)).toSorted()).toEqual(['doubtful', 'doubtful', 'entered'])
  expect((await waiting(full)).map(({ doubts }) => doubts)).toEqual([['full'], ['full']])
  const [odd] = await waiting(full)
  await app.look(`update welcome_entry set doubts = '{full,forged}' where id = $1`, [odd?.id])
  // However many odd ones came before, visitors stand above them.
  expect((await waiting(full)).map(({ doubts }) => doubts)).toEqual([['full'], ['full', 'forged']])
})
