import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyCustody } from '#contract/checkin/classes.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { fetchPack, openStation, syncStation } from '#contract/checkin/offline.ts'
import { cancelChild, register } from '#contract/checkin/registration.ts'
import { checkIn, checkOut } from '#contract/checkin/station.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildEvent } from '#server/test-kit/build-event.ts'
import { buildFamily, type Family } from '#server/test-kit/build-family.ts'
import { answered, cutOff, unlessLost, type Cut } from '#server/test-kit/lost-answers.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { anyStep, type Step } from '#server/test-kit/sunday-steps.ts'
import { makeKeyPair, stationKeyOf } from '#web/checkin/offline/keys.ts'
import { localDesk, type LocalDesk } from '#web/checkin/offline/local-desk.ts'
import { holdingOf, openQueue, type Queue } from '#web/checkin/offline/queue.ts'
import { StationRefusal } from '#web/checkin/offline/station-refusal.ts'
import { actOf, type KeptAct } from '#web/checkin/offline/station-state.ts'
import { bringActs, renewPack, type Line } from '#web/checkin/offline/sync-loop.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const FAMILIES = 7
/** Of those who walk in with one phone; the first is always there, as the parent is. */
const NAMES = ['Kemi', 'Dayo', 'Bola']

type Device = {
  stationId: string
  queue: Queue
  desk: LocalDesk
  line: (cut: Cut) => Line
  late: (() => Promise<unknown>)[]
}
/** `others` are registered and never come to a station. */
type Day = { church: Church; event: EventRow; families: Family[]; others: Family; devices: Device[] }
const as = ({ church }: Pick<Day, 'church'>) => ({ token: church.admin.token })
const pick = <T>(all: readonly T[], chosen: number): T => {
  const one = all[chosen % all.length]
  if (one === undefined) throw new Error('There is none to choose from.')
  return one
}

async function openDay(): Promise<Day> {
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
  for (const name of ['Front', 'Back', 'Side']) devices.push(await openDevice({ church, event }, name))
  const day: Day = { church, event, families, others, devices }
  for (const [place, family] of families.entries()) await registerOne(day, family, place)
  for (const device of devices) await renew(device, event, 'none')
  return day
}

/** The browser's own engine, with a storage that keeps nothing but text. */
async function openDevice({ church, event }: Pick<Day, 'church' | 'event'>, name: string): Promise<Device> {
  const key = await stationKeyOf(await makeKeyPair())
  const { body } = await app.call(openStation, { body: { name, publicKey: key.publicKey } }, as({ church }))
  const { stationId } = body
  const kept = new Map<string, string>()
  const shelf = {
    get: async <Value>(id: string) => (kept.has(id) ? (JSON.parse(kept.get(id) ?? '') as Value) : undefined),
    put: async (id: string, value: unknown) => kept.set(id, JSON.stringify(value)).size > 0,
  }
  const now = () => app.clock.now()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request(`test.${stationId}`, work)
  const queue = openQueue({ stationId, shelf, sign: key.sign, now, inTurn })
  const late: Device['late'] = []
  const line = (how: Cut): Line => ({
    sync: (acts) =>
      cutOff(how, () => answered(app.call(syncStation, { params: { id: stationId }, body: { acts } }, as({ church })))),
    pack: (eventId, holding) => {
      const ask = () =>
        answered(app.call(fetchPack, { params: { id: stationId }, body: { eventId, holding } }, as({ church })))
      late.push(ask)
      return cutOff(how, ask)
    },
  })
  return { stationId, queue, desk: localDesk(queue, { eventId: event.id, now }), line, late }
}

const unlessRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof StationRefusal)) throw error
  })
const sync = ({ queue, line }: Device, how: Cut) => unlessLost(bringActs(queue, line(how)))
const renew = ({ queue, line }: Device, event: EventRow, how: Cut) =>
  unlessLost(renewPack(queue, line(how), { eventId: event.id, now: () => app.clock.now() }))
const placed = (day: Day, childIds: readonly string[], room: number) =>
  childIds.map((personId) => ({ personId, classId: pick(day.event.classes, room).id }))
const registerOne = ({ event, ...day }: Day, family: Family, room: number) =>
  app.call(
    register,
    { params: { id: event.id }, body: { children: placed({ event, ...day }, family.childIds.slice(0, 1), room) } },
    { token: family.token },
  )

