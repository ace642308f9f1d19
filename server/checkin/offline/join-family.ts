import { familyRoles } from '#contract/people/families.ts'
import { addPerson, foldText } from '#server/people/index.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { cleanCare } from '../station/clean-care.ts'
import { replaceCare } from '../family/care-store.ts'
import type { Desk } from '../station/desk.ts'
import { selectCare } from '../station/station-family-store.ts'
import type { WalkIn } from '../station/make-walk-in.ts'
import type { Act } from './taking.ts'
import { selectFamilyMembers, selectNewFamilies, type Member } from './walk-in-store.ts'

/** Who the people of a walk-in are. */
export type SamePeople = {
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
export async function findTwin(
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
export async function joinFamily(
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
  const [note] = cleanCare([{ kind: 'allergy', name: allergy, instruction: '' }])
  if (!note) return
  const known = (await selectCare(tx, [personId])).get(personId) ?? []
  if (known.some(({ kind, name }) => kind === note.kind && foldText(name) === foldText(note.name))) return
  await replaceCare(tx, tenantId, { personId, notes: [...known, note], at })
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
