import type { Verdict } from '#contract/checkin/station.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { ApiError } from '#server/platform/http/index.ts'
import { noteRefusal } from '../station/note-refusal.ts'
import { selectChildrenOfEvent } from '../station/children-store.ts'
import { releaseChildren } from '../station/release-children.ts'
import { inPart, type KeptOutcome } from './act-store.ts'
import { endPress } from './press-store.ts'
import { done, refusalOf, refused, type Act, type RealId, type Taking } from './taking.ts'

type Leaving = { eventId: string; code: string; childIds: string[]; collectorId: string }

/**
 * Children went home without a network. What the rule says of that moment decides here as at any desk: whom it refuses is
 * still here until the desk has settled it, and the custody log says so. The others of the act have gone.
 */
export async function takeCheckOut(
  tx: Tx,
  taking: Taking,
  { act, real }: { act: Act<'check_out'>; real: RealId },
): Promise<KeptOutcome> {
  const { eventId, code, press } = act
  const leaving = { eventId, code, childIds: act.childIds.map(real), collectorId: real(act.collectorId) }
  if (press && (await wentBy(tx, taking, { press, leaving }))) return done({})
  const whole = await tryToRelease(tx, taking, leaving)
  if (!whole.refusal) return done({ registrationId: whole.registrationId })
  const passing = await passingOf(tx, leaving, whole.refusal)
  const part = passing.length > 0 ? await tryToRelease(tx, taking, { ...leaving, childIds: passing }) : null
  const gone = new Set(part && !part.refusal ? passing : [])
  const left = leaving.childIds.filter((childId) => !gone.has(childId))
  const { desk, stationId } = taking
  const { collectorId } = leaving
  await noteRefusal(
    tx,
    { ...desk, eventId, childIds: left, collectorId, actor: desk.custody, stationId, press: press ?? null },
    whole.refusal,
  )
  return refused(whole.refusal.code, {
    registrationId: part?.registrationId ?? null,
    notDone: act.childIds.filter((childId) => !gone.has(real(childId))),
    verdicts: verdictsOf(whole.refusal, act, real),
  })
}

/** Whether they went home by the call whose answer was lost; if not, it lets nobody go any more. */
async function wentBy(
  tx: Tx,
  { desk, accountId }: Taking,
  { press, leaving }: { press: string; leaving: Leaving },
): Promise<boolean> {
  const answer = (await endPress(tx, { ...desk, accountId, key: press })) as { released?: string[] } | null
  return leaving.childIds.every((childId) => answer?.released?.includes(childId))
}

async function tryToRelease(
  tx: Tx,
  { desk, stationId }: Taking,
  leaving: Leaving,
): Promise<{ registrationId: string | null; refusal: ApiError | null }> {
  try {
    const { registrationId } = await inPart(tx, () =>
      releaseChildren(tx, { ...desk, ...leaving, actor: desk.custody, stationId }),
    )
    return { registrationId, refusal: null }
  } catch (error) {
    return { registrationId: null, refusal: refusalOf(error) }
  }
}

/** Those whom a refusal of all does not concern: the rule allows them, or they are in class while others are not. */
async function passingOf(tx: Tx, { eventId, childIds }: Leaving, { code, fields = {} }: ApiError): Promise<string[]> {
  if (code === 'not_released') return childIds.filter((childId) => fields[childId] === 'allowed')
  if (code !== 'not_found') return []
  const here = (await selectChildrenOfEvent(tx, eventId, childIds))
    .filter(({ checkedInAt, checkedOutAt }) => checkedInAt && !checkedOutAt)
    .map(({ personId }) => personId)
  return here.length < childIds.length ? here : []
}

function verdictsOf(
  { code, fields = {} }: ApiError,
  { childIds }: Leaving,
  real: RealId,
): Record<string, Verdict> | null {
  if (code !== 'not_released') return null
  return Object.fromEntries(
    childIds.flatMap((childId) => {
      const verdict = fields[real(childId)] as Verdict | undefined
      return verdict ? [[childId, verdict]] : []
    }),
  )
}
