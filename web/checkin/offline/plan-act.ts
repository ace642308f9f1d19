import { codeIn } from '#contract/checkin/codes.ts'
import type { PackFamily, StationAct } from '#contract/checkin/offline.ts'
import type { StationFamily, Verdict } from '#contract/checkin/station.ts'
import { byCode, type StationState } from './station-state.ts'
import { StationRefusal } from './station-refusal.ts'

type Act<Kind extends StationAct['kind']> = Extract<StationAct, { kind: Kind }>
/** As the form of the station gives it, before it has ids. */
export type WalkInForm = {
  parent: Omit<Act<'walk_in'>['parent'], 'personId'>
  children: Omit<Act<'walk_in'>['children'][number], 'personId'>[]
}

/** Children of a family as they stand at the door; `press`: the key of the call that had no answer. */
export type Coming = {
  familyId: string
  children: readonly { personId: string; classId: string }[]
  press: string | null
}

/** The act that checks children in; null: they are all in. Throws `not_found`, `class_removed`, `class_full`, `no_places`, `no_codes`. */
export function planCheckIn(state: StationState, { familyId, children, press }: Coming): Act<'check_in'> | null {
  const known = state.families.get(familyId)
  if (!known) throw new StationRefusal('not_found')
  const coming = children.filter(({ personId }) => !isIn(childOf(known, personId)))
  if (coming.length === 0) return null
  const placed = coming.map(({ personId, classId }) => {
    const needsPlace = childOf(known, personId).classId !== classId
    return { personId, classId, leased: needsPlace && isLimited(state, classId) }
  })
  checkPlaces(
    state,
    placed.filter(({ leased }) => leased),
  )
  return {
    kind: 'check_in',
    eventId: state.pack.event.id,
    familyId,
    code: known.codes[0] ?? freeCode(state),
    press,
    children: placed,
  }
}

/** The family of a registration; before the server knows the registration, its family stands for it. */
export function registered({ families }: StationState, registrationId: string): PackFamily | undefined {
  const isIt = ({ family }: PackFamily): boolean => family.registrationId === registrationId
  return families.get(registrationId) ?? [...families.values()].find(isIt)
}

/** The act that says that labels were printed again. Throws `not_found` for a registration without a code. */
export function planReprint(state: StationState, registrationId: string): Act<'reprint'> {
  const [code] = registered(state, registrationId)?.codes ?? []
  if (code === undefined) throw new StationRefusal('not_found')
  return { kind: 'reprint', eventId: state.pack.event.id, code }
}

/** The act for a family that has come for the first time. Throws `class_removed`, `class_full`, `no_places`, `no_codes`. */
export function planWalkIn(
  state: StationState,
  { parent, children }: WalkInForm,
  press: string | null,
): Act<'walk_in'> {
  checkPlaces(
    state,
    children.filter(({ classId }) => isLimited(state, classId)),
  )
  return {
    kind: 'walk_in',
    eventId: state.pack.event.id,
    familyId: crypto.randomUUID(),
    press,
    code: freeCode(state),
    parent: { ...parent, personId: crypto.randomUUID() },
    children: children.map((child) => ({ ...child, personId: crypto.randomUUID() })),
  }
}

/** Who wants to take whom home, with which code; `press` as above. */
export type Going = { code: string; childIds: readonly string[]; collectorId: string; press: string | null }

/**
 * The act that lets children go home; null: they are all gone. The pack's verdicts decide here, and the server again
 * later. Throws `wrong_code`, `not_found`, and `not_released` with the verdicts in `fields`.
 */
export function planCheckOut(
  state: StationState,
  { code: typed, childIds, collectorId, press }: Going,
): Act<'check_out'> | null {
  const code = codeIn(typed)
  const known = code === null ? undefined : byCode(state.families.values(), code)
  if (!known || code === null) throw new StationRefusal('wrong_code')
  const leaving = childIds.filter((childId) => childOf(known, childId).state !== 'checked_out')
  if (leaving.length === 0) return null
  const collector = known.collectors.find(({ personId }) => personId === collectorId)
  const places = new Map(known.family.children.map(({ personId }, place) => [personId, place]))
  const faults = leaving.flatMap((childId) => {
    const verdict = collector?.verdicts[places.get(childId) ?? -1] ?? 'no_grant'
    return verdict === 'allowed' ? [] : [[childId, verdict] as const]
  })
  if (faults.length > 0) throw new StationRefusal('not_released', Object.fromEntries(faults))
  return { kind: 'check_out', eventId: state.pack.event.id, code, childIds: leaving, collectorId, press }
}

/** The act that says that nobody was let go; null: no refusal of a release, or nobody was named. */
export function planRefusal(
  state: StationState,
  { code, childIds, collectorId, press }: Going,
  { code: reason, fields }: StationRefusal,
): Act<'refuse'> | null {
  if ((reason !== 'wrong_code' && reason !== 'not_released') || childIds.length === 0) return null
  const verdicts = fields as Record<string, Verdict>
  const what = { eventId: state.pack.event.id, code: code.slice(0, 40), childIds: [...childIds], collectorId, press }
  return { kind: 'refuse', ...what, reason, verdicts: reason === 'not_released' ? verdicts : {} }
}

function childOf({ family }: PackFamily, personId: string): StationFamily['children'][number] {
  const child = family.children.find((one) => one.personId === personId)
  if (!child) throw new StationRefusal('not_found')
  return child
}

const isIn = ({ state }: StationFamily['children'][number]): boolean =>
  state === 'checked_in' || state === 'checked_out'

function isLimited({ placesLeft }: StationState, classId: string): boolean {
  const left = placesLeft.get(classId)
  if (left === undefined) throw new StationRefusal('class_removed')
  return left !== null
}

/** All of them, or, when one class has too few places left, none: `no_places` and `class_full` name the classes in `fields`. */
function checkPlaces(state: StationState, placed: readonly { classId: string }[]): void {
  const wanted = new Map<string, number>()
  for (const { classId } of placed) wanted.set(classId, (wanted.get(classId) ?? 0) + 1)
  const lacking = [...wanted].filter(([classId, places]) => places > (state.placesLeft.get(classId) ?? Infinity))
  if (lacking.length === 0) return
  const roomOf = (classId: string) => state.pack.classes.find(({ id }) => id === classId)
  const isFull = (classId: string): boolean => {
    const room = roomOf(classId)
    return room !== undefined && room.capacity !== null && room.taken >= room.capacity
  }
  // Full is only what was full for everybody when the network was last here.
  const code = lacking.every(([classId]) => isFull(classId)) ? 'class_full' : 'no_places'
  throw new StationRefusal(code, Object.fromEntries(lacking.map(([classId]) => [classId, roomOf(classId)?.name ?? ''])))
}

function freeCode({ freeCodes }: StationState): string {
  const [code] = freeCodes
  if (code === undefined) throw new StationRefusal('no_codes')
  return code
}
