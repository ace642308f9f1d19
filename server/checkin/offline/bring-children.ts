import type { Tx } from '#server/platform/database/index.ts'
import type { ApiError } from '#server/platform/http/index.ts'
import { selectStanding } from '../registration/child-store.ts'
import { lockClasses } from '../registration/place-store.ts'
import { registerFamily } from '../registration/register-family.ts'
import { checkInChildren } from '../station/check-in-children.ts'
import { lockRegistrationOf } from '../station/children-store.ts'
import { inPart } from './act-store.ts'
import { refusalOf, type Taking } from './taking.ts'

type Arriving = { personId: string; classId: string; leased: boolean }

export type Bringing = {
  eventId: string
  familyId: string
  code: string
  broughtBy: string | null
  children: readonly Arriving[]
}

export type Brought = {
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
  const standing = await selectStanding(
    tx,
    eventId,
    unleased.map(({ personId }) => personId),
  )
  const isFine = ({ personId, classId }: Arriving): boolean =>
    standing.some((child) => child.personId === personId && (child.hasCheckedIn || child.classId === classId))
  const lost = unleased.filter((child) => !isFine(child))
  if (lost.length === 0) return
  await lockClasses(tx, [...new Set([...children, ...standing].map(({ classId }) => classId))])
  const { tenantId, enqueue, at } = desk
  await registerFamily(tx, { tenantId, eventId, familyId, broughtBy: null, children: lost, at, enqueue, atDoor: true })
}
