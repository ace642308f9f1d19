import type { checkIn as call, Labels } from '#contract/checkin/station.ts'
import type { Received } from '#contract/endpoint.ts'
import { announcement } from '../../platform/announcements.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { eventOfToday, stationOf, type Desk } from './desk.ts'
import { confirmSeen } from '../../people/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { recordCustody, type CustodyActor } from './custody/record-custody.ts'
import { selectUnconfirmed, selectLabelChildren, selectLabelHead, type LabelChild } from './day-store.ts'
import {
  registerFamily,
  lockRegistrationOf,
  type LockedRegistration,
  markCheckedIn,
  selectChildren,
  takeBack,
} from '../events/index.ts'

/** Children were checked in by this, and who brought them as far as it is known. */
export const familyCame = announcement<{ tenantId: string; personIds: string[]; at: Date; eventId: string }>()

/** Whose labels are printed: ids only, because what a press was answered is kept for a while. */
export type CheckedIn = { registrationId: string; personIds: string[] }

/**
 * Children of a family arrive: registers who is not and checks them in. A locked station throws `in_class` when it took
 * nobody in: whoever types a family's phone number must not get its code.
 */
export async function checkIn(tx: Tx, desk: Desk, body: Received<typeof call>['body']): Promise<CheckedIn> {
  const stationId = await stationOf(tx, body.stationId)
  const { registrationId, come } = await checkInChildren(tx, {
    ...desk,
    actor: desk.custody,
    eventId: body.eventId,
    familyId: body.familyId,
    children: body.children,
    // Who stands at the door is not known: the code and the tag are theirs.
    broughtBy: null,
    stationId,
  })
  if (desk.selfService && come === 0) throw new ApiError('in_class')
  return { registrationId, personIds: body.children.map(({ personId }) => personId) }
}

type Arrived = { registrationId: string; code: string; come: number }

type Coming = { personId: string; classId: string }

type CheckingIn = {
  tenantId: string
  secretKey: string
  /** Of the church. */
  timeZone: string
  eventId: string
  familyId: string
  children: readonly Coming[]
  /** Who brought them, as far as it is known: kept when the family is registered by this. */
  broughtBy: string | null
  actor: CustodyActor
  stationId: string | null
  /** When it was done: a station without a network brings it later. */
  at: Date
  /** Of the station's block: for a family that has none yet, and a second one for a family that has. */
  code?: string | undefined
  /** For telling families who move up into places that this frees. */
  enqueue: Enqueue
}

/**
 * Registers who is not registered yet and checks the children in. Who is in class already stays in their class, so that
 * the same again is the same answer; who went home before and comes back is in anew. `come` counts who came in by this. Throws `not_found`, `not_today` and what `registerFamily` throws; then nothing of
 * it was done.
 */
export async function checkInChildren(tx: Tx, checking: CheckingIn): Promise<Arrived> {
  const { tenantId, secretKey, eventId, familyId, actor, stationId, at } = checking
  await eventOfToday(tx, checking)
  const coming = lowered(checking.children)
  const personIds = coming.map(({ personId }) => personId)
  // People are locked before registrations, everywhere.
  const unconfirmed = await selectUnconfirmed(tx, { eventId, familyId, personIds })
  if (unconfirmed.length > 0) await confirmSeen(tx, unconfirmed)
  const known = await lockRegistrationOf(tx, { eventId, familyId })
  if (known) await takeBack(tx, { registrationId: known.registrationId, personIds, at })
  const registration = await registrationFor(tx, { ...checking, children: coming }, known)
  const { registrationId } = registration
  const come = await markCheckedIn(tx, { registrationId, personIds, at })
  const about = { act: 'checked_in', actor, registrationId, stationId } as const
  await recordCustody(
    tx,
    { tenantId, secretKey, eventId, at },
    come.map((child) => ({ ...about, ...child })),
  )
  if (come.length > 0) {
    const bringer = checking.broughtBy === null ? [] : [checking.broughtBy]
    await familyCame.announce(tx, { tenantId, personIds: [...personIds, ...bringer], at, eventId })
  }
  return { ...registration, come: come.length }
}

/** Registers whoever is not where they are to be, but for those who are in class. */
async function registrationFor(
  tx: Tx,
  checking: CheckingIn,
  known: LockedRegistration | null,
): Promise<{ registrationId: string; code: string }> {
  const standing = known ? await selectChildren(tx, known.registrationId) : []
  const stays = ({ personId, classId }: Coming): boolean =>
    standing.some((child) => child.personId === personId && (child.checkedInAt !== null || child.classId === classId))
  const children = checking.children.filter((child) => !stays(child))
  if (known && children.length === 0 && (checking.code ?? known.code) === known.code)
    return { registrationId: known.registrationId, code: known.code }
  const { code, ...registering } = checking
  // Places that a station holds are for families that it has checked in without a network, with a code of its block.
  const stationId = code === undefined ? null : checking.stationId
  return notToday(
    registerFamily(tx, { ...registering, stationId, children, atDoor: true, ...(code === undefined ? {} : { code }) }),
  )
}

/** Whoever was not registered cannot be once the event is over: at the door that is no matter of times of registration. */
async function notToday<T>(registering: Promise<T>): Promise<T> {
  try {
    return await registering
  } catch (error) {
    throw error instanceof ApiError && error.code === 'registration_closed' ? new ApiError('not_today') : error
  }
}

/** Ids as the database writes them. */
const lowered = (children: readonly Coming[]): Coming[] =>
  children.map(({ personId, classId }) => ({ personId: personId.toLowerCase(), classId: classId.toLowerCase() }))

type Wanted = {
  registrationId: string
  /** Null: everybody who is in class, or all of them while nobody is. */
  personIds: readonly string[] | null
  at: Date
  /**
   * Printed by a station that was locked: whoever stands there typed a phone number and is otherwise unknown. Allergies
   * stay, for the child's sake; medical notes and who may not collect do not.
   */
  selfService?: boolean
}

/** A sticker for each child and the tag of their guardian. Throws `not_found`. */
export async function labelsOf(
  tx: Tx,
  { registrationId, personIds, at, selfService = false }: Wanted,
): Promise<Labels> {
  const head = await selectLabelHead(tx, registrationId)
  if (!head) throw new ApiError('not_found')
  const children = chosen(await selectLabelChildren(tx, registrationId), personIds)
  const since = children.flatMap(({ checkedInAt }) => checkedInAt?.getTime() ?? [])
  return {
    registrationId: registrationId.toLowerCase(),
    ...head,
    familyName: head.familyName ?? '',
    at: (since.length > 0 ? new Date(Math.min(...since)) : at).toISOString(),
    children: children.map(({ checkedInAt: _in, checkedOutAt: _out, ...child }) =>
      selfService ? { ...child, medical: [], hasCustodyFlag: false } : child,
    ),
  }
}

function chosen(children: LabelChild[], personIds: readonly string[] | null): LabelChild[] {
  if (personIds) {
    const wanted = new Set(personIds.map((id) => id.toLowerCase()))
    return children.filter(({ personId }) => wanted.has(personId))
  }
  const here = children.filter(({ checkedInAt, checkedOutAt }) => checkedInAt && !checkedOutAt)
  return here.length > 0 ? here : children
}
