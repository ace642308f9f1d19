import { exportPeople, listPeople, type PeopleSort } from '#contract/people/persons.ts'
import { readSession } from '#contract/identity/session.ts'
import { addressOf } from '#server/test-kit/call.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { churchOf } from './crowded-church.ts'
import { quantile, report } from './figures.ts'
import { start, startLoad, type LoadGenerator, type Started } from './processes.ts'
import { timed, type Stage } from './stage.ts'

const MANY = 100_000
const MOST = 1_000_000
/** What the API may take of the machine while it makes files, whatever their size. */
const SERVER_MB = 250
/** A call of another church may take so long meanwhile. */
const OTHERS_P99_MS = 100
const OTHER_EVERY_MS = 20
const CALM_MS = 3_000
const LIST_RUNS = 30
const PAGES_DEEP = 300

type Api = { url: string; process: Started; load: LoadGenerator; other: Church }
type Promised = { format: 'csv' | 'xlsx'; people: number; milliseconds: number }

/** People of a church as files, with another church's calls meanwhile; then the pages of a list of a million. */
export async function measureExports(stage: Stage, most = MOST): Promise<void> {
  const many = await churchOf(stage, MANY)
  const large = await churchOf(stage, most)
  const other = await stage.buildChurch({})
  await stage.look('vacuum analyze')
  const port = await freePort()
  const env = { ...stage.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, RUN_JOBS: 'no' }
  const process = await start('server/main.mjs', 'is running at', { env })
  const api = { url: env.PUBLIC_URL, process, load: startLoad(), other }
  try {
    await watch(api, CALM_MS)
    const calm = await watch(api, CALM_MS)
    report('another church reads its session, at rest', `p99 ${calm.p99.toFixed(0)} ms`, null)
    await takeAway(api, many, { format: 'csv', people: MANY, milliseconds: 3_000 })
    await takeAway(api, many, { format: 'xlsx', people: MANY, milliseconds: 10_000 })
    await takeAway(api, large, { format: 'csv', people: most, milliseconds: 30_000 * (most / MOST) })
    await turnPages(api, large)
  } finally {
    api.load.stop()
    await process.stop()
  }
}

const watch = ({ url, load, other }: Api, milliseconds: number) =>
  load.put({
    urls: [url + readSession.path],
    token: other.admin.token,
    everyMilliseconds: OTHER_EVERY_MS,
    milliseconds,
  })

async function takeAway(api: Api, church: Church, { format, people, milliseconds }: Promised): Promise<void> {
  let megabytes = 0
  const weighing = setInterval(() => (megabytes = Math.max(megabytes, api.process.megabytes())), 100)
  const watching = watch(api, Math.min(milliseconds, CALM_MS))
  const { result, ms } = await timed(() => download(api, church, format))
  const { p99, failures } = await watching
  clearInterval(weighing)
  const what = `${people.toLocaleString('en-US')} people as ${format}`
  const isWhole = format === 'xlsx' || result.lines === people + 2
  report(what, `${ms} ms (≤ ${milliseconds}), ${(result.bytes / 1e6).toFixed(1)} MB`, isWhole && ms <= milliseconds)
  report(
    '  another church meanwhile',
    `p99 ${p99.toFixed(0)} ms (≤ ${OTHERS_P99_MS}), ${failures} failures`,
    p99 <= OTHERS_P99_MS && failures === 0,
  )
  report('  memory of the server', `${megabytes.toFixed(0)} MB (≤ ${SERVER_MB})`, megabytes <= SERVER_MB)
}

const bearer = (church: Church) => ({ headers: { authorization: `Bearer ${church.admin.token}` } })

/** Reads the file and lets it go; a line of a csv is one person, beside the headings and the administrator. */
async function download(
  { url }: Api,
  church: Church,
  format: Promised['format'],
): Promise<{ bytes: number; lines: number }> {
  const reply = await fetch(url + addressOf(exportPeople, { query: { format } }), bearer(church))
  if (!reply.ok || !reply.body) throw new Error(`The export answered ${reply.status}: ${await reply.text()}`)
  let [bytes, lines] = [0, 0]
  for await (const chunk of reply.body) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  return { bytes, lines }
}

async function turnPages(api: Api, church: Church): Promise<void> {
  const page = async (query: { search?: string; sort?: PeopleSort; cursor?: string; limit?: number }) => {
    const reply = await fetch(api.url + addressOf(listPeople, { query }), bearer(church))
    return (await reply.json()) as { total: number; nextCursor: string | null }
  }
  for (const sort of ['name', '-joined'] as const) {
    let cursor = ''
    for (let turned = 0; turned < PAGES_DEEP; turned += 1)
      cursor = (await page({ sort, limit: 100, ...(cursor ? { cursor } : {}) })).nextCursor ?? ''
    await time(`the list by ${sort}, first page`, () => page({ sort }))
    await time(`the list by ${sort}, behind ${PAGES_DEEP * 100} rows`, () => page({ sort, cursor }))
  }
  for (const search of ['ade', 'Ọkáfọ̀r Ngọzi', '0803001']) await time(`search ${search}`, () => page({ search }))
}

async function time(what: string, ask: () => Promise<{ total: number }>): Promise<void> {
  const times: number[] = []
  let total = 0
  for (let run = 0; run < LIST_RUNS; run += 1) {
    const { result, ms } = await timed(ask)
    times.push(ms)
    total = result.total
  }
  report(what, `p50 ${quantile(times, 0.5)} p95 ${quantile(times, 0.95)} ms, of ${total}`, null)
}
