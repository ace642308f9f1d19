import { readFile } from 'node:fs/promises'
import type { EventRow } from '#contract/checkin/events.ts'
import {
  addCare,
  addEvent,
  createGuardian,
  grantGuardian,
  markCheckedIn,
  markCheckedOut,
  recordCustody,
  registerFamily,
  setBanner,
} from '#server/checkin/index.ts'
import { instantOf } from '#server/platform/runtime/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { systemActor } from '#server/platform/http/index.ts'
import type { DemoPerson } from '../crowd/demo-person.ts'
import type { Household } from '../crowd/households.ts'
import { isPlanned, selectFamilies, type DemoFamily } from './checkin-store.ts'
import { eventsOf, type DemoEvent } from './events.ts'
import { GUARDIAN, type KnownFamily } from './known-family.ts'

/** The church whose check-in is made. */
export type CheckinChurch = {
  tenantId: string
  timeZone: string
  at: Date
  /** Keys the custody log. */
  secretKey: string
  /** The account that works at the desk. */
  deskId: string
}

type CheckinOf = CheckinChurch & {
  passwordHash: string
  known: KnownFamily
  idOf: (person: DemoPerson) => string
  familyIdOf: (household: Household) => string
}

/** Families who come early enough to register at home. */
const REGISTERED = 40
const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
/** Every so manieth family had registered and did not come. */
const MISSING = 7

/** The family that signs in, an event that is over and two to come. */
export async function makeCheckin(tx: Tx, church: CheckinOf): Promise<void> {
  await makeKnownFamily(tx, church)
  const { past } = eventsOf(church.at, church.timeZone)
  const { known, others } = await familiesOn(tx, past.day)
  await makePast(tx, church, past, [...known, ...others.slice(0, REGISTERED)])
  await planComing(tx, church)
}

/** Plans the next Sunday service and the next day in the week, each where the church has none of them to come. */
export async function planComing(tx: Tx, church: CheckinChurch): Promise<void> {
  const { at, timeZone } = church
  const [service, midweek] = eventsOf(at, timeZone).coming
  const { others } = await familiesOn(tx, service.day)
  const planned = [
    { event: service, families: others.slice(0, REGISTERED), hasBanner: true },
    { event: midweek, families: others.slice(5, 17), hasBanner: false },
  ]
  for (const { event, families, hasBanner } of planned) {
    if (await isPlanned(tx, event.name, at)) continue
    const row = await plan(tx, church, event, at)
    if (hasBanner) await showBanner(tx, church, row.id)
    await registerAll(tx, church, row, { at, families })
  }
}

/** Families with children on a day, the one that signs in apart. */
export async function familiesOn(tx: Tx, day: string): Promise<{ known: DemoFamily[]; others: DemoFamily[] }> {
  const families = await selectFamilies(tx, { day, phone: GUARDIAN.phone })
  return { known: families.filter(({ isKnown }) => isKnown), others: families.filter(({ isKnown }) => !isKnown) }
}

async function makeKnownFamily(
  tx: Tx,
  { tenantId, at, passwordHash, known, idOf, familyIdOf }: CheckinOf,
): Promise<void> {
  const { father, children, aunt, barred, household } = known
  const [peanuts, asthma, guarded] = children
  await createGuardian(tx, tenantId, { personId: idOf(father), ...GUARDIAN, passwordHash }, at)
  const allergy = { kind: 'allergy', name: 'Peanuts', instruction: 'Adrenaline pen in her bag' } as const
  const inhaler = { kind: 'medical', name: 'Asthma', instruction: 'Inhaler with the teacher' } as const
  await addCare(tx, tenantId, { personId: idOf(peanuts), notes: [allergy], at })
  await addCare(tx, tenantId, { personId: idOf(asthma), notes: [inhaler], at })
  const familyId = familyIdOf(household)
  const saying = { tenantId, familyId, addedBy: 'guardian', actor: systemActor, at } as const
  const always = { fromDay: null, untilDay: null, weekdays: [], oneTime: false }
  const may = { ...always, kind: 'allowed', childIds: null, note: '' } as const
  const note = 'Please call us if he comes.'
  const terms = { ...always, kind: 'not_authorised' as const, childIds: [idOf(guarded)], note }
  await grantGuardian(tx, { ...saying, personId: idOf(aunt), terms: may })
  await grantGuardian(tx, { ...saying, personId: idOf(barred), terms })
}

