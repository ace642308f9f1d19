import type { ActOutcome, PackFamily, SignedAct, StationAct, StationPack } from '#contract/checkin/offline.ts'
import type { StationFamily } from '#contract/checkin/station.ts'

/** An act as the device keeps it: signed, with what became of it once the server has said so. */
export type KeptAct = SignedAct & {
  outcome: ActOutcome | null
  /** A refused one that somebody has looked at. */
  isSettled?: boolean
}

/** What the server did for this device since its pack, which the pack does not know yet. */
export type Echo = { doneAt: string; act: StationAct; registrationId: string | null }

/** The day as the station knows it: its pack and everything that was done here since. */
export type StationState = {
  pack: StationPack
  families: ReadonlyMap<string, PackFamily>
  /** Places of each class that this station may still give away; null: as many as come. */
  placesLeft: ReadonlyMap<string, number | null>
  /** Codes that are nobody's yet, in the order they are given away. */
  freeCodes: readonly string[]
  /** When a child came in at this station; child → instant. */
  cameAt: ReadonlyMap<string, string>
}

export const actOf = ({ body }: Pick<KeptAct, 'body'>): StationAct => JSON.parse(body) as StationAct

/**
 * The same for the same pack and acts, whenever it is asked: what the screen shows after a reload is what was there before.
 * Acts that the pack knows are left out; of a refused one only that part is counted that was done all the same.
 */
export function stationState(pack: StationPack, acts: readonly KeptAct[], echoes: readonly Echo[] = []): StationState {
  const draft: Draft = {
    families: new Map(pack.families.map((one) => [one.family.familyId, one])),
    placesLeft: new Map(pack.leases.map(({ classId, places }) => [classId, places])),
    freeCodes: [...pack.codes],
    cameAt: new Map(),
  }
  const since = [
    ...echoes.map(({ act, ...echo }) => ({ ...echo, act, notDone: [] as string[] })),
    ...acts.filter(({ number }) => number > pack.applied).map(sinceOf),
  ]
  const here = since.filter(({ act }) => act.eventId === pack.event.id)
  for (const one of here.toSorted((a, b) => compare(a.doneAt, b.doneAt))) applyAct(draft, one)
  return { pack, ...draft }
}

const sinceOf = ({ outcome, doneAt, body }: KeptAct) => ({
  doneAt,
  act: actOf({ body }),
  registrationId: outcome?.registrationId ?? null,
  notDone: outcome?.notDone ?? [],
})

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Acts the server has not answered yet, in the order of their numbers. Giving places back is one of them. */
export const pendingOf = (acts: readonly KeptAct[]): KeptAct[] => acts.filter(({ outcome }) => outcome === null)

/** Whether an act that still waits is about this family; it is named by its id or by a code. */
export function isWaiting(
  state: StationState,
  acts: readonly KeptAct[],
  who: { familyId?: string; code?: string },
): boolean {
  const family = who.familyId ? state.families.get(who.familyId) : byCode(state.families.values(), who.code ?? '')
  return pendingOf(acts)
    .map(actOf)
    .some((act) => {
      if (act.kind === 'check_out') return family?.codes.includes(act.code) ?? false
      // A refusal changes nothing of what comes after it.
      return 'familyId' in act && act.familyId === (who.familyId ?? family?.family.familyId)
    })
}

/** The day of a station in the making; what its parts are is said at `StationState`. */
type Draft = {
  families: Map<string, PackFamily>
  placesLeft: Map<string, number | null>
  freeCodes: string[]
  cameAt: Map<string, string>
}

/** The family whose registration a code finds. */
export function byCode(families: Iterable<PackFamily>, code: string): PackFamily | undefined {
  for (const one of families) if (one.codes.includes(code)) return one
  return undefined
}

type Done = { act: StationAct; doneAt: string; registrationId: string | null; notDone: readonly string[] }
type CheckIn = Extract<StationAct, { kind: 'check_in' }>
type WalkIn = Extract<StationAct, { kind: 'walk_in' }>
type Child = StationFamily['children'][number]

/** What an act changes of the day. A place or a code that was given away is gone, whatever became of the act. */
function applyAct(draft: Draft, { act, ...done }: Done): void {
  if (act.kind === 'check_in') checkIn(draft, act, done)
  else if (act.kind === 'walk_in') walkIn(draft, act, done)
  else if (act.kind === 'check_out') checkOut(draft, act, done)
  else if (act.kind === 'close') giveBack(draft)
}

