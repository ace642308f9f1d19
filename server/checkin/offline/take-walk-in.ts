import { normalisePhone } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { codeIn } from '#contract/checkin/codes.ts'
import { makeWalkIn, type WalkIn } from '../station/make-walk-in.ts'
import { inPart, type KeptOutcome } from './act-store.ts'
import { bringChildren } from './bring-children.ts'
import { findTwoClasses, raiseTwoClasses } from './conflicts.ts'
import { findTwin, joinFamily, type SamePeople } from './join-family.ts'
import { endPress } from './press-store.ts'
import { outcomeOf } from './take-check-in.ts'
import type { Act, Taking } from './taking.ts'
import { lockPhone } from './walk-in-store.ts'

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
  const made = act.press && familyIn(await endPress(tx, { ...desk, accountId, key: act.press }))
  if (made) return joinFamily(tx, desk, { familyId: made, act, form })
  const { phone } = form.parent
  if (phone) await lockPhone(tx, desk.tenantId, phone)
  const twin = phone && (await findTwin(tx, { phone, act, desk }))
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
