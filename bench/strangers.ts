import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { openStation } from '#contract/checkin/stations.ts'
import { listPeople } from '#contract/people/persons.ts'
import { claimSlug } from '#server/identity/index.ts'
import { systemClock } from '#server/platform/runtime/index.ts'
import { buildEvent } from '#server/test-kit/build-event.ts'
import { buildFamily } from '#server/test-kit/build-family.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { report } from './figures.ts'
import type { Loaded } from './load.ts'
import { start, startLoad, type LoadGenerator } from './processes.ts'
import { fillSpeedChurch } from './speed-churches.ts'
import type { Stage } from './stage.ts'
import { attackKinds, type Attack, type Attacked, type Means } from './stranger.ts'

/** No request of a stranger costs another church more than this, at the 99th percentile. */
const MOMENT_MS = 250
const ATTACK_MS = 20_000
const CALM_MS = 5_000
const EVERY_MS = 50
const SLUG = 'strangers'

type Watched = { health: Loaded; read: Loaded }

/**
 * Eight clients send the worst they can think of, one kind after the other, while the process's health and another
 * church's list of people are asked at fixed instants: counted from the instant, so a server that stalls is not asked less.
 * `only`: one of the kinds, or seconds a kind.
 */
export async function measureStrangers(stage: Stage, only: string): Promise<void> {
  const milliseconds = (Number(only) || ATTACK_MS / 1000) * 1000
  const kinds = attackKinds.filter((kind) => kind === only)
  console.log(`\nEight strangers, ${milliseconds / 1000} s each; another church meanwhile, p50 / p99`)
  const port = await freePort()
  // As behind a proxy, so that the strangers come from as many networks as they like.
  const env = { ...stage.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: 'yes' }
  const means = await meansOf(stage)
  const other = await fillSpeedChurch(stage)
  await stage.look('vacuum analyze')
  const api = await start('server/main.mjs', 'is running at', { env })
  const [health, read] = [startLoad(), startLoad()]
  const watch = (milliseconds: number): Promise<Watched> =>
    watchBoth({ health, read }, { url: env.PUBLIC_URL, token: other.admin.token, milliseconds })
  try {
    await watch(CALM_MS)
    const calm = await watch(CALM_MS)
    report('nobody', inMs(calm), null)
    for (const kind of kinds.length > 0 ? kinds : attackKinds) {
      const attack = { kind, url: env.PUBLIC_URL, milliseconds, means }
      const { watched, attacked } = await underAttack(attack, watch)
      const worst = Math.max(watched.health.p99, watched.read.p99)
      const isKept = worst <= MOMENT_MS && watched.health.failures + watched.read.failures === 0
      report(kind, `${inMs(watched)}; ${toldOf(attacked)}`, isKept)
    }
  } finally {
    health.stop()
    read.stop()
    await api.stop()
  }
}

/** Two churches of their own, with staff, a station, an event and families. */
async function meansOf(stage: Stage): Promise<Means> {
  const people = Array.from({ length: 5_000 }, (_, index) => ({
    firstName: `Ade${index}`,
    lastName: `Chi${index % 97}`,
  }))
  const churches = [
    await stage.buildChurch({ people, units: 1_000 }),
    await stage.buildChurch({ people, units: 1_000 }),
  ]
  const [church] = churches
  if (!church) throw new Error('There is no church.')
  const app = { server: stage.server, call: stage.call, clock: { ...systemClock, advance: () => {} } }
  const event = await buildEvent(app, church)
  const families = await Promise.all(Array.from({ length: 8 }, () => buildFamily(app, church)))
  const publicKey = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const
  const { token, email } = church.admin
  const station = await stage.call(openStation, { body: { publicKey } }, { token })
  await stage.server.context.database.withTenant(church.tenantId, (tx) => claimSlug(tx, SLUG))
  return {
    staff: churches.map(({ admin }) => admin.token),
    guardians: families.map((family) => family.token),
    slug: SLUG,
    eventId: event.id,
    stationId: station.body.stationId,
    email,
  }
}

type Watching = { url: string; token: string; milliseconds: number }

async function watchBoth(
  { health, read }: Record<'health' | 'read', LoadGenerator>,
  { url, token, milliseconds }: Watching,
): Promise<Watched> {
  const order = { token, everyMilliseconds: EVERY_MS, milliseconds }
  const answers = await Promise.all([
    health.put({ ...order, urls: [`${url}/healthz`] }),
    read.put({ ...order, urls: [`${url}${listPeople.path}?limit=25`] }),
  ])
  return { health: answers[0], read: answers[1] }
}

async function underAttack(
  attack: Attack,
  watch: (milliseconds: number) => Promise<Watched>,
): Promise<{ watched: Watched; attacked: Attacked }> {
  const child = fork(path.join(import.meta.dirname, 'stranger.ts'))
  const broken = once(child, 'exit').then(() =>
    Promise.reject(new Error(`The strangers of "${attack.kind}" fell over.`)),
  )
  broken.catch(() => {})
  try {
    const ready = once(child, 'message')
    child.send(attack)
    await Promise.race([ready, broken])
    const ended = once(child, 'message') as Promise<[Attacked]>
    const watched = await watch(attack.milliseconds)
    const [attacked] = await Promise.race([ended, broken])
    return { watched, attacked }
  } finally {
    child.kill('SIGKILL')
  }
}

const inMs = ({ health, read }: Watched): string => `healthz ${pair(health)}, people ${pair(read)} ms`
const pair = ({ p50, p99 }: Loaded): string => `${p50.toFixed(0)} / ${p99.toFixed(0)}`
const toldOf = ({ statuses }: Attacked): string =>
  Object.entries(statuses)
    .map(([status, times]) => `${times} × ${status === '0' ? 'cut' : status}`)
    .join(', ')
