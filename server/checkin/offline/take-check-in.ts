import type { Tx } from '#server/platform/database/index.ts'
import type { KeptOutcome } from './act-store.ts'
import { bringChildren, type Brought, type Bringing } from './bring-children.ts'
import { done, refused, type Act, type RealId, type Taking } from './taking.ts'

/** A family that the station knew came in without a network. */
export async function takeCheckIn(
  tx: Tx,
  taking: Taking,
  { act, real }: { act: Act<'check_in'>; real: RealId },
): Promise<KeptOutcome> {
  const bringing: Bringing = {
    eventId: act.eventId,
    familyId: real(act.familyId),
    code: act.code,
    broughtBy: null,
    children: act.children.map((child) => ({ ...child, personId: real(child.personId) })),
  }
  const brought = await bringChildren(tx, taking, bringing)
  const places = new Map(act.children.map(({ personId }) => [real(personId), personId]))
  return outcomeOf(brought, (personId) => places.get(personId) ?? personId)
}

/** `claimed`: the id by which the act names a person. */
export function outcomeOf(
  { registrationId, refusal, left }: Brought,
  claimed: (personId: string) => string,
): KeptOutcome {
  const what = { registrationId, notDone: left.map(claimed) }
  return refusal && left.length > 0 ? refused(refusal.code, what) : done(what)
}
