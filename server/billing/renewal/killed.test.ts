import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../platform/runtime/index.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import { renewals } from '../../test-kit/renewals.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { renewChurch } from './renew-churches.ts'

let app: TestApp
let kit: Awaited<ReturnType<typeof renewals>>
const workers: ChildProcess[] = []
beforeAll(async () => {
  // The jobs are done by processes of their own, which can be killed.
  app = await startApp({ runJobs: false })
  kit = await renewals(app)
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await end(worker)
  await kit.shop.noFaults()
})
afterAll(() => app.stop())

async function end(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
}

function startWorker(): ChildProcess {
  const { port } = new URL(app.sandboxUrl)
  const env = {
    NODE_ENV: 'test',
    PORT: new URL(app.url).port,
    PUBLIC_URL: app.url,
    LOG_LEVEL: 'silent',
    DATABASE_URL: app.database.ownerUrl,
    SANDBOX_PORT: port,
    SMS_GATEWAY_URL: `${app.sandboxUrl}/sms/v1`,
  }
  const worker = spawn(process.execPath, [path.resolve('server/worker.mjs')], { env, stdio: 'ignore' })
  workers.push(worker)
  return worker
}

const atProvider = async (reference: string) => {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/payments?reference=${reference}`)
  return (await reply.json()) as { total: number; items: { state: string }[] }
}

test.each([
  // The money is taken, and nobody hears the answer.
  ['paystack', 'accept-late'],
  // The provider takes it only once its caller is dead.
  ['stripe', 'delay'],
] as const)(
  'a worker killed with -9 while %s charges the card (%s): taken once, and the months are given once',
  async (provider, mode) => {
    kit.goTo(1)
    const church = await kit.renewing(2, provider)
    await renewChurch(app.server.context, church)
    const before = await kit.endOf(church)
    kit.goTo(2)
    await renewChurch(app.server.context, church)
    const [charge] = await kit.chargesOf(church)
    const reference = String(charge?.['reference'])
    await kit.shop.fault(`${provider}-charge`, mode)
    const killed = startWorker()
    await until(async () => (await kit.states(church)).join() === 'pending', 20)
    if (mode === 'accept-late') await until(async () => (await atProvider(reference)).total === 1)
    await end(killed)
    expect(await kit.states(church)).toEqual(['pending'])
    // As if the heart of the dead one had been listened for long enough.
    await app.look(
      `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null where state = 'active'`,
    )
    startWorker()
    await until(async () => (await kit.states(church)).join() === 'succeeded', 30)
    expect(await atProvider(reference)).toMatchObject({ total: 1, items: [{ state: 'paid' }] })
    const after = await kit.endOf(church)
    expect(after > addDays(before, 27) && after < addDays(before, 32)).toBe(true)
    expect(faultsOf(await audit(app.look))).toEqual([])
  },
  60_000,
)
