import { codeIn } from '#contract/checkin/codes.ts'
import type { Verdict } from '#contract/checkin/station.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { recordCustody, type CustodyActor } from './custody/record-custody.ts'
import { eventOf } from './desk.ts'
import {
  eventDay,
  mayCollect,
  verdictOf,
  selectBans,
  selectGrants,
  selectPeopleOf,
  spendPasses,
  type StoredGrant,
  type Grant,
  type Visit,
} from '../families/index.ts'
import {
  lockRegistrationByCode,
  type LockedRegistration,
  markCheckedOut,
  selectChildren,
  selectInClassSince,
} from '../events/index.ts'

type Releasing = {
  tenantId: string
  secretKey: string
  /** Of the church. */
  timeZone: string
  eventId: string
  /** As it was typed or scanned. */
  code: string
  childIds: readonly string[]
  collectorId: string
  actor: CustodyActor
  stationId: string | null
  /** When it was done: what the rules say of that moment decides. */
  at: Date
  /** When we hear of it, where that is later: what they say of this moment decides as well. */
  now?: Date
}

/**
 * Lets children go home with a collector: the code is of their registration and the rules allow the collector every one of
 * them, or nobody goes. Who went with this collector already is answered again. Throws `not_found` (the event; children who
 * are not of this registration or not in class), `gone_home` (with somebody else), `wrong_code`, and `not_released` with child id →
 * verdict; `noteRefusal` then keeps it, in a transaction of its own.
 */
export async function releaseChildren(
  tx: Tx,
  releasing: Releasing,
): Promise<{ registrationId: string; released: string[] }> {
  const { eventId, at, now = at } = releasing
  const { day, ...registration } = await registrationByCode(tx, releasing)
  const collectorId = releasing.collectorId.toLowerCase()
  const { registrationId } = registration
  const { here, gone } = await leavingChildren(tx, registration, {
    childIds: releasing.childIds,
    collectorId,
    noneOfThem: 'wrong_code',
  })
  if (here.length > 0) {
    const passes = await passesOf(tx, registration, { eventId, day, childIds: here, collectorId, at, now })
    const used = await spendPasses(tx, { ids: passes, eventId, at })
    if (used.length < passes.length) throw refusal(here.map((childId) => [childId, 'used']))
    const left = await markCheckedOut(tx, { registrationId, personIds: here, collectorId, at })
    const { tenantId, secretKey, actor, stationId } = releasing
    await recordCustody(
      tx,
      { tenantId, secretKey, eventId, at },
      left.map((child) => ({ act: 'checked_out', actor, registrationId, stationId, collectorId, ...child })),
    )
  }
  return { registrationId, released: [...here, ...gone] }
}

async function registrationByCode(
  tx: Tx,
  { eventId, code: typed }: Releasing,
): Promise<LockedRegistration & { day: string }> {
  const { day } = await eventOf(tx, eventId)
  const code = codeIn(typed)
  const registration = code && (await lockRegistrationByCode(tx, { eventId, day, code }))
  if (!registration) throw new ApiError('wrong_code')
  return { ...registration, day }
}

type Asking = Pick<Releasing, 'eventId' | 'collectorId' | 'childIds' | 'at'> & {
  now: Date
  /** Of the event: a night vigil is one day. */
  day: string
}

