import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptOperatorInvite, openConsole, readConsole } from '#contract/operator/session.ts'
import { listConsoleLog, setPrice } from '#contract/operator/settings.ts'
import { buildOperator } from './test-kit/build-operator.ts'
import { startApp, type TestApp } from './test-kit/start-app.ts'

const run = promisify(execFile)
const COMMAND = path.resolve(import.meta.dirname, 'operator-command.ts')
/** A process of its own, on a computer that may be busy with others. */
const PATIENCE_MS = 120_000
const PASSWORD = 'a quiet desk in June'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const command = (...words: string[]) =>
  run(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: app.database.ownerUrl, PUBLIC_URL: 'http://localhost:3000' },
  })

test(
  'the first operator is invited from the console and signs in',
  async () => {
    const { stdout } = await command('first@narthex.example', 'Fola', 'First')
    const token = /^http:\/\/localhost:3000\/operator\/invitation#token=([\w-]{43})$/m.exec(stdout)?.[1] ?? ''
    const accepted = await app.call(acceptOperatorInvite, { body: { token, password: PASSWORD } })
    expect(accepted.body).toEqual({ email: 'first@narthex.example' })
    const { body } = await app.call(openConsole, { body: { email: 'first@narthex.example', password: PASSWORD } })
    expect(body.operator.name).toBe('Fola First')
    expect((await command('first@narthex.example', 'Fola')).stdout).toContain(
      'An operator with this email already exists',
    )
  },
  PATIENCE_MS,
)

test(
  'what is no address is refused with a sentence',
  async () => {
    await expect(command('nobody', 'Fola')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Write one of'),
    })
  },
  PATIENCE_MS,
)

describe('where there is one operator only', () => {
  const setPriceBody = (amount: string) =>
    ({ product: 'sms', planId: null, isoCode: null, currency: 'NGN', amount, reason: 'To begin with' }) as const
  const price = async () =>
    (
      await app.look(`select trim_scale(amount)::text as amount from price where product = 'sms' and ended_at is null`)
    ).map((row) => row['amount'])

  test(
    'the command is the second: it lists what waits, says what it will do, and does it once',
    async () => {
      await app.look('delete from operator_session')
      await app.look('update operator set removed_at = now(), password_hash = null')
      const alone = await buildOperator(app, 'Ada Alone')
      const { body } = await alone.call(setPrice, { body: setPriceBody('5.9') })
      const id = body?.id ?? ''
      const listed = (await command('waiting')).stdout
      expect(listed).toContain(`${id}  Change price`)
      expect(listed).toContain('Amount: none → 5.9')
      expect(listed).toContain('Requested by Ada Alone')
      await expect(command('confirm', id)).rejects.toMatchObject({
        stdout: expect.stringContaining('Nothing is done.'),
      })
      expect(await price()).toEqual([])
      const done = (await command('confirm', id, '--yes')).stdout
      expect(done).toMatch(/Amount: none → 5\.9[^]*Done\./)
      expect(await price()).toEqual(['5.9'])
      await expect(command('confirm', id, '--yes')).rejects.toMatchObject({
        stdout: expect.stringContaining('decided already'),
      })
      const { items } = (await alone.call(listConsoleLog, { query: { limit: 1 } })).body
      expect(items[0]).toMatchObject({ act: 'price.set', operatorName: 'command on the server' })
    },
    PATIENCE_MS,
  )

  test(
    'where another can confirm it is not needed, and says who; a lost second factor it may always reset',
    async () => {
      const [asking, other] = [await buildOperator(app, 'Olu Operator'), await buildOperator(app, 'Funmi Finance')]
      const { body } = await asking.call(setPrice, { body: setPriceBody('7') })
      await expect(command('confirm', body?.id ?? '', '--yes')).rejects.toMatchObject({
        stdout: expect.stringContaining('Funmi Finance'),
      })
      expect(await price()).toEqual(['5.9'])
      await command('reset', other.email)
      const entered = await app.call(openConsole, { body: { email: other.email, password: other.password } })
      expect(entered.body.operator.hasSecondFactor).toBe(false)
      expect((await other.call(readConsole, {})).status).toBe(401)
    },
    PATIENCE_MS,
  )
})