async function take(day: Day, step: Step): Promise<unknown> {
  const { event, devices, families } = day
  if (step.is === 'sync all') return Promise.all(devices.map((device) => sync(device, 'none')))
  if (step.is === 'fill' || step.is === 'give back') return crowd(day, step)
  if (step.is === 'register' || step.is === 'cancel' || step.is === 'desk in' || step.is === 'desk out')
    return takeOnline(day, pick(families, step.family), step)
  const device = pick(devices, step.at)
  if (step.is === 'sync') return sync(device, step.cut)
  if (step.is === 'renew') return renew(device, event, step.cut)
  if (step.is === 'renew late')
    return unlessLost(device.late[step.which % Math.max(1, device.late.length)]?.() ?? Promise.resolve())
  if (step.is === 'say again') {
    const { acts } = await device.queue.read()
    return unlessLost(device.line('none').sync(acts.map(({ outcome: _outcome, ...act }) => act).toReversed()))
  }
  if (step.is === 'check out') {
    const known = [...((await device.queue.state())?.families.values() ?? [])].filter(({ codes }) => codes.length > 0)
    if (known.length === 0) return undefined
    const { codes, family, collectors } = pick(known, step.family)
    const here = family.children.filter(({ state }) => state === 'checked_in').map(({ personId }) => personId)
    return unlessRefused(
      device.desk.checkOut({ code: codes[0] ?? '', childIds: here, collectorId: collectors[0]?.personId ?? '' }),
    )
  }
  if (step.is === 'check in') {
    const { familyId, childIds } = pick(families, step.family)
    return unlessRefused(
      device.desk.checkIn({ familyId, children: placed(day, childIds.slice(0, 1 + (step.children % 3)), step.room) }),
    )
  }
  return unlessRefused(device.desk.walkIn(formOf(day, step), null))
}

function formOf(day: Day, { phone, children, room }: Extract<Step, { is: 'walk in' }>) {
  const names = NAMES.slice(0, 1 + (children % NAMES.length))
  return {
    isNew: true,
    parent: { firstName: 'Yemi', lastName: 'Cole', phone: `0803555010${phone}`, role: 1 as const },
    children: placed(day, names, room).map(({ personId: firstName, classId }) => ({
      firstName,
      lastName: 'Cole',
      years: 3,
      classId,
      allergy: '',
    })),
  }
}

/** Somebody with a network, whatever the answer. */
function takeOnline(
  day: Day,
  family: Family,
  step: Extract<Step, { family: number; is: 'register' | 'cancel' | 'desk in' | 'desk out' }>,
): Promise<unknown> {
  const { event } = day
  const [personId = ''] = family.childIds
  if (step.is === 'register') return registerOne(day, family, step.room)
  if (step.is === 'cancel')
    return app.call(cancelChild, { params: { id: event.id, personId } }, { token: family.token })
  if (step.is === 'desk in') {
    const body = { eventId: event.id, familyId: family.familyId, children: placed(day, family.childIds, step.room) }
    return app.call(checkIn, { body }, { ...as(day), headers: { 'idempotency-key': randomUUID() } })
  }
  return takeHome(day, family)
}

/** Families that never come to a station take places away, or give them back. */
async function crowd({ event, others }: Day, { is, room }: Extract<Step, { is: 'fill' | 'give back' }>): Promise<void> {
  const { id: classId } = pick(event.classes, room)
  const params = { id: event.id }
  const registered = await app.look('select person_id, class_id from registration_child where event_id = $1', [
    event.id,
  ])
  const placeOf = (personId: string) => registered.find((row) => row['person_id'] === personId)?.['class_id']
  const [gone] = others.childIds.filter((personId) => placeOf(personId) === classId)
  if (is === 'give back' && gone)
    await app.call(cancelChild, { params: { ...params, personId: gone } }, { token: others.token })
  if (is === 'give back' || room === 2) return
  for (const personId of others.childIds.filter((child) => placeOf(child) === undefined)) {
    const { status } = await app.call(
      register,
      { params, body: { children: [{ personId, classId }] } },
      { token: others.token },
    )
    if (status !== 200) return
  }
}

