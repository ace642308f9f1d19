import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addNewcomer } from '#contract/followup/people.ts'
import { createTask } from '#contract/followup/tasks.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { buildStaffDevice } from '../../test-kit/push-device.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { isOpen, runMain, type RunningMain } from '../../test-kit/run-main.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { watchFollowup, watchFollowupJob } from './watch.ts'

let app: TestApp
let church: Church
let efua: Colleague
const started: RunningMain[] = []
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
  await buildStaffDevice(app, efua.token)
})
afterEach(() => started.splice(0).forEach(({ process: child }) => child.kill('SIGKILL')))
afterAll(() => app.stop())

const asEfua = () => ({ token: efua.token })
const enter = async () =>
  (await app.call(addNewcomer, { body: { ...guest, ownerId: efua.accountId } }, asEfua())).body.id
/** A worker of its own process, on real time as the server. */
const startAnother = async (): Promise<RunningMain> => {
  const worker = runMain({ ...app.env, RUN_JOBS: 'yes' }, 'worker.mjs')
  started.push(worker)
  await isOpen(worker)
  return worker
}
const look = () =>
  app.server.context.database.withoutTenant((tx) => app.server.context.enqueue(tx, watchFollowupJob, {}))
/** A task due in 59 minutes, whose reminder was to come a minute ago. */
const remind = async (instructions: string) => {
  const dueDate = new Date(app.clock.now().getTime() + 59 * 60_000).toISOString()
  const body = { instructions, contacts: await enter(), dueDate, reminder: 60 }
  await app.call(createTask, { body }, asEfua())
}
const isClaimed = async (instructions: string) =>
  (await app.look('select 1 from followup_task where instructions = $1 and reminded_at is not null', [instructions]))
    .length > 0
const told = async (instructions: string) =>
  (await mailsTo(app.sandboxUrl, efua.email)).filter(({ text }) => text.includes(instructions)).length
const pushed = async (): Promise<number> => {
  const reply = (await (await fetch(`${app.sandboxUrl}/_sandbox/push`)).json()) as { items: unknown[] }
  return reply.items.length
}
const waiting = async (name: string) =>
  app.look(`select state from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`, [name])
const refuseMail = (times: number) =>
  fetch(`${app.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'mail', mode: 'tempfail', times }),
  })

test('a reminder outlives kill -9 of the worker that had begun it, and is told once, however often it is looked for again', async () => {
  await refuseMail(500)
  await remind('Bring the book')
  const killed = await startAnother()
  await look()
  await until(() => isClaimed('Bring the book'), 30)
  // The mail server is away: the mail is tried, or waits for another try, when the worker is killed.
  await until(async () => (await waiting('followup.tell')).length > 0, 20)
  killed.process.kill('SIGKILL')
  expect((await killed.ended()).with).toBe('SIGKILL')
  expect(await told('Bring the book')).toBe(0)
  // What it had begun is taken up when its heart has not beaten for long enough: said here at once.
  await app.look(
    `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null where state in ('active', 'retry')`,
  )
  await fetch(`${app.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' })

  const next = await startAnother()
  await until(async () => (await told('Bring the book')) > 0, 60)
  await look()
  await remind('Visit her')
  await look()
  await until(async () => (await told('Visit her')) > 0, 30)
  next.process.kill('SIGTERM')
  expect((await next.ended()).with).toBe(0)
  await watchFollowup(app.server.context)
  expect([await told('Bring the book'), await told('Visit her')]).toEqual([1, 1])
  expect(await pushed()).toBe(2)
}, 150_000)

test('two workers hand a card that nobody touched on once', async () => {
  const id = await enter()
  await Promise.all([startAnother(), startAnother()])
  await app.look(
    `update newcomer set touched_at = now() - interval '30 days', owned_at = now() - interval '30 days', hand_on_at = now()
     where person_id = $1`,
    [id],
  )
  await Promise.all(Array.from({ length: 6 }, look))
  await until(async () => (await waiting('followup.watch')).length === 0, 40)
  const moves = await app.look(`select reason from followup_log where person_id = $1 and kind = 'owner' order by at`, [
    id,
  ])
  expect(moves).toEqual([{ reason: null }, { reason: 'untouched' }])
}, 90_000)
