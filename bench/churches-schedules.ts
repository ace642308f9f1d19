/** What runs by itself, in an installation of many churches beside one of a single church: each schedule, then a worker that only waits. */
import { setTimeout as sleep } from 'node:timers/promises'
import { areas } from '#server/app.ts'
import { until } from '#server/test-kit/until.ts'
import { countWaitingJobs, type Installation } from './churches-store.ts'
import { report } from './figures.ts'
import { processorSeconds, start } from './processes.ts'
import { timed, type Stage } from './stage.ts'

/** What runs every minute may take so much of a minute, all together. */
const MINUTELY_MS = 1_000
const TOLD_MS = 20
const BUSY_MS = 500
const EVERY_MINUTE = '* * * * *'
const SETTLE_MS = 20_000
const PATIENCE_SECONDS = 300
const IDLE_SECONDS = 60
/** So much more of one processor than where there is one church. */
const MORE = 0.02

type Ran = { name: string; cron: string; ms: number; database: number }

export async function measureSchedules(installations: Installation[]): Promise<void> {
  const ran: Ran[][] = []
  for (const installation of installations) {
    // The first time finds something to do; what counts is what it costs when there is nothing.
    const first = (await runSchedules(installation.stage)).filter(({ ms }) => ms >= BUSY_MS)
    const told = first.map(({ name, ms }) => `${name} ${(ms / 1000).toFixed(1)} s`)
    report(
      `every schedule for the first time, ${installation.what}`,
      told.join(', ') || `each below ${BUSY_MS} ms`,
      null,
    )
    ran.push(await runSchedules(installation.stage))
  }
  const [one = [], many = []] = ran
  for (const [nth, { name, cron, ms, database }] of many.entries())
    if (ms >= TOLD_MS) {
      const figure = `${ms} ms, ${database.toFixed(0)} ms of PostgreSQL's processor; one church ${one[nth]?.ms} ms   (${cron})`
      report(`  ${name}`, figure, null)
    }
  const minutely = many.filter(({ cron }) => cron === EVERY_MINUTE).reduce((sum, { ms }) => sum + ms, 0)
  report('what runs every minute, together', `${minutely} ms (≤ ${MINUTELY_MS})`, minutely <= MINUTELY_MS)
  await idle(installations)
}

/** What runs by itself, once, one after the other. */
export async function runSchedules(stage: Stage): Promise<Ran[]> {
  const { context } = stage.server
  const ran: Ran[] = []
  for (const { queue, cron, run } of areas.flatMap((area) => area.workers(context))) {
    if (cron === undefined) continue
    const before = processorSeconds(...stage.postmasters)
    const { ms } = await timed(() => run({}, new AbortController().signal))
    ran.push({ name: queue.name, cron, ms, database: (processorSeconds(...stage.postmasters) - before) * 1000 })
  }
  return ran
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** A worker of each, at the same time, with nothing to do but look. */
async function idle(installations: Installation[]): Promise<void> {
  const workers = await Promise.all(
    installations.map(({ stage: { env } }) => start('server/worker.mjs', 'is processing jobs', { env })),
  )
  await sleep(SETTLE_MS)
  for (const { stage } of installations)
    await until(async () => (await countWaitingJobs(stage.look)) === 0, PATIENCE_SECONDS)
  const taken = (): number[] =>
    installations.flatMap(({ stage }, nth) => [
      processorSeconds(workers[nth]?.child.pid ?? 0),
      processorSeconds(...stage.postmasters),
    ])
  const before = taken()
  await sleep(IDLE_SECONDS * 1000)
  const shares = taken().map((now, nth) => (now - (before[nth] ?? 0)) / IDLE_SECONDS)
  const [alone = 0, aloneInDatabase = 0] = shares
  for (const [nth, { what }] of installations.entries()) {
    const [worker = 0, database = 0] = shares.slice(2 * nth)
    const memory = workers[nth]?.megabytes() ?? 0
    const kept = worker + database <= alone + aloneInDatabase + MORE
    const figure = `worker ${percent(worker)}, PostgreSQL ${percent(database)} of a processor, ${memory.toFixed(0)} MB`
    report(`a worker that waits, ${what}`, `${figure} (≤ one church + ${percent(MORE)})`, kept)
  }
  for (const worker of workers) await worker.stop()
}