async function takeHome(day: Day, { familyId, parentId, childIds }: Family): Promise<unknown> {
  const eventId = day.event.id
  const [known] = await app.look('select code from registration where event_id = $1 and family_id = $2', [
    eventId,
    familyId,
  ])
  const code = (known as { code: string } | undefined)?.code ?? '346789'
  const body = { eventId, code, childIds: childIds.slice(0, 1), collectorId: parentId }
  return app.call(checkOut, { body }, as(day))
}

/** Everything is brought; then what the stations did is held against what the server has. */
async function expectNothingLost(day: Day): Promise<void> {
  for (const device of day.devices) await bringActs(device.queue, device.line('none'))
  expect(faultsOf(await audit(app.look))).toEqual([])
  expect((await app.call(verifyCustody, {}, as(day))).body).toMatchObject({ intact: true, broken: [] })
  const people = new Map<string, string>()
  const codes = new Map<string, string>()
  for (const device of day.devices) await expectTaken(day, device, { people, codes })
  for (const device of day.devices) {
    await renew(device, day.event, 'none')
    expect(holdingOf(await device.queue.read())?.renewal).toBeGreaterThan(0)
  }
}

type Seen = { people: Map<string, string>; codes: Map<string, string> }

async function expectTaken({ event }: Day, { stationId, line, queue }: Device, seen: Seen): Promise<void> {
  const taken = await app.look('select number, kind, outcome from station_act where station_id = $1 order by number', [
    stationId,
  ])
  expect(taken.map((row) => row['number'])).toEqual(taken.map((_, place) => place + 1))
  const { pack, acts } = await queue.read()
  expect(taken.length).toBeGreaterThanOrEqual(Math.max(pack?.applied ?? 0, ...acts.map((act) => act.number)))
  const { outcomes } = await line('none').sync(acts.map(({ outcome: _outcome, ...act }) => act))
  expect(outcomes.map((outcome) => outcome.number)).toEqual(acts.map((act) => act.number))
  for (const act of acts) await expectDone(event, { act, ids: idsOf(taken), seen })
}

const idsOf = (taken: readonly Record<string, unknown>[]): Record<string, string> =>
  Object.assign({}, ...taken.map((row) => (row['outcome'] as { ids: Record<string, string> | null }).ids ?? {}))

async function expectDone(
  event: EventRow,
  { act: kept, ids, seen }: { act: KeptAct; ids: Record<string, string>; seen: Seen },
) {
  const { outcome } = kept
  const act = actOf(kept)
  const notDone = outcome?.notDone ?? []
  const real = (id: string) => ids[id] ?? id
  if (outcome?.outcome !== 'done') expect(outcome?.reason).not.toBeNull()
  if (act.kind === 'check_out') return
  const left = act.children.filter(({ personId }) => notDone.includes(personId))
  // Whoever was given a place of the station is in; others may have been cancelled meanwhile.
  expect(left.filter((child) => !('leased' in child) || child.leased)).toEqual([])
  if (left.length > 0) expect(outcome?.reason).toBe('class_full')
  for (const { personId } of act.children.filter((child) => !notDone.includes(child.personId))) {
    const [row] = await app.look(
      `select k.registration_id, (select d.registration_id from day_code d where d.tenant_id = k.tenant_id and d.code = $3) as found
       from registration_child k where k.event_id = $1 and k.person_id = $2 and k.checked_in_at is not null`,
      [event.id, real(personId), act.code],
    )
    expect(row).toMatchObject({ found: row?.['registration_id'] ?? 'lost' })
    expect(seen.codes.get(act.code) ?? row?.['registration_id']).toBe(row?.['registration_id'])
    seen.codes.set(act.code, String(row?.['registration_id']))
  }
  if (act.kind !== 'walk_in') return
  for (const { personId, firstName } of act.children) {
    const who = `${act.parent.phone} ${firstName}`
    expect(seen.people.get(who) ?? real(personId)).toBe(real(personId))
    seen.people.set(who, real(personId))
  }
}

const RUNS = Number(process.env['STATION_RUNS'] ?? 4)
const SEED = Number(process.env['STATION_SEED'] ?? Date.now() % 1_000_000_000)

test(
  `three stations without a network lose nobody, oversell nothing and double nobody (seed ${SEED})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 15, maxLength: 60 }), async (steps) => {
        const day = await openDay()
        for (const step of steps) await take(day, step)
        await expectNothingLost(day)
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  },
  RUNS * 20_000,
)
