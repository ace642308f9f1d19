/**
 * How many times as long the API takes as the floor: both measured in one run, taking turns, after a warm-up. Judge the
 * ratio; times differ from machine to machine. `node bench/speed.ts [rounds] [milliseconds]`
 */
import { getSearchedUsers, listPeople } from '#contract/people/persons.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { appUrl } from '#server/platform/database/roles.ts'
import { median, report } from './figures.ts'
import { SENDING_FLOOR_TABLES } from './sending-floor-store.ts'
import type { Loaded } from './load.ts'
import { start, startLoad, type LoadGenerator, type Started } from './processes.ts'
import { comparedCosts, costing, type Costed } from './costs.ts'
import { fillSpeedChurch, fillSendingChurches, type SendingChurch } from './speed-churches.ts'
import type { Stage } from './stage.ts'

const CONNECTIONS = 8
const WARM_UP_MS = 2_000
const MEMORY_PROMISE_MB = 150

type Case = { what: string; promise: number; ours: string[]; floor: string[] }
/** `only`: the cases whose name holds this. */
type Settings = { rounds: number; milliseconds: number; only?: string }

export async function measureSpeed(stage: Stage, { rounds, milliseconds, only = '' }: Settings): Promise<void> {
  const church = await fillSpeedChurch(stage)
  const sending = await fillSendingChurches(stage, CONNECTIONS)
  await stage.look(SENDING_FLOOR_TABLES)
  await stage.look('vacuum analyze')
  const port = await freePort()
  const env = {
    ...stage.env,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RUN_JOBS: 'no',
  }
  const api = await start('server/main.mjs', 'is running at', { env })
  const plan = {
    appUrl: appUrl(stage.ownerUrl),
    ownerUrl: stage.ownerUrl,
    tenantId: church.tenantId,
    connections: 10,
    sending: sending.map(({ tenantId, group }) => ({ tenantId, group: group.replace('group_', '') })),
  }
  const floor = await start('bench/floor.ts', '', { args: [JSON.stringify(plan)] })
  const load = startLoad()
  try {
    console.log(`\n${CONNECTIONS} connections, ${rounds} rounds of ${milliseconds} ms each, in turns; medians`)
    for (const one of casesOf(church.admin.token, sending).filter(({ what }) => what.includes(only)))
      await compare(one, {
        settle: () => stage.look('analyze'),
        load,
        ports: { ours: port, floor: Number(floor.firstLine) },
        processes: { ours: api.child.pid ?? 0, floor: floor.child.pid ?? 0, database: stage.postmasters },
        rounds,
        milliseconds,
      })
    reportMemory(api)
  } finally {
    load.stop()
    await floor.stop()
    await api.stop()
  }
}

export function casesOf(token: string, sending: SendingChurch[]): Case[] {
  const message = 'Dear #name#, the choir meets on Friday at six. Grace Chapel'
  const send = (of: (church: SendingChurch) => object): string[] =>
    sending.map((church) => request(sendSms, church.token, {}, { subject: church.sender, message, ...of(church) }))
  const floorSend = (of: (church: SendingChurch) => object): string[] =>
    sending.map((church, nth) => bare('POST', `/send?${nth}`, JSON.stringify({ message, ...of(church) })))
  return [
    { what: 'a route without database', promise: 3, ours: [bare('GET', '/healthz')], floor: [bare('GET', '/')] },
    {
      what: 'people page, 25 rows, signed in',
      promise: 3,
      ours: [request(listPeople, token, { limit: 25 })],
      floor: [bare('GET', '/people')],
    },
    {
      what: 'people search',
      promise: 3,
      ours: [request(getSearchedUsers, token, { searchText: 'ade' })],
      floor: [bare('GET', '/search')],
    },
    {
      what: '100 recipients, a group',
      promise: 2,
      ours: send(({ group }) => ({ groupedContacts: [group] })),
      floor: floorSend(() => ({})),
    },
    {
      what: '100 recipients, typed numbers',
      promise: 2,
      ours: send(({ numbers }) => ({ toOthers: numbers })),
      floor: floorSend(({ numbers }) => ({ toOthers: numbers })),
    },
  ]
}

type Comparison = {
  settle: () => Promise<unknown>
  load: LoadGenerator
  ports: { ours: number; floor: number }
  processes: { ours: number; floor: number; database: number[] }
} & Settings

async function compare(
  { what, promise, ours, floor }: Case,
  { settle, load, ports, processes, rounds, milliseconds }: Comparison,
): Promise<void> {
  const put = (side: 'ours' | 'floor', time: number): Promise<Costed> => {
    const requests = side === 'ours' ? ours : floor
    const ask = () => load.put({ port: ports[side], requests, connections: CONNECTIONS, milliseconds: time })
    return costing(ask, { server: processes[side], database: processes.database })
  }
  await put('ours', WARM_UP_MS)
  await put('floor', WARM_UP_MS)
  // As a minute later it would be by itself: plans made for tables that had nothing in them are no longer kept.
  await settle()
  const turns: { ours: Costed; floor: Costed }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await put('ours', milliseconds) : null
    const below = await put('floor', milliseconds)
    turns.push({ ours: first ?? (await put('ours', milliseconds)), floor: below })
  }
  const failures = turns.reduce((sum, turn) => sum + turn.ours.failures + turn.floor.failures, 0)
  const ratio = median(turns.map((turn) => turn.floor.perSecond / turn.ours.perSecond))
  const processor = comparedCosts(turns)
  const figure = `${ratio.toFixed(2)} × the floor (≤ ${promise})   ${processor}   ${described(turns.map((turn) => turn.ours))}   floor ${described(turns.map((turn) => turn.floor))}`
  report(what, failures === 0 ? figure : `${figure}   ${failures} FAILED`, failures === 0 && ratio <= promise)
}

export const described = (loaded: Loaded[]): string =>
  `${Math.round(median(loaded.map(({ perSecond }) => perSecond)))}/s p50 ${median(loaded.map(({ p50 }) => p50)).toFixed(1)} p99 ${median(loaded.map(({ p99 }) => p99)).toFixed(1)} ms`

function reportMemory(api: Started): void {
  const megabytes = api.megabytes()
  report(
    'memory of the server after it',
    `${megabytes.toFixed(0)} MB (≤ ${MEMORY_PROMISE_MB})`,
    megabytes <= MEMORY_PROMISE_MB,
  )
}

function request(
  endpoint: Parameters<typeof addressOf>[0],
  token: string,
  query: Record<string, string | number>,
  body?: object,
): string {
  return bare(
    endpoint.method,
    addressOf(endpoint, { query }),
    body && JSON.stringify(body),
    `authorization: Bearer ${token}\r\n`,
  )
}

/** A request as it goes over the wire. */
export function bare(method: string, address: string, body?: string, headers = ''): string {
  const about =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}${about}\r\n${body ?? ''}`
}
