import type { EventRow } from '#contract/checkin/events.ts'
import { fetchPack, syncStation, type SignedAct } from '#contract/checkin/offline.ts'
import { admitStation, openStation, type PublicKey } from '#contract/checkin/stations.ts'
import { register } from '#contract/checkin/registration.ts'
import { closeStation, bringActs, renewPack, type Line } from '#web/checkin/offline/sync-loop.ts'
import { makeKeyPair, stationKeyOf, sealAct } from '#web/checkin/offline/keys.ts'
import { localDesk, type LocalDesk } from '#web/checkin/offline/local-desk.ts'
import { openQueue, type Queue, type Shelf } from '#web/checkin/offline/queue.ts'
import type { Church } from './build-church.ts'
import { buildEvent } from './build-event.ts'
import { buildFamily, type Family } from './build-family.ts'
import { answered, cutOff, unlessLost, type Cut } from './lost-answers.ts'
import type { TestApp } from './start-app.ts'

const FAMILIES = 7
/** A device of the browser's own engine at a church of the app. */
export type Device = {
  stationId: string
  queue: Queue
  /** The same while nobody has typed the PIN. */
  locked: Queue
  desk: LocalDesk
  line: (cut: Cut) => Line
  late: (() => Promise<unknown>)[]
}
/** `others` are registered and never come to a station. `late` are calls that hang and may arrive; `refusals` their presses. */
export type Day = {
  app: TestApp
  church: Church
  event: EventRow
  families: Family[]
  others: Family
  devices: Device[]
  late: (() => Promise<{ status: number; body: { code?: string } }>)[]
  refusals: string[]
}
/** In the name of the church's administrator. */
export const as = ({ church }: Pick<Day, 'church'>) => ({ token: church.admin.token })
/** One of all, whatever the number. */
export const pick = <T>(all: readonly T[], chosen: number): T => {
  const one = all[chosen % all.length]
  if (one === undefined) throw new Error('There is none to choose from.')
  return one
}

/** A service of seven families at three stations that know it. */
export async function openDay(app: TestApp): Promise<Day> {
  const church = await app.buildChurch()
  const classes = [
    { name: 'Nursery', capacity: 9 },
    { name: 'Toddlers', capacity: 12 },
    { name: 'Teens', capacity: null },
  ]
  const event = await buildEvent(app, church, { classes })
  const families: Family[] = []
  for (let made = 0; made < FAMILIES; made += 1)
    families.push(await buildFamily(app, church, { children: [{}, { firstName: 'Ife' }, { firstName: 'Ola' }] }))
  const others = await buildFamily(app, church, {
    children: Array.from({ length: 20 }, (_, place) => ({ firstName: `Ada ${place}` })),
  })
  const devices: Device[] = []
  for (const name of ['Front', 'Back', 'Side']) devices.push(await openDevice({ app, church, event }, name))
  const day: Day = { app, church, event, families, others, devices, late: [], refusals: [] }
  for (const [place, family] of families.entries()) await registerOne(day, family, place)
  for (const device of devices) await renew(device, day, 'none')
  return day
}

/** The browser's own engine, with a storage that keeps nothing but text. */
async function openDevice(
  { app, church, event }: Pick<Day, 'app' | 'church' | 'event'>,
  name: string,
): Promise<Device> {
  const key = await stationKeyOf(await makeKeyPair())
  const { body } = await app.call(openStation, { body: { publicKey: key.publicKey } }, as({ church }))
  const { stationId } = body
  await app.call(admitStation, { params: { id: stationId }, body: { name } }, as({ church }))
  const [kept, open] = [new Map<string, string>(), new Map<string, string>()]
  const shelf: Shelf = {
    get: async <Value>(id: string) => (kept.has(id) ? (JSON.parse(kept.get(id) ?? '') as Value) : undefined),
    beside: async <Value>(id: string) => (open.has(id) ? (JSON.parse(open.get(id) ?? '') as Value) : undefined),
    put: async (id, value, beside) => {
      if (beside !== undefined) open.set(id, JSON.stringify(beside))
      return kept.set(id, JSON.stringify(value)).size > 0
    },
  }
  /** As a vault without its key. */
  const shut: Shelf = {
    ...shelf,
    get: () => Promise.resolve(undefined),
    put: async (id, _value, beside) => open.set(id, JSON.stringify(beside)).size > 0,
  }
  const now = () => app.clock.now()
  const tools = {
    stationId,
    sign: key.sign,
    seal: (act: SignedAct, to: PublicKey) => sealAct(stationId, act, to),
    by: () => null,
    now,
    inTurn: <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request(`test.${stationId}`, work),
  }
  const [queue, locked] = [openQueue({ ...tools, shelf }), openQueue({ ...tools, shelf: shut })]
  const late: Device['late'] = []
  const line = (how: Cut): Line => ({
    sync: (acts, sealed) => {
      const body = { acts, sealed }
      return cutOff(how, () => answered(app.call(syncStation, { params: { id: stationId }, body }, as({ church }))))
    },
    pack: (eventId, holding, proof) => {
      const body = { eventId, holding, proof }
      const ask = () => answered(app.call(fetchPack, { params: { id: stationId }, body }, as({ church })))
      late.push(ask)
      return cutOff(how, ask)
    },
  })
  return { stationId, queue, locked, desk: localDesk(queue, { eventId: event.id, now }), line, late }
}

/** Brings what waits. */
export const sync = ({ queue, line }: Device, how: Cut) => unlessLost(bringActs(queue, line(how)))
/** Brings what waits while nobody can read it. */
export const syncLocked = ({ locked, line }: Device, how: Cut) => unlessLost(bringActs(locked, line(how)))
/** Gets a fresh pack. */
export const renew = ({ queue, line }: Device, { app, event }: Pick<Day, 'app' | 'event'>, how: Cut) =>
  unlessLost(renewPack(queue, line(how), { eventId: event.id, now: () => app.clock.now() }))
/** Children in a class of the day. */
export const placed = (day: Day, childIds: readonly string[], room: number) =>
  childIds.map((personId) => ({ personId, classId: pick(day.event.classes, room).id }))
/** At the portal: the first child of a family. */
export const registerOne = (day: Day, family: Family, room: number) =>
  day.app.call(
    register,
    { params: { id: day.event.id }, body: { children: placed(day, family.childIds.slice(0, 1), room) } },
    { token: family.token },
  )

/** Gives places and codes back. */
export const close = ({ queue, line }: Device, how: Cut) => closeStation({ queue, line: line(how) })
