import type { Tx } from '../../platform/database/index.ts'
import { saveCameAt, selectChildrenOfEvent } from '../station/children-store.ts'
import type { KeptOutcome } from './act-store.ts'
import { bringChildren, type Brought, type Bringing } from './bring-children.ts'
import { findTwoClasses, raiseTwoClasses } from './conflicts.ts'
import { endRequest } from './request-store.ts'
import { done, refused, type Act, type RealId, type Taking } from './taking.ts'

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
