import net from 'node:net'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sendSms } from '#contract/messaging/sms.ts'
import { startSandbox, type Sandbox } from '#sandbox/index.ts'
import { sandboxSecrets } from './platform/config/config.ts'
import { connect } from './platform/database/database.ts'
import { appUrl } from './platform/database/roles.ts'
import { systemClock } from './platform/runtime/index.ts'
import { audit, faultsOf } from './test-kit/audit-store.ts'
import { buildChurch } from './test-kit/build-church.ts'
import { caller } from './test-kit/call.ts'
import { liftHours } from './test-kit/lift-hours-store.ts'
import { openQuery } from './test-kit/query-store.ts'
import { isOpen, makeDataFolder, runMain, type DataFolder, type RunningMain } from './test-kit/run-main.ts'
import { freePort } from './test-kit/free-port.ts'
import { until } from './test-kit/until.ts'
import { buildWebPage } from './web-build.ts'

let sandbox: Sandbox
let folder: DataFolder
let port: number
const started: RunningMain[] = []
beforeAll(async () => {
  await buildWebPage()
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...sandboxSecrets })
  folder = makeDataFolder()
  port = await freePort()
}, 120_000)
afterEach(() => started.forEach(({ process: child }) => child.kill('SIGKILL')))
afterAll(async () => {
  await sandbox.close()
  folder.remove()
})

function run(env: Record<string, string> = {}): RunningMain {
  const gateway = `http://127.0.0.1:${sandbox.port}/sms/v1`
  const main = runMain({
    DATA_DIR: folder.dir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMS_GATEWAY_URL: gateway,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    ...env,
  })
  started.push(main)
  return main
}

async function start(): Promise<RunningMain> {
  const main = run()
  await isOpen(main)
  return main
}

type Arrived = { total: number; items: { attempts: number }[] }
const arrived = async (limit = 1): Promise<Arrived> =>
  (await (await fetch(`http://127.0.0.1:${sandbox.port}/_sandbox/sms?limit=${limit}`)).json()) as Arrived

const RECIPIENTS = 3_000
const faults = (): string => `http://127.0.0.1:${sandbox.port}/_sandbox/faults`
const order = (fault: object): Promise<Response> =>
  fetch(faults(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'sms', ...fault }),
  })
/** The gateway takes the first batch and holds every later one, so that a stop comes in the middle. */
async function holdSecondBatch(): Promise<void> {
  await order({ mode: 'delay', waitMs: 0 })
  await order({ mode: 'hold', times: 100 })
}
const isReady = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
// Numbers that end in 98 or 99 have a meaning of their own in the sandbox.
const numbers = Array.from(
  { length: RECIPIENTS },
  (_, index) => `080${31_000_000 + Math.floor(index / 98) * 100 + (index % 98)}`,
).join(',')

async function sendToAll(): Promise<void> {
  const call = caller(`http://127.0.0.1:${port}`)
  const database = connect(appUrl(folder.ownerUrl()))
  const church = await buildChurch({ database, clock: systemClock }, call, { units: RECIPIENTS })
  await database.close()
  const look = openQuery(folder.ownerUrl())
  await liftHours(look)
  await look.close()
  const { body } = await call(
    sendSms,
    { body: { subject: church.sender, message: 'Welcome', toOthers: numbers } },
    { token: church.admin.token },
  )
  expect(body.unitsUsed).toBe(RECIPIENTS)
}

// A stop that is not over by itself within 19 s ends with 1.
test('SIGTERM in the middle of a large send ends it in good order, and the next start finishes it, each message once', async () => {
  const main = await start()
  await holdSecondBatch()
  await sendToAll()
  await until(async () => (await arrived()).total > 400)
  main.process.kill('SIGTERM')
  await until(async () => !(await isReady()))
  await fetch(faults(), { method: 'DELETE' })
  expect((await main.ended()).with).toBe(0)
  expect(folder.isRunning()).toBe(false)
  expect((await arrived()).total).toBeLessThan(RECIPIENTS)

  const next = await start()
  const look = openQuery(folder.ownerUrl())
  await until(async () => (await look('select 1 from campaign where finished_at is null')).length === 0, 40)
  expect(faultsOf(await audit(look))).toEqual([])
  await look.close()
  const { total, items } = await arrived(RECIPIENTS)
  expect(total).toBe(RECIPIENTS)
  expect(items.filter(({ attempts }) => attempts > 1)).toEqual([])
  next.process.kill('SIGTERM')
  expect((await next.ended()).with).toBe(0)
}, 90_000)

test('pressing Ctrl-C again ends a stop that waits for a request, and PostgreSQL goes too', async () => {
  const main = await start()
  const slow = net.connect(port, '127.0.0.1')
  slow.on('error', () => {})
  slow.write(
    'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\nexpect: 100-continue\r\n\r\n',
  )
  // The server has the request, and goes on waiting for its body.
  expect(String(await once(slow, 'data'))).toMatch(/^HTTP\/1.1 100 /)
  main.process.kill('SIGINT')
  // By itself the stop would end with 0.
  await until(async () => main.process.exitCode !== null || !main.process.kill('SIGINT'))
  expect((await main.ended()).with).toBe(130)
  await until(async () => !folder.isRunning())
  slow.destroy()
})

test('the start after kill -9 works, with the PostgreSQL that was left running', async () => {
  const main = await start()
  main.process.kill('SIGKILL')
  expect((await main.ended()).with).toBe('SIGKILL')
  expect(folder.isRunning()).toBe(true)
  const next = await start()
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  next.process.kill('SIGINT')
  expect((await next.ended()).with).toBe(0)
  expect(folder.isRunning()).toBe(false)
})

test('a taken port is said in a sentence, and nothing is left running', async () => {
  const taken = net.createServer().listen(port, '127.0.0.1')
  const main = run()
  expect((await main.ended()).with).toBe(1)
  expect(main.output()).toContain(
    `Narthex cannot start. Port ${port} is already in use: stop the program that uses it, or set PORT (and SANDBOX_PORT) to another port.`,
  )
  expect(folder.isRunning()).toBe(false)
  taken.close()
})

test('stopped while it starts, it leaves nothing running', async () => {
  const main = run()
  await until(async () => folder.isRunning())
  main.process.kill('SIGTERM')
  expect((await main.ended()).with).toBe(0)
  expect(folder.isRunning()).toBe(false)
})

test.each([
  ['PORT', { PORT: 'abc' }, 'PORT has a value that cannot be used: it must be a number from 0 to 65535.'],
  [
    'DATABASE_URL',
    { DATABASE_URL: 'postgres://owner@127.0.0.1:1' },
    'DATABASE_URL has no database: write postgres://user:password@host:5432/database.',
  ],
])('a wrong %s is said in a sentence without a stack', async (_name, env, sentence) => {
  const main = run(env)
  expect((await main.ended()).with).toBe(1)
  expect(main.output()).toContain(`Narthex cannot start. ${sentence}`)
  expect(main.output()).not.toMatch(/^\s+at /m)
})
