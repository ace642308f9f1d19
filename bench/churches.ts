/**
 * An installation of many churches beside one of a single church, in one run: `npm run bench churches [how many]`. What the
 * calls of a Sunday cost there, what runs by itself, what it takes of disk and memory, how long it takes to start.
 */
import { checkIn } from '#contract/checkin/station.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { readFamily } from '#contract/people/families.ts'
import { getSearchedUsers, listPeople } from '#contract/people/persons.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { fill, PEOPLE } from './churches-fill.ts'
import type { Door, Installation } from './churches-store.ts'
import { median, report } from './figures.ts'
import type { Loaded } from './load.ts'
import { measureSchedules } from './churches-schedules.ts'
import { memoryOfFamily, processorSeconds, start, startLoad, type LoadGenerator, type Started } from './processes.ts'
import { bare } from './speed.ts'
import { openStage, timed } from './stage.ts'

const CHURCHES = 2_000
const CONNECTIONS = 4
const ROUNDS = 5
const RESTARTS = 3
const ROUND_MOST_MS = 60_000
/** What a call may cost where there are many churches, beside where there is one. */
const RATIO = 1.25
const START_MS = 1_500
const SERVER_MB = 150

type Side = Installation & { api: Started; port: number }

export async function measureChurches(churches = CHURCHES): Promise<void> {
  const stages = [await openStage({ RUN_JOBS: 'no' }), await openStage({ RUN_JOBS: 'no' })] as const
  try {
    console.log(`\n${churches.toLocaleString('en-US')} churches of ${PEOPLE} people, beside a single one`)
    const one = await fill(stages[0], 'one church', 1)
    const many = await fill(stages[1], `${churches} churches`, churches)
    await measureStarts([one, many])
    await measureCalls([one, many])
    await measureSchedules([one, many])
  } finally {
    for (const stage of stages) await stage.close()
  }
}

const environment = async ({ stage }: Installation): Promise<Record<string, string>> => {
  const port = String(await freePort())
  return { ...stage.env, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, RUN_JOBS: 'no' }
}

/** A server that finds its database running, by turns. */
async function measureStarts(installations: Installation[]): Promise<void> {
  const times = installations.map((): { ms: number; processor: number }[] => [])
  for (let round = 0; round < RESTARTS; round += 1)
    for (const [nth, installation] of installations.entries()) {
      const env = await environment(installation)
      const { result, ms } = await timed(() => start('server/main.mjs', 'is running at', { env }))
      times[nth]?.push({ ms, processor: processorSeconds(result.child.pid ?? 0) })
      await result.stop()
    }
  const [one = [], many = []] = times
  const half = (of: typeof one): number => median(of.map(({ ms }) => ms))
  const told = (of: typeof one): string =>
    `${half(of)} ms, ${(median(of.map(({ processor }) => processor)) * 1000).toFixed(0)} ms of processor`
  report('start of a server', `${told(many)} (≤ ${START_MS} ms); one church ${told(one)}`, half(many) <= START_MS)
}

type Case = { what: string; each: number; request: (door: Door, nth: number) => string }

const casesOf = (): Case[] => [
  {
    what: 'people page, 25 rows',
    each: 400,
    request: ({ token }) => asked(listPeople, token, { query: { limit: 25 } }),
  },
  {
    what: 'people search',
    each: 400,
    request: ({ token }, nth) =>
      asked(getSearchedUsers, token, { query: { searchText: ['ade', 'oko', 'chi', 'ngo'][nth % 4] ?? '' } }),
  },
  {
    what: 'load a family',
    each: 400,
    request: ({ token, families }, nth) =>
      asked(readFamily, token, { params: { id: families[nth % families.length]?.id ?? '' } }),
  },
  {
    what: 'a send to 100',
    each: 50,
    request: ({ token, group, sender }) =>
      asked(
        sendSms,
        token,
        {},
        { subject: sender, message: 'Dear #name#, the choir meets at six.', groupedContacts: [`group_${group}`] },
      ),
  },
  { what: 'check-in of a family', each: 100, request: arriving },
]

