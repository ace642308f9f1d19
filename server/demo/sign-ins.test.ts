import { afterAll, beforeAll, expect, test } from 'vitest'
import { familyLogin } from '#contract/checkin/door.ts'
import { listActs, readAutomation } from '#contract/followup/automation.ts'
import { login } from '#contract/identity/session.ts'
import { hashPassword } from '../identity/index.ts'
import { startApp, type TestApp } from '../test-kit/start-app.ts'
import { makeDemo } from './make-demo.ts'
import { makeAlive } from './keep-alive.ts'
import { guardianSignIns, PASSWORD, signIns, operatorSignIns } from './sign-ins.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await makeDemo(app.server.context)
})
afterAll(() => app.stop())

const all = [...signIns, ...guardianSignIns, ...operatorSignIns]

test('two rules of Grace Chapel are on and acted in the last days, each act with its rule and version', async () => {
  const credentials = { userName: 'admin@grace.example', password: PASSWORD }
  const { token } = (await app.call(login, { body: credentials })).body
  const { rules } = (await app.call(readAutomation, {}, { token })).body
  const on = rules.filter(({ isOn }) => isOn).map(({ name }) => name)
  expect(on).toEqual(['Thank you, first visit', 'We miss you'])
  const { items } = (await app.call(listActs, { query: {} }, { token })).body
  const done = items.filter(({ state, version }) => state === 'done' && version === 1)
  expect(done.length).toBeGreaterThan(0)
  expect(on).toEqual(expect.arrayContaining(done.map(({ rule }) => rule)))
})

test('the demo of an older version is told as such, its new accounts are added and every sign-in that is told works', async () => {
  await app.look('update installation set demo_version = null')
  await app.look(`delete from guardian_account`)
  await app.look(`delete from account where email in ('teacher@grace.example', 'admin@full.example')`)
  expect(await makeDemo(app.server.context)).toEqual({ signIns: all, isOlder: true })
  await makeAlive(app.server.context)
  for (const { userName } of signIns) {
    const { status } = await app.call(login, { body: { userName, password: PASSWORD } })
    expect([userName, status]).toEqual([userName, 200])
  }
  const { body } = await app.call(familyLogin, { body: { phoneNumber: '08031234567', password: PASSWORD } })
  expect(body.login.result.value.token).toEqual(expect.any(String))
  // The next start adds nobody twice.
  expect(await makeDemo(app.server.context)).toEqual({ signIns: all, isOlder: true })
})

test('a sign-in whose password is another now is not told', async () => {
  const hash = await hashPassword('a password of my own')
  await app.look(`update account set password_hash = $1 where email = 'admin@hope.example'`, [hash])
  const { signIns: told } = await makeDemo(app.server.context)
  expect(told).toEqual(all.filter(({ userName }) => userName !== 'admin@hope.example'))
})