/** The one-time passes that the collector needs for these children and has not used here before. Throws `not_released`. */
async function passesOf(tx: Tx, { familyId }: LockedRegistration, asking: Asking): Promise<string[]> {
  const { eventId, childIds, collectorId, day, at, now } = asking
  // A family that was removed has nobody who may collect: two of the staff decide.
  const people = familyId ? await selectPeopleOf(tx, [familyId], now) : []
  const collector = people.find(({ personId }) => personId === collectorId)
  const grants = familyId && collector ? await grantsOf(tx, { familyId, collectorId, at: now }) : []
  const before = familyId && collector && now > at ? await grantsOf(tx, { familyId, collectorId, at }) : null
  const grantsThen = before?.filter(({ addedAt }) => addedAt <= at) ?? grants
  const here = childIds.map((childId) => ({ childId, familyId }))
  // Of then and of now: who was barred since it was done is among them.
  const bans = (await selectBans(tx, here, at)).filter(({ personId }) => personId === collectorId)
  const visitOf = await visitsAt(tx, { eventId, childIds, grants: [...grants, ...grantsThen] })
  const today = eventDay(day)
  const role = collector?.role ?? null
  const ask = (childId: string, held: StoredGrant[]): Verdict =>
    mayCollect({ role, grants: [...held, ...bans], childId, ...today, visit: visitOf(childId) })
  const judge = (childId: string): Verdict => {
    const verdict = ask(childId, grants)
    return verdict === 'allowed' ? ask(childId, grantsThen) : verdict
  }
  const verdicts = childIds.map((childId) => [childId, judge(childId)] as const)
  if (verdicts.some(([, verdict]) => verdict !== 'allowed')) throw refusal(verdicts)
  const isUnused = ({ oneTime, usedAt }: StoredGrant): boolean => oneTime && usedAt === null
  const others = grants.filter((grant) => !isUnused(grant))
  const needing = childIds.filter((childId) => ask(childId, others) !== 'allowed')
  // A pass is for one visit, whichever of the children it names come along; one that is not good today stays.
  const helps = (pass: StoredGrant): boolean =>
    isUnused(pass) &&
    verdictOf(pass, today) === 'allowed' &&
    needing.some((childId) => pass.childId === null || pass.childId === childId)
  const said = new Set(grants.filter(helps).map(({ addedAt }) => addedAt.getTime()))
  return grants.filter((grant) => isUnused(grant) && said.has(grant.addedAt.getTime())).map(({ id }) => id)
}

async function grantsOf(
  tx: Tx,
  { familyId, collectorId, at }: { familyId: string; collectorId: string; at: Date },
): Promise<StoredGrant[]> {
  const grants = await selectGrants(tx, [familyId], at)
  return grants.filter(({ personId }) => personId === collectorId)
}

const refusal = (verdicts: readonly (readonly [string, Verdict])[]): ApiError =>
  new ApiError('not_released', { fields: Object.fromEntries(verdicts) })

type Leaving = {
  childIds: readonly string[]
  collectorId: string | null
  /** What it means that the registration has none of the children: the code that led to it is not theirs. */
  noneOfThem?: 'wrong_code' | 'not_found'
}

/**
 * Which of the children named are in class, and which went with the same collector already. Throws `not_found` for one who
 * is not of this registration or not in class, and `gone_home` for one who has gone with somebody else.
 */
export async function leavingChildren(
  tx: Tx,
  { registrationId }: LockedRegistration,
  { childIds, collectorId, noneOfThem = 'not_found' }: Leaving,
): Promise<{ here: string[]; gone: string[] }> {
  const children = new Map((await selectChildren(tx, registrationId)).map((child) => [child.personId, child]))
  if (!childIds.some((id) => children.has(id.toLowerCase()))) throw new ApiError(noneOfThem)
  const here: string[] = []
  const gone: string[] = []
  for (const childId of new Set(childIds.map((id) => id.toLowerCase()))) {
    const child = children.get(childId)
    if (!child?.checkedInAt) throw new ApiError('not_found')
    if (!child.checkedOutAt) here.push(childId)
    else if (child.collectedBy === collectorId) gone.push(childId)
    else throw new ApiError('gone_home', { fields: { [childId]: 'This child has gone home already.' } })
  }
  return { here, gone }
}

type Visiting = { eventId: string; childIds: readonly string[]; grants: readonly Grant[] }

/** The visit of each child at an event, as a pass is asked about it. Looked up only where a pass was used at this event. */
export async function visitsAt(
  tx: Tx,
  { eventId: asked, childIds, grants }: Visiting,
): Promise<(childId: string) => Visit> {
  const eventId = asked.toLowerCase()
  const isAsked = grants.some(({ usedEvent }) => usedEvent === eventId)
  const here = isAsked ? await selectInClassSince(tx, eventId, childIds) : []
  const since = new Map(here.map((child) => [child.childId, child.since]))
  return (childId) => ({ eventId, since: since.get(childId) ?? null })
}