/** Every family of a church comes once to each of its events. */
function arriving({ token, families, events }: Door, nth: number): string {
  const family = families[nth % families.length]
  const event = events[Math.floor(nth / families.length) % events.length]
  const children = family?.children.map((personId, at) => ({
    personId,
    classId: event?.classes[at % event.classes.length],
  }))
  return asked(checkIn, token, {}, { eventId: event?.id, familyId: family?.id, children })
}

function asked(
  endpoint: Parameters<typeof addressOf>[0],
  token: string,
  given: Parameters<typeof addressOf>[1],
  body?: object,
): string {
  return bare(
    endpoint.method,
    addressOf(endpoint, given),
    body && JSON.stringify(body),
    `authorization: Bearer ${token}\r\n`,
  )
}

async function measureCalls(installations: Installation[]): Promise<void> {
  const sides: Side[] = []
  for (const installation of installations) {
    const env = await environment(installation)
    const api = await start('server/main.mjs', 'is running at', { env })
    sides.push({ ...installation, api, port: Number(env['PORT']) })
  }
  const load = startLoad()
  try {
    console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds by turns, each request of another church; medians`)
    for (const one of casesOf()) await compare(one, sides, load)
    for (const { what, api, stage } of sides) {
      const own = memoryOfFamily(...stage.postmasters)
      const figure = `server ${api.megabytes().toFixed(0)} MB (≤ ${SERVER_MB}), PostgreSQL ${own.megabytes.toFixed(0)} MB in ${own.processes} processes`
      report(`memory, ${what}`, figure, api.megabytes() <= SERVER_MB)
    }
  } finally {
    load.stop()
    for (const { api } of sides) await api.stop()
  }
}

/** Microseconds of processor that an answer took, in the server and in PostgreSQL. */
type Turn = Loaded & { server: number; database: number }

async function compare({ what, each, request }: Case, sides: Side[], load: LoadGenerator): Promise<void> {
  const turns = sides.map((): Turn[] => [])
  // The first round warms up and does not count.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [nth, side] of round % 2 === 0 ? [...sides.entries()] : [...sides.entries()].toReversed()) {
      const requests = Array.from({ length: each }, (_, at) => {
        const turn = round * each + at
        const door = side.doors[turn % side.doors.length]
        return door ? request(door, Math.floor(turn / side.doors.length)) : ''
      })
      const turn = await takeTurn(side, requests, load)
      if (round > 0) turns[nth]?.push(turn)
    }
  const [one = [], many = []] = turns
  const ratio = costOf(many) / costOf(one)
  const failures = turns.flat().reduce((sum, turn) => sum + turn.failures, 0)
  const figure = `${ratio.toFixed(2)} × the processor of one church (≤ ${RATIO})   ${described(many)}   one church ${described(one)}`
  report(what, failures === 0 ? figure : `${figure}   ${failures} FAILED`, failures === 0 && ratio <= RATIO)
}

async function takeTurn({ api, stage, port }: Side, requests: string[], load: LoadGenerator): Promise<Turn> {
  const taken = (): number[] => [processorSeconds(api.child.pid ?? 0), processorSeconds(...stage.postmasters)]
  const before = taken()
  const loaded = await load.put({ port, requests, inTurn: true, connections: CONNECTIONS, milliseconds: ROUND_MOST_MS })
  const [server = 0, database = 0] = taken().map(
    (now, nth) => ((now - (before[nth] ?? 0)) * 1_000_000) / loaded.answers,
  )
  return { ...loaded, server, database }
}

const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
const costOf = (turns: Turn[]): number => mean(turns.map(({ server, database }) => server + database))

const described = (turns: Turn[]): string => {
  const of = (pick: (turn: Turn) => number): number => median(turns.map(pick))
  const [server, database] = [mean(turns.map((turn) => turn.server)), mean(turns.map((turn) => turn.database))]
  return `${server.toFixed(0)} + ${database.toFixed(0)} µs, p50 ${of(({ p50 }) => p50).toFixed(1)} p99 ${of(({ p99 }) => p99).toFixed(1)} ms`
}
