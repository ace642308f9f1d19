import { normalisePhone, addPerson, foldText } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { codeIn } from '#contract/checkin/codes.ts'
import {
  inPart,
  type KeptOutcome,
  endRequest,
  lockPhone,
  selectFamilyMembers,
  selectNewFamilies,
  type Member,
} from './act-store.ts'
import { bringChildren, outcomeOf } from './take-check-in.ts'
import { findTwoClasses, raiseTwoClasses } from './conflicts.ts'
import type { Act, Taking } from './act.ts'
import { familyRoles } from '#contract/people/families.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { makeWalkIn, type WalkIn, type Desk } from '../door/index.ts'
import { addCare } from '../families/index.ts'

/** Who the people of a walk-in are. */
type SamePeople = {
  familyId: string
  parentId: string | null
  /** Children by the ids that the station made up. */
  children: Map<string, string>
}

type Child = WalkIn['children'][number]
type Joining = { act: Act<'walk_in'>; form: WalkIn }

const DAY_MS = 24 * 60 * 60 * 1000
const CHILD_ROLES: readonly number[] = [familyRoles.son, familyRoles.daughter, familyRoles.ward]

/**
 * A family that is new since a day and was made at another door meanwhile: it has the same phone and a child of the same
 * first name. Null: there is none.
 */
async function findSameGuardian(
  tx: Tx,
  { phone, act, desk }: { phone: string; act: Act<'walk_in'>; desk: Desk },
): Promise<string | null> {
  const since = new Date(desk.at.getTime() - DAY_MS)
  const names = new Set(act.children.map(({ firstName }) => foldText(firstName)))
  for (const familyId of await selectNewFamilies(tx, { phone, since })) {
    const children = (await selectFamilyMembers(tx, familyId)).filter(isChild)
    if (children.some(({ firstName }) => names.has(foldText(firstName)))) return familyId
  }
  return null
}

/** Finds the people of a walk-in in a family that is there already, and adds the children whom it lacks. */
async function joinFamily(
  tx: Tx,
  desk: Desk,
  { familyId, act, form }: Joining & { familyId: string },
): Promise<SamePeople> {
  const members = await selectFamilyMembers(tx, familyId)
  const adults = members.filter((member) => !isChild(member))
  const called = foldText(`${form.parent.firstName} ${form.parent.lastName}`)
  const parent =
    adults.find(({ firstName, lastName }) => foldText(`${firstName} ${lastName}`) === called) ??
    adults.find(({ phone }) => phone !== null && phone === form.parent.phone) ??
    adults[0]
  const free = members.filter(isChild)
  const children = new Map<string, string>()
  const missing: { claimed: string; child: Child }[] = []
  for (const { personId: claimed, ...child } of act.children) {
    const place = free.findIndex(({ firstName }) => foldText(firstName) === foldText(child.firstName))
    const [same] = place < 0 ? [] : free.splice(place, 1)
    if (same) {
      children.set(claimed, same.personId)
      await addAllergy(tx, desk, { personId: same.personId, allergy: child.allergy })
    } else missing.push({ claimed, child })
  }
  const added = await addChildren(tx, desk, { familyId, children: missing.map(({ child }) => child) })
  for (const [place, { claimed }] of missing.entries()) children.set(claimed, added[place] ?? '')
  return { familyId, parentId: parent?.personId ?? null, children }
}

const isChild = ({ role }: Member): boolean => CHILD_ROLES.includes(role)

async function addChildren(
  tx: Tx,
  desk: Desk,
  { familyId, children }: { familyId: string; children: readonly Child[] },
): Promise<string[]> {
  const ids: string[] = []
  for (const { firstName, lastName, years, allergy } of children) {
    const joinedOn = dayIn(desk.timeZone, desk.at)
    const birthYear = years === null ? null : Number(joinedOn.slice(0, 4)) - years
    const { id } = await addPerson(tx, desk, {
      ...unknown,
      firstName,
      lastName,
      birthYear,
      joinedOn,
      ...inFamily(familyId),
    })
    await addAllergy(tx, desk, { personId: id, allergy })
    ids.push(id)
  }
  return ids
}

