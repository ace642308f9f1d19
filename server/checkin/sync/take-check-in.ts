import type { Tx } from '../../platform/database/index.ts'
import { type KeptOutcome, endRequest, inPart } from './act-store.ts'
import { findTwoClasses, raiseTwoClasses } from './conflicts.ts'
import { done, refused, type Act, type RealId, type Taking, refusalOf } from './act.ts'
import type { ApiError } from '../../platform/http/index.ts'
import { selectChildrenOfEvent, saveCameAt, lockClasses, registerFamily, lockRegistrationOf } from '../events/index.ts'
import { checkInChildren } from '../door/index.ts'

/** A family that the station knew came in without a network. */
export async function takeCheckIn(
  tx: Tx,
  taking: Taking,
  { act, real }: { act: Act<'check_in'>; real: RealId },
): Promise<KeptOutcome> {
  const { eventId, code, press } = act
  const children = act.children.map((child) => ({ ...child, personId: real(child.personId) }))
  const { came, home } = press ? await cameBy(tx, taking, { press, eventId, children }) : nobody
  const staying = children.filter(({ personId }) => !home.has(personId))
  if (staying.length === 0) return done({ registrationId: [...home.values()][0] ?? null })
  const byOthers = staying.filter(({ personId }) => !came.includes(personId))
  const conflicts = await findTwoClasses(tx, taking, { eventId, children: byOthers })
  const bringing = { eventId, familyId: real(act.familyId), code, broughtBy: null, children: staying }
  const brought = await bringChildren(tx, taking, bringing)
  await saveCameAt(tx, { eventId, personIds: came, at: taking.desk.at })
  await raiseTwoClasses(tx, taking, { eventId, conflicts })
  const places = new Map(act.children.map(({ personId }) => [real(personId), personId]))
  return outcomeOf(brought, (personId) => places.get(personId) ?? personId)
}

type ClaimedCheckIn = { press: string; eventId: string; children: Bringing['children'] }

const nobody = { came: [], home: new Map<string, string>() }

/**
 * Children who came by the call whose answer was lost, and of them those who went home before the act was brought, with their
 * registration: they are not in again. What that call did not do it does not do any more.
 */
async function cameBy(
  tx: Tx,
  { desk, accountId }: Taking,
  { press, eventId, children }: ClaimedCheckIn,
): Promise<{ came: string[]; home: Map<string, string> }> {
  const answer = (await endRequest(tx, { ...desk, accountId, key: press })) as { personIds?: string[] } | null
  const came = children.map(({ personId }) => personId).filter((personId) => answer?.personIds?.includes(personId))
  const now = came.length > 0 ? await selectChildrenOfEvent(tx, eventId, came) : []
  const home = now.flatMap(({ checkedOutAt, ...child }): [string, string][] =>
    checkedOutAt ? [[child.personId, child.registrationId]] : [],
  )
  return { came, home: new Map(home) }
}

/** `claimed`: the id by which the act names a person. */
export function outcomeOf(
  { registrationId, refusal, left }: Brought,
  claimed: (personId: string) => string,
): KeptOutcome {
  const what = { registrationId, notDone: left.map(claimed) }
  return refusal && left.length > 0 ? refused(refusal.code, what) : done(what)
}

type Arriving = { personId: string; classId: string; leased: boolean }

type Bringing = {
  eventId: string
  familyId: string
  code: string
  broughtBy: string | null
  children: readonly Arriving[]
}

type Brought = {
  registrationId: string | null
  /** The first refusal; null: all are in. */
  refusal: ApiError | null
  /** Children who are not in. */
  left: string[]
}

/**
 * Checks the children of an act in as it was done at the station. They are there already: whom one refusal does not
 * concern comes in all the same, each by itself.
 */
export async function bringChildren(tx: Tx, taking: Taking, bringing: Bringing): Promise<Brought> {
  const whole = await tryToBring(tx, taking, bringing)
  if (!whole.refusal || bringing.children.length === 1) return whole
  const brought: Brought = { registrationId: null, refusal: whole.refusal, left: [] }
  for (const child of bringing.children) {
    const { registrationId, left } = await tryToBring(tx, taking, { ...bringing, children: [child] })
    brought.registrationId ??= registrationId
    brought.left.push(...left)
  }
  return brought
}

async function tryToBring(tx: Tx, taking: Taking, bringing: Bringing): Promise<Brought> {
  try {
    const { registrationId } = await inPart(tx, () => checkIn(tx, taking, bringing))
    return { registrationId, refusal: null, left: [] }
  } catch (error) {
    const left = bringing.children.map(({ personId }) => personId)
    return { registrationId: null, refusal: refusalOf(error), left }
  }
}

async function checkIn(
  tx: Tx,
  { desk, stationId }: Taking,
  bringing: Bringing,
): Promise<{ registrationId: string; code: string }> {
  await takeLostPlaces(tx, desk, bringing)
  const { eventId, familyId, code, broughtBy, children } = bringing
  return checkInChildren(tx, { ...desk, actor: desk.custody, eventId, familyId, broughtBy, children, stationId, code })
}

/**
 * Children whom the station found registered and who are no longer, or elsewhere, get a place like anybody with a network:
 * what the station holds was promised to others. Locks as everywhere: the registration, then the classes by their ids.
 */
async function takeLostPlaces(tx: Tx, desk: Taking['desk'], bringing: Bringing): Promise<void> {
  const { eventId, familyId, children } = bringing
  const unleased = children.filter(({ leased }) => !leased)
  if (unleased.length === 0 || !(await lockRegistrationOf(tx, bringing))) return
  const standing = await selectChildrenOfEvent(
    tx,
    eventId,
    unleased.map(({ personId }) => personId),
  )
  const isFine = ({ personId, classId }: Arriving): boolean =>
    standing.some((child) => child.personId === personId && (child.checkedInAt !== null || child.classId === classId))
  const lost = unleased.filter((child) => !isFine(child))
  if (lost.length === 0) return
  await lockClasses(tx, [...new Set([...children, ...standing].map(({ classId }) => classId))])
  const { tenantId, enqueue, at } = desk
  await registerFamily(tx, { tenantId, eventId, familyId, broughtBy: null, children: lost, at, enqueue, atDoor: true })
}
