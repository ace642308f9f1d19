/**
 * Registering and loading a family beside the floor, and a rush on one class: `npm run bench registrations`. Every request
 * of a comparison is another family at another event: a repeated press is answered by less.
 */
import { appUrl } from '#server/platform/database/roles.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { comparedCosts, costing, type Costed } from './costs.ts'
import { median, report } from './figures.ts'
import type { Load } from './load.ts'
import { start, startLoad, type LoadGenerator } from './processes.ts'
import { fillRegistrationChurch, planEvent, type BenchFamily, type RegistrationChurch } from './registration-church.ts'
import { REGISTRATION_FLOOR_TABLES } from './registration-floor-store.ts'
import { bare, described } from './speed.ts'
import type { Stage } from './stage.ts'

const FAMILIES = 3_000
const EVENTS = 8
const CLASSES = 4
const CONNECTIONS = 8
const ROUNDS = 7
const ROUND_MS = 1_200
const ROUND_MOST = 1_500
/** Until what runs often is compiled and plans are kept, on both sides, and every guardian has called: at most so long. */
const WARM_UP_MS = 20_000
const RUSH_PER_SECOND = 200
const RUSH_SECONDS = 12
const RUSH_P99_MS = 300

export async function measureRegistrations(stage: Stage): Promise<void> {
  const church = await fillRegistrationChurch(stage, FAMILIES)
  const events: EventRow[] = []
  for (let made = 0; made < EVENTS; made += 1) events.push(await planEvent(stage, church, CLASSES))
  const crowded = await planEvent(stage, church, 1)
  await stage.look(REGISTRATION_FLOOR_TABLES)
  await stage.look('vacuum analyze')
  const port = await freePort()
  const env = { ...stage.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, RUN_JOBS: 'no' }
  const api = await start('server/main.mjs', 'is running at', { env })
  const plan = {
    appUrl: appUrl(stage.ownerUrl),
    ownerUrl: stage.ownerUrl,
    tenantId: church.tenantId,
    connections: 10,
    sending: [],
  }
  const floor = await start('bench/floor.ts', '', { args: [JSON.stringify(plan)] })
  const load = startLoad()
  const sides = {
    load,
    ports: { ours: port, floor: Number(floor.firstLine) },
    processes: { ours: api.child.pid ?? 0, floor: floor.child.pid ?? 0 },
    database: stage.postmasters,
    settle: () => stage.look('analyze'),
  }
  try {
    console.log(`\n${CONNECTIONS} connections, ${ROUNDS} rounds in turns; medians`)
    await compareRegistering(sides, church, events)
    await compareLoading(sides, church)
    await rush(sides, church, crowded)
  } finally {
    load.stop()
    await floor.stop()
    await api.stop()
  }
}

type Turn = { ours: Costed; floor: Costed }
type Sides = {
  load: LoadGenerator
  ports: Record<keyof Turn, number>
  processes: Record<keyof Turn, number>
  database: number[]
  settle: () => Promise<unknown>
}

const putOn = (
  { load, ports, processes, database }: Sides,
  side: keyof Turn,
  order: Pick<Load, 'requests' | 'inTurn'> & { milliseconds?: number },
): Promise<Costed> =>
  costing(() => load.put({ port: ports[side], connections: CONNECTIONS, milliseconds: ROUND_MS, ...order }), {
    server: processes[side],
    database,
  })

async function compareRegistering(sides: Sides, { families }: RegistrationChurch, events: EventRow[]): Promise<void> {
  const all = events.flatMap((event) => families.map((family, nth) => ({ event, family, nth })))
  const [warm, others] = [all.slice(0, families.length), all.slice(families.length)]
  const portionOf = (round: number) => others.slice((round - 1) * ROUND_MOST, round * ROUND_MOST)
  const put = (side: keyof Turn, round: number): Promise<Costed> => {
    const portion = round === 0 ? warm : portionOf(round)
    const order = { requests: portion.map((one) => registering(side, one)), inTurn: true }
    return putOn(sides, side, round === 0 ? { ...order, milliseconds: WARM_UP_MS } : order)
  }
  const turns = await inTurns(put, sides)
  tell('register a family', 2.5, turns)
}

type Registering = { event: EventRow; family: BenchFamily; nth: number }

function registering(side: keyof Turn, { event, family, nth }: Registering): string {
  const children = childrenOf(event, family, nth)
  if (side === 'ours')
    return bare('POST', `/api/checkin/events/${event.id}/register`, JSON.stringify({ children }), signed(family))
  return bare('POST', '/register', JSON.stringify({ eventId: event.id, personId: family.guardianId, children }))
}

const childrenOf = ({ classes }: EventRow, { childIds }: BenchFamily, nth: number) =>
  childIds.map((personId, index) => ({ personId, classId: classes[(nth + index) % classes.length]?.id ?? '' }))

const signed = ({ token }: BenchFamily): string => `authorization: Bearer ${token}\r\n`

async function compareLoading(sides: Sides, { families }: RegistrationChurch): Promise<void> {
  const some = families.slice(0, CONNECTIONS)
  const requests = {
    ours: some.map((family) => bare('GET', '/api/Family/family', undefined, signed(family))),
    floor: some.map(({ guardianId }) => bare('GET', `/family?${guardianId}`)),
  }
  const put = (side: keyof Turn): Promise<Costed> => putOn(sides, side, { requests: requests[side] })
  tell('load a family', 3, await inTurns(put, sides))
}

/**
 * The first round warms both up and does not count. After it statistics are taken, as they are within a minute by themselves:
 * plans made for tables that had nothing in them are no longer kept.
 */
async function inTurns(
  put: (side: keyof Turn, round: number) => Promise<Costed>,
  { settle }: Pick<Sides, 'settle'>,
): Promise<Turn[]> {
  const turns: Turn[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const first = round % 2 === 0 ? await put('ours', round) : null
    const floor = await put('floor', round)
    turns.push({ ours: first ?? (await put('ours', round)), floor })
    if (round === 0) await settle()
  }
  return turns.slice(1)
}

function tell(what: string, promise: number, turns: Turn[]): void {
  const failures = turns.reduce((sum, turn) => sum + turn.ours.failures + turn.floor.failures, 0)
  const ratio = median(turns.map((turn) => turn.floor.perSecond / turn.ours.perSecond))
  const figure = `${ratio.toFixed(2)} × the floor (≤ ${promise})   ${comparedCosts(turns)}   ${described(turns.map((turn) => turn.ours))}   floor ${described(turns.map((turn) => turn.floor))}`
  report(what, failures === 0 ? figure : `${figure}   ${failures} FAILED`, failures === 0 && ratio <= promise)
}

async function rush({ load, ports }: Sides, { families }: RegistrationChurch, event: EventRow): Promise<void> {
  const calls = families.slice(0, RUSH_PER_SECOND * RUSH_SECONDS).map((family, nth) => ({
    url: `http://127.0.0.1:${ports.ours}/api/checkin/events/${event.id}/register`,
    token: family.token,
    body: JSON.stringify({ children: childrenOf(event, family, nth) }),
  }))
  const { p50, p99, failures, perSecond } = await load.put({ calls, everyMilliseconds: 1000 / RUSH_PER_SECOND })
  const figure = `${perSecond.toFixed(0)}/s p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms (≤ ${RUSH_P99_MS})`
  const kept = failures === 0 && p99 <= RUSH_P99_MS
  report(
    `${RUSH_PER_SECOND} registrations a second on one class`,
    failures ? `${figure} ${failures} FAILED` : figure,
    kept,
  )
}