/** Whoever typed it at either door: the class has to know. */
async function addAllergy(
  tx: Tx,
  { tenantId, at }: Desk,
  { personId, allergy }: { personId: string; allergy: string },
): Promise<void> {
  await addCare(tx, tenantId, { personId, notes: [{ kind: 'allergy', name: allergy, instruction: '' }], at })
}

const unknown = {
  email: null,
  phone: null,
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  address: null,
  kind: 'first_timer',
} as const

/** Son or daughter is asked with the rest: until then the child is a ward, as at any desk. */
const inFamily = (id: string) => ({ groupIds: [], family: { id, role: familyRoles.ward } })

type WalkInAct = Act<'walk_in'>

/**
 * A family came for the first time, without a network: it is added and its children are in. The family is there too when
 * the act is refused. Who the people are under the ids that the station made up stands in the outcome.
 */
export async function takeWalkIn(
  tx: Tx,
  taking: Taking,
  { act, known }: { act: WalkInAct; known: ReadonlyMap<string, string> },
): Promise<KeptOutcome> {
  // Before anything is made: a code of nobody is a fault of the act as a whole.
  if (codeIn(act.code) !== act.code) throw new ApiError('invalid_input', { fields: { code: 'This is not a code.' } })
  const people = known.has(act.familyId) ? peopleOf(act, known) : await inPart(tx, () => familyFor(tx, taking, act))
  const children = act.children.flatMap(({ personId, classId }) => {
    const real = people.children.get(personId)
    return real ? [{ personId: real, classId, leased: true }] : []
  })
  const { eventId, code } = act
  const bringing = { eventId, familyId: people.familyId, code, broughtBy: people.parentId, children }
  const conflicts = await findTwoClasses(tx, taking, { eventId, children })
  const brought = await bringChildren(tx, taking, bringing)
  await raiseTwoClasses(tx, taking, { eventId, conflicts })
  const claims = new Map([...people.children].map(([claimed, real]) => [real, claimed]))
  const outcome = outcomeOf(brought, (personId) => claims.get(personId) ?? personId)
  return { ...outcome, ids: idsOf(act, people) }
}

/** The family that is there already, by a call whose answer was lost or by another station; else a new one. */
async function familyFor(tx: Tx, taking: Taking, act: WalkInAct): Promise<SamePeople> {
  const { desk, accountId } = taking
  const form = formOf(desk, act)
  const made = act.press && familyIn(await endRequest(tx, { ...desk, accountId, key: act.press }))
  if (made) return joinFamily(tx, desk, { familyId: made, act, form })
  const { phone } = form.parent
  if (phone) await lockPhone(tx, desk.tenantId, phone)
  const twin = phone && (await findSameGuardian(tx, { phone, act, desk }))
  if (twin) return joinFamily(tx, desk, { familyId: twin, act, form })
  const { familyId, parentId, childIds } = await makeWalkIn(tx, desk, form)
  const children = new Map(act.children.map(({ personId }, place) => [personId, childIds[place] ?? '']))
  return { familyId, parentId, children }
}

/** The family that a walk-in was answered with. */
const familyIn = (answer: unknown): string | null => (answer as { familyId?: string | null } | null)?.familyId ?? null

/** As the desk would have it. A phone that is none was not noticed at the station: the children are in class all the same. */
function formOf({ isoCode }: Taking['desk'], { parent, children }: WalkInAct): WalkIn {
  const phone = parent.phone ? normalisePhone(parent.phone, isoCode) : null
  const { firstName, lastName, role } = parent
  return { parent: { firstName, lastName, role, phone: phone?.ok ? phone.e164 : null }, children }
}

const peopleOf = (act: WalkInAct, known: ReadonlyMap<string, string>): SamePeople => ({
  familyId: known.get(act.familyId) ?? act.familyId,
  parentId: known.get(act.parent.personId) ?? null,
  children: new Map(act.children.flatMap(({ personId }) => [[personId, known.get(personId) ?? personId] as const])),
})

const idsOf = (act: WalkInAct, { familyId, parentId, children }: SamePeople): Record<string, string> => ({
  [act.familyId]: familyId,
  ...(parentId ? { [act.parent.personId]: parentId } : {}),
  ...Object.fromEntries(children),
})