export function plan(tx: Tx, { tenantId, timeZone }: CheckinChurch, event: DemoEvent, at: Date): Promise<EventRow> {
  const { name, day, from, until, endDay = day, classes } = event
  const times = { startsAt: `${day}T${from}`, endsAt: `${endDay}T${until}`, opensAt: null, closesAt: null }
  const planner = { tenantId, timeZone, actor: systemActor, at }
  return addEvent(tx, planner, { name, place: '14 Allen Avenue, Ikeja', ...times, classes, repeat: null })
}

/** A family at the lit doorway, drawn in the colours of the house. */
export async function showBanner(tx: Tx, { tenantId, timeZone, deskId, at }: CheckinChurch, id: string): Promise<void> {
  const bytes = await readFile(new URL('./doorway.webp', import.meta.url))
  await setBanner(tx, { tenantId, timeZone, actor: systemActor, at }, { id, accountId: deskId, bytes })
}

async function makePast(tx: Tx, church: CheckinChurch, event: DemoEvent, families: DemoFamily[]): Promise<void> {
  const startsAt = instantOf(church.timeZone, `${event.day}T${event.from}`) ?? church.at
  const plannedAt = new Date(startsAt.getTime() - 3 * DAY_MS)
  const row = await plan(tx, church, event, plannedAt)
  const registered = await registerAll(tx, church, row, { at: plannedAt, families })
  const cameAt = new Date(startsAt.getTime() - 12 * MINUTE_MS)
  const wentAt = new Date(startsAt.getTime() + 128 * MINUTE_MS)
  const visits = await comeAndGo(
    tx,
    registered.filter((_, index) => (index + 1) % MISSING !== 0),
    { cameAt, wentAt },
  )
  const { tenantId, secretKey, deskId } = church
  const log = { tenantId, secretKey, eventId: row.id }
  const actor = { kind: 'staff', id: deskId } as const
  const come = visits.map((visit) => ({ act: 'checked_in', actor, ...visit, collectorId: null }) as const)
  await recordCustody(tx, { ...log, at: cameAt }, come)
  await recordCustody(
    tx,
    { ...log, at: wentAt },
    visits.map((visit) => ({ act: 'checked_out', actor, ...visit }) as const),
  )
}

/** The children of these families were there and went home with whoever had brought them. */
async function comeAndGo(
  tx: Tx,
  families: readonly RegisteredFamily[],
  { cameAt, wentAt }: { cameAt: Date; wentAt: Date },
) {
  const visits = []
  for (const { registrationId, parentId: collectorId, children } of families) {
    const personIds = children.map(({ personId }) => personId)
    await markCheckedIn(tx, { registrationId, personIds, at: cameAt })
    const gone = await markCheckedOut(tx, { registrationId, personIds, collectorId, at: wentAt })
    visits.push(...gone.map((child) => ({ ...child, registrationId, collectorId })))
  }
  return visits
}

/** Each family at a moment of its own, by its first parent, as long as the classes have places. Answers who got some. */
export async function registerAll(
  tx: Tx,
  { tenantId }: CheckinChurch,
  { id: eventId, classes }: EventRow,
  { at, families, left = () => 1 }: Filling,
): Promise<RegisteredFamily[]> {
  const places = new Map(classes.map((one) => [one.id, (one.capacity ?? Infinity) - left(one)]))
  const registered: RegisteredFamily[] = []
  for (const [index, family] of families.entries()) {
    const children = family.children.flatMap(({ personId, years }) => {
      const fit = classFor(classes, years)
      const free = fit && (places.get(fit.id) ?? 0) > 0
      if (free) places.set(fit.id, (places.get(fit.id) ?? 0) - 1)
      return free ? [{ personId, classId: fit.id }] : []
    })
    if (children.length === 0) continue
    const { familyId, parentId: broughtBy } = family
    const registeredAt = new Date(at.getTime() - (families.length - index) * MINUTE_MS)
    const asked = { tenantId, eventId, familyId, broughtBy, children, at: registeredAt, enqueue: quietly }
    const { registrationId, code } = await registerFamily(tx, asked)
    registered.push({ registrationId, familyId, parentId: broughtBy, children, code })
  }
  return registered
}

type Filling = {
  at: Date
  families: DemoFamily[]
  /** How many places of a class nobody gets. */
  left?: (one: EventRow['classes'][number]) => number
}

export type RegisteredFamily = {
  registrationId: string
  familyId: string
  parentId: string
  children: { personId: string; classId: string }[]
  code: string
}

export const classFor = (classes: EventRow['classes'], years: number): EventRow['classes'][number] | undefined =>
  classes.find(({ ageFrom, ageUntil }) => years * 12 >= (ageFrom ?? 0) && years * 12 <= (ageUntil ?? Infinity))

/** Nobody is told about what the demo makes up. */
export const quietly = (): Promise<void> => Promise.resolve()
