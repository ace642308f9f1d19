import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { readSession } from '#contract/identity/session.ts'
import type { MovableClock } from '#server/platform/runtime/index.ts'
import { defineJob } from '#server/platform/jobs/index.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'
import { moveDemoClock, readDemoClock } from './demo-clock.ts'

let app: TestApp
let clock: MovableClock
beforeAll(async () => {
  app = await startApp()
  let ahead = 0
  clock = {
    now: app.clock.now,
    aheadMs: () => ahead,
    setAhead: (milliseconds) => {
      app.clock.advance(milliseconds - ahead)
      ahead = milliseconds
    },
  }
})
afterAll(() => app.stop())

const DAY_MS = 86_400_000
const countSessions = () => app.look('select count(*)::int as sessions from session')

test('a jump forward brings what is due: every schedule runs once, waiting jobs become due', async () => {
  const { token } = (await app.buildChurch()).admin
  expect(await countSessions()).toEqual([{ sessions: 1 }])
  const { context } = app.server
  const [known] = await app.look(`select name from pgboss.queue where name like '%sweep%' limit 1`)
  const waiting = defineJob({ name: String(known?.['name']), payload: z.object({}) })
  await context.database.withoutTenant((tx) => context.enqueue(tx, waiting, {}, { startAfter: 20 * 86_400 }))
  const waits = () => app.look("select from pgboss.job where start_after > now() + interval '1 hour'")
  expect(await waits()).toHaveLength(1)
  await moveDemoClock(context, clock, 31 * DAY_MS)
  expect(await waits()).toEqual([])
  await until(async () => (await countSessions())[0]?.['sessions'] === 0, 20)
  expect((await app.call(readSession, {}, { token })).status).toBe(401)
})

test('it is kept for the next start, and real time comes back', async () => {
  clock.setAhead(0)
  await readDemoClock(app.server.context, clock)
  expect(clock.aheadMs()).toBe(31 * DAY_MS)
  await moveDemoClock(app.server.context, clock, 0)
  const before = Date.now()
  const now = app.clock.now().getTime()
  expect([before <= now, now <= Date.now()]).toEqual([true, true])
  await readDemoClock(app.server.context, clock)
  expect(clock.aheadMs()).toBe(0)
})
