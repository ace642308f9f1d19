import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWelcomeEntries, readWelcomeForm } from '#contract/followup/welcome.ts'
import { login } from '#contract/identity/session.ts'
import { startApp, type TestApp } from '../test-kit/start-app.ts'
import { makeDemo } from './make-demo.ts'
import { PASSWORD } from './sign-ins.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await makeDemo(app.server.context)
})
afterAll(() => app.stop())

const ownerOfGrace = async () =>
  (await app.call(login, { body: { userName: 'admin@grace.example', password: PASSWORD } })).body.token

test('many of the last weeks said who they are on the welcome form, and one press waits for a decision', async () => {
  const token = await ownerOfGrace()
  const { body: form } = await app.call(readWelcomeForm, {}, { token })
  expect(form.filledIn).toBeGreaterThan(5)
  expect(form.places.map(({ place }) => place)).toContain('Main entrance')
  const { body: waiting } = await app.call(listWelcomeEntries, {}, { token })
  expect(waiting.total).toBe(1)
  const [claim] = waiting.entries
  expect(claim).toMatchObject({ state: 'claimed', lastName: claim?.known?.lastName, doubts: [] })
  expect(claim?.firstName).not.toBe(claim?.known?.firstName)
})
