import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptOperatorInvite, openDesk } from '#contract/operator/session.ts'
import { startApp, type TestApp } from './test-kit/start-app.ts'

const run = promisify(execFile)
const COMMAND = path.resolve(import.meta.dirname, 'operator-invite.ts')
/** A process of its own, on a computer that may be busy with others. */
const PATIENCE_MS = 120_000
const PASSWORD = 'a quiet desk in June'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const invite = (...words: string[]) =>
  run(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: app.database.ownerUrl, PUBLIC_URL: 'http://localhost:3000' },
  })

test(
  'the first operator is invited from the console and signs in',
  async () => {
    const { stdout } = await invite('first@narthex.example', 'Fola', 'First')
    const token = /^http:\/\/localhost:3000\/operator\/invitation#token=([\w-]{43})$/m.exec(stdout)?.[1] ?? ''
    const accepted = await app.call(acceptOperatorInvite, { body: { token, password: PASSWORD } })
    expect(accepted.body).toEqual({ email: 'first@narthex.example' })
    const { body } = await app.call(openDesk, { body: { email: 'first@narthex.example', password: PASSWORD } })
    expect(body.operator.name).toBe('Fola First')
    expect((await invite('first@narthex.example', 'Fola')).stdout).toContain('signs in with this address already')
  },
  PATIENCE_MS,
)

test(
  'what is no address is refused with a sentence',
  async () => {
    await expect(invite('nobody', 'Fola')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Write:') })
  },
  PATIENCE_MS,
)
