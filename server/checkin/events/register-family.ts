import { randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod/mini'
import type { registrationState as states } from '#contract/checkin/events.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { attachCode, giveCode, newCode } from './code-store.ts'
import {
  insertRegistration,
  lockRegistrationOf,
  lookAtEvent,
  type EventLook,
  type EventTimes,
  type Inserted,
  type LockedRegistration,
  type NewRegistration,
} from './registration-store.ts'
import { nameClasses, deleteWaiting } from './place-store.ts'
import { classFull, classRemoved, freePlaces, takeAllPlaces } from './places.ts'
import {
  insertChildren,
  moveChildren,
  selectChildrenOfEvent,
  type RegisteredChild,
  type Wanted,
} from './child-store.ts'

/** Whether families may register at this instant, or why not. Without times of its own it is open until the end. */
export function registrationState(event: EventTimes, at: Date): z.infer<typeof states> {
  if (event.cancelledAt) return 'cancelled'
  if (at >= event.endsAt) return 'over'
  if (event.opensAt && at < event.opensAt) return 'not_yet'
  return event.closesAt && at >= event.closesAt ? 'closed' : 'open'
}

/** At the door families are let in until the end, whatever the portal's times. */
const isOpenAtDoor = ({ cancelledAt, endsAt }: EventTimes, at: Date): boolean => !cancelledAt && at < endsAt

/** Throws `not_found` for who is not of the family and for unknown classes, and `class_removed`. */
export function checkChildren(
  { people, classes }: Pick<EventLook, 'people' | 'classes'>,
  children: readonly Wanted[],
): void {
  if (new Set(children.map(({ personId }) => personId)).size < children.length)
    throw new ApiError('invalid_input', { fields: { children: 'Everybody once.' } })
  for (const { personId } of children) if (!people.includes(personId)) throw new ApiError('not_found')
  const chosen = children.map(({ classId }) => classes.find(({ id }) => id === classId))
  if (chosen.includes(undefined)) throw new ApiError('not_found')
  const gone = chosen.filter((one) => one?.isRemoved)
  if (gone.length > 0) throw classRemoved(gone.flatMap((one) => one ?? []))
}

/** The same child in the registration of another family that it belongs to. */
const registeredElsewhere = (): ApiError =>
  new ApiError('invalid_input', {
    fields: { children: 'Another family has already registered one of these children.' },
  })

type Change = {
  tenantId: TenantId
  eventId: string
  /** Locked by the transaction. */
  registrationId: string
  children: readonly Wanted[]
  stationId: string | null
  at: Date
  enqueue: Enqueue
}

/**
 * Registers children in a registration that is there, or moves them to other classes; who is where they are to be stays.
 * Throws `in_class` for moving a child who was checked in, and `class_full`.
 */
async function changeRegistration(tx: Tx, change: Change): Promise<void> {
  const { tenantId, eventId, registrationId, children, stationId, at, enqueue } = change
  if (children.length === 0) return
  const ids = children.map(({ personId }) => personId)
  // Before anything else: whoever is just being moved up from the waiting list is so, or no longer waits.
  await deleteWaiting(tx, eventId, ids)
  const standing = new Map((await selectChildrenOfEvent(tx, eventId, ids)).map((child) => [child.personId, child]))
  if ([...standing.values()].some((child) => child.registrationId !== registrationId)) throw registeredElsewhere()
  const come = children.filter(({ personId }) => !standing.has(personId))
  const moving = children.filter(({ personId, classId }) => isElsewhere(standing.get(personId), classId))
  if (moving.some(({ personId }) => standing.get(personId)?.checkedInAt)) throw new ApiError('in_class')
  if (come.length + moving.length === 0) return
  const left = moving.flatMap(({ personId }) => standing.get(personId)?.classId ?? [])
  await takeAllPlaces(tx, { wanted: [...come, ...moving].map(({ classId }) => classId), left, stationId })
  if ((await insertChildren(tx, { tenantId, eventId, registrationId, at }, come)) < come.length)
    throw registeredElsewhere()
  if (moving.length > 0) await moveChildren(tx, eventId, moving)
  await freePlaces(tx, enqueue, { tenantId, classIds: left, at })
}

const isElsewhere = (child: RegisteredChild | undefined, classId: string): boolean =>
  child !== undefined && child.classId !== classId

export type Registering = {
  tenantId: TenantId
  eventId: string
  familyId: string
  /** The person who registers them; null: nobody of the family. */
  broughtBy: string | null
  children: readonly Wanted[]
  at: Date
  /** For telling families who move up into places that this frees. */
  enqueue: Enqueue
  /** At the door families are registered until the event's end, whatever the portal's times. */
  atDoor?: boolean
  /** A code of that station's block. For a family that is registered already it becomes a second one. */
  code?: string
  /** Places come from this station's leases first. */
  stationId?: string | null
}

export type Registered = { registrationId: string; code: string }

/**
 * The one way to register a family: all of these children or, when a class is full, none (`class_full` names it). Again
 * is the same answer; a child who is registered in another class moves. Whoever is not named stays as they are. Throws
 * `not_found`, `registration_closed`, `class_removed`, `class_full`, `in_class`.
 */
export async function registerFamily(tx: Tx, registering: Registering): Promise<Registered> {
  const { eventId, familyId, at, atDoor = false } = registering
  const children = registering.children.map(lowered)
  const event = await lookAtEvent(tx, eventId, { familyId })
  if (!event) throw new ApiError('not_found')
  const isOpen = atDoor ? isOpenAtDoor(event, at) : registrationState(event, at) === 'open'
  if (!isOpen) throw new ApiError('registration_closed')
  checkChildren(event, children)
  return keepRegistration(tx, { ...registering, children }, event)
}

/** The same for an event and children that were looked at. */
export async function keepRegistration(tx: Tx, registering: Registering, event: EventLook): Promise<Registered> {
  const { code, stationId = null, children } = registering
  if (!event.registration) {
    // Leases are counted class by class, after the registration is there.
    const made = await addRegistration(tx, registering, { event, children: stationId ? [] : children })
    if (made && !stationId) return made
  }
  const kept = await lockRegistrationOf(tx, registering)
  if (!kept) throw new ApiError('not_found')
  if (code !== undefined && code !== kept.code) await addCode(tx, { day: event.day, code, kept, stationId })
  await changeRegistration(tx, { ...registering, stationId, registrationId: kept.registrationId })
  return { registrationId: kept.registrationId, code: kept.code }
}

/** Null: the family got one at the same moment, by another press of the same button. */
async function addRegistration(
  tx: Tx,
  registering: Registering,
  { event, children }: { event: EventLook; children: readonly Wanted[] },
): Promise<Registered | null> {
  const { tenantId, eventId, familyId, broughtBy, at, stationId = null } = registering
  if (registering.code !== undefined && stationId === null) throw foreignCode()
  const blockOf = registering.code === undefined ? null : stationId
  const own = { id: randomUUIDv7(), day: event.day, code: registering.code ?? newCode() }
  const registration: NewRegistration = { ...own, tenantId, eventId, familyId, broughtBy, children, at, blockOf }
  const inserted = await insertRegistration(tx, registration)
  if (!inserted.made) return null
  await refuseHalf(tx, inserted, children)
  if (inserted.coded) return { registrationId: own.id, code: own.code }
  if (registering.code !== undefined) throw foreignCode()
  return { registrationId: own.id, code: await giveCode(tx, tenantId, { day: event.day, registrationId: own.id }) }
}

async function refuseHalf(tx: Tx, { come, taken }: Inserted, children: readonly Wanted[]): Promise<void> {
  if (come < children.length) throw registeredElsewhere()
  const wanted = new Set(children.map(({ classId }) => classId))
  if (taken.length === wanted.size) return
  const missed = await nameClasses(
    tx,
    [...wanted].filter((id) => !taken.includes(id)),
  )
  const gone = missed.filter(({ isRemoved }) => isRemoved)
  if (gone.length > 0) throw classRemoved(gone)
  throw classFull(missed)
}

type SecondCode = { day: string; code: string; kept: LockedRegistration; stationId: string | null }

async function addCode(tx: Tx, { day, code, kept, stationId }: SecondCode): Promise<void> {
  if (!(await attachCode(tx, { day, code, registrationId: kept.registrationId, stationId }))) throw foreignCode()
}

/** Ids as the database writes them. */
export const lowered = ({ personId, classId }: Wanted): Wanted => ({
  personId: personId.toLowerCase(),
  classId: classId.toLowerCase(),
})

const foreignCode = (): ApiError =>
  new ApiError('invalid_input', { fields: { code: 'This code does not belong to this station.' } })