function checkIn(draft: Draft, act: CheckIn, { doneAt, registrationId, notDone }: Omit<Done, 'act'>): void {
  for (const { classId, leased } of act.children) if (leased) spendPlace(draft, classId)
  draft.freeCodes = draft.freeCodes.filter((code) => code !== act.code)
  const known = draft.families.get(act.familyId)
  if (!known) return
  const arriving = new Map(
    act.children
      .filter(({ personId }) => !notDone.includes(personId))
      .map(({ personId, classId }) => [personId, classId]),
  )
  if (arriving.size === 0) return
  for (const personId of arriving.keys()) draft.cameAt.set(personId, doneAt)
  draft.families.set(act.familyId, {
    ...known,
    codes: known.codes.includes(act.code) ? known.codes : [...known.codes, act.code],
    family: {
      ...known.family,
      registrationId: known.family.registrationId ?? registrationId,
      children: known.family.children.map((child) => arrived(child, arriving.get(child.personId))),
    },
  })
}

/** A child who is in, or home already, stays as it is. */
const arrived = (child: Child, classId: string | undefined): Child =>
  classId === undefined || isPast(child) ? child : { ...child, classId, state: 'checked_in' }

const isPast = ({ state }: Child): boolean => state === 'checked_in' || state === 'checked_out'

function walkIn(draft: Draft, act: WalkIn, { doneAt, registrationId, notDone }: Omit<Done, 'act'>): void {
  for (const { classId } of act.children) spendPlace(draft, classId)
  draft.freeCodes = draft.freeCodes.filter((code) => code !== act.code)
  const here = act.children.filter(({ personId }) => !notDone.includes(personId))
  for (const { personId } of here) draft.cameAt.set(personId, doneAt)
  draft.families.set(
    act.familyId,
    familyOf(act, { registrationId, here: new Set(here.map(({ personId }) => personId)) }),
  )
}

function familyOf(
  { familyId, code, parent, children }: WalkIn,
  { registrationId, here }: { registrationId: string | null; here: ReadonlySet<string> },
): PackFamily {
  const name = `${parent.firstName} ${parent.lastName}`.trim()
  const { personId, phone, role } = parent
  const mayCollect = role === 6 ? 'no_grant' : 'allowed'
  return {
    codes: here.size > 0 ? [code] : [],
    phones: phone ? [phone] : [],
    family: {
      familyId,
      name: parent.lastName || parent.firstName,
      registrationId,
      broughtBy: { personId, name, phone },
      children: children.map((child) => childOf(child, here.has(child.personId))),
    },
    collectors: [{ personId, name, role, phone, pictureUrl: null, note: '', verdicts: children.map(() => mayCollect) }],
  }
}

const MONTHS = 12

const childOf = (child: WalkIn['children'][number], isHere: boolean): Child => ({
  personId: child.personId,
  firstName: child.firstName,
  lastName: child.lastName,
  ageMonths: child.years === null ? null : child.years * MONTHS,
  pictureUrl: null,
  care: child.allergy === '' ? [] : [{ kind: 'allergy', name: child.allergy, instruction: '' }],
  mayNotLeaveWith: [],
  classId: isHere ? child.classId : null,
  suggestedClassId: child.classId,
  cameLastTime: false,
  state: isHere ? 'checked_in' : 'none',
})

function checkOut(draft: Draft, act: Extract<StationAct, { kind: 'check_out' }>, { notDone }: Omit<Done, 'act'>): void {
  const known = byCode(draft.families.values(), act.code)
  if (!known) return
  const leaving = new Set(act.childIds.filter((childId) => !notDone.includes(childId)))
  const children = known.family.children.map((child): Child =>
    leaving.has(child.personId) ? { ...child, state: 'checked_out' } : child,
  )
  draft.families.set(known.family.familyId, { ...known, family: { ...known.family, children } })
}

/** Whether the server knows already does not matter: what is given back is not counted on any more. */
function giveBack(draft: Draft): void {
  for (const [classId, left] of draft.placesLeft) if (left !== null) draft.placesLeft.set(classId, 0)
  draft.freeCodes = []
}

function spendPlace(draft: Draft, classId: string): void {
  const left = draft.placesLeft.get(classId)
  if (typeof left === 'number') draft.placesLeft.set(classId, Math.max(0, left - 1))
}
