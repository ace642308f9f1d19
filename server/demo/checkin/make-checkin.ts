import { readFile } from 'node:fs/promises'
import type { EventRow } from '#contract/checkin/events.ts'
import { familyRoles } from '#contract/people/families.ts'
import { addEvent, createGuardian, recordCustody, registerFamily, setBanner } from '#server/checkin/index.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { systemActor } from '#server/platform/http/index.ts'
import { ageOn } from '../crowd/demo-person.ts'
import type { DemoPerson } from '../crowd/demo-person.ts'
import type { Household } from '../crowd/form-household.ts'
import { comeAndGo, insertCare, insertGrant } from './checkin-store.ts'
import { eventsOf, type DemoEvent } from './events.ts'
import { GUARDIAN, type KnownFamily } from './known-family.ts'

export type CheckinOf = {
  tenantId: string
  timeZone: string
  at: Date
  passwordHash: string
  /** Keys the custody log. */
  secretKey: string
  /** The account that works at the desk. */
  deskId: string
  known: KnownFamily
  households: Household[]
  idOf: (person: DemoPerson) => string
  familyIdOf: (household: Household) => string
}

/** Families who come early enough to register at home. */
const REGISTERED = 40
const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
/** Every so manieth family had registered and did not come. */
const MISSING = 7

/** Two events to come, one that is over, families registered for them, and the family that signs in. */
export async function makeCheckin(tx: Tx, church: CheckinOf): Promise<void> {
  const { timeZone, at, known, households } = church
  await makeKnownFamily(tx, church)
  const { past, coming } = eventsOf(at, timeZone)
  const others = households.filter((one) => one !== known.household && childrenOf(one, past.day).length > 0)
  await makePast(tx, church, past, [known.household, ...others.slice(0, REGISTERED)])
  const [service, midweek] = coming
  const thanksgiving = await plan(tx, church, service, at)
  await showBanner(tx, church, thanksgiving.id)
  await registerAll(tx, church, thanksgiving, {
    event: service,
    at,
    households: others.slice(0, REGISTERED),
  })
  await registerAll(tx, church, await plan(tx, church, midweek, at), {
    event: midweek,
    at,
    households: others.slice(5, 17),
  })
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
  await insertCare(tx, tenantId, { ...allergy, personId: idOf(peanuts) }, at)
  await insertCare(tx, tenantId, { ...inhaler, personId: idOf(asthma) }, at)
  const familyId = familyIdOf(household)
  const may = { familyId, personId: idOf(aunt), childId: null, kind: 'allowed', note: '' } as const
  const mayNot = { familyId, personId: idOf(barred), childId: idOf(guarded), kind: 'not_authorised' } as const
  await insertGrant(tx, tenantId, may, at)
  await insertGrant(tx, tenantId, { ...mayNot, note: 'Please call us if he comes.' }, at)
}

function plan(tx: Tx, { tenantId, timeZone }: CheckinOf, event: DemoEvent, at: Date): Promise<EventRow> {
  const { name, day, from, until, classes } = event
  const times = { startsAt: `${day}T${from}`, endsAt: `${day}T${until}`, opensAt: null, closesAt: null }
  const planner = { tenantId, timeZone, actor: systemActor, at }
  return addEvent(tx, planner, { name, place: '14 Allen Avenue, Ikeja', ...times, classes, repeat: null })
}

/** A family at the lit doorway, drawn in the colours of the house. */
async function showBanner(tx: Tx, { tenantId, timeZone, deskId, at }: CheckinOf, id: string): Promise<void> {
  const bytes = await readFile(new URL('./doorway.webp', import.meta.url))
  await setBanner(tx, { tenantId, timeZone, actor: systemActor, at }, { id, accountId: deskId, bytes })
}

async function makePast(tx: Tx, church: CheckinOf, event: DemoEvent, households: Household[]): Promise<void> {
  const startsAt = instantOf(church.timeZone, `${event.day}T${event.from}`) ?? church.at
  const plannedAt = new Date(startsAt.getTime() - 3 * DAY_MS)
  const row = await plan(tx, church, event, plannedAt)
  await registerAll(tx, church, row, { event, at: plannedAt, households })
  const cameAt = new Date(startsAt.getTime() - 12 * MINUTE_MS)
  const wentAt = new Date(startsAt.getTime() + 128 * MINUTE_MS)
  const visits = await comeAndGo(tx, row.id, { cameAt, wentAt, missing: MISSING })
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

type Registering = { event: DemoEvent; at: Date; households: Household[] }

/** Each family at a moment of its own, by the first of its parents, as long as the classes have places. */
async function registerAll(
  tx: Tx,
  { tenantId, idOf, familyIdOf }: CheckinOf,
  { id: eventId, classes }: EventRow,
  { event, at, households }: Registering,
): Promise<void> {
  const left = new Map(classes.map((one) => [one.id, (one.capacity ?? Infinity) - 1]))
  for (const [index, household] of households.entries()) {
    const children = childrenOf(household, event.day).flatMap(({ person }) => {
      const months = ageOn(person, event.day) * 12
      const fit = classes.find(({ ageFrom, ageUntil }) => months >= (ageFrom ?? 0) && months <= (ageUntil ?? Infinity))
      return fit && (left.get(fit.id) ?? 0) > 0 ? [{ personId: idOf(person), classId: fit.id }] : []
    })
    const [parent] = household.members.toSorted((one, other) => one.role - other.role)
    if (children.length === 0 || !parent) continue
    for (const { classId } of children) left.set(classId, (left.get(classId) ?? 0) - 1)
    const family = { familyId: familyIdOf(household), broughtBy: idOf(parent.person) }
    const registeredAt = new Date(at.getTime() - (households.length - index) * MINUTE_MS)
    await registerFamily(tx, { tenantId, eventId, ...family, children, at: registeredAt, enqueue: async () => {} })
  }
}

const young: readonly number[] = [familyRoles.son, familyRoles.daughter, familyRoles.ward]

const childrenOf = ({ members }: Household, day: string): Household['members'] =>
  members.filter(({ person, role }) => young.includes(role) && ageOn(person, day) < 18)
