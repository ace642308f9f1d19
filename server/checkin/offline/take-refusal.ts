import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { noteRefusal } from '../station/note-refusal.ts'
import type { KeptOutcome } from './act-store.ts'
import { raiseReleasedElsewhere } from './conflicts.ts'
import { endPress } from './press-store.ts'
import { done, type Act, type RealId, type Taking } from './taking.ts'

/** Somebody was not given children without a network: it stands in the custody log as the station said it, at its time. */
export async function takeRefusal(
  tx: Tx,
  taking: Taking,
  { act, real }: { act: Act<'refuse'>; real: RealId },
): Promise<KeptOutcome> {
  const { desk, stationId, accountId } = taking
  const { eventId, childIds, collectorId, reason, verdicts, press = null } = act
  if (press) await endPress(tx, { ...desk, accountId, key: press })
  const about = { eventId, childIds: childIds.map(real), collectorId: real(collectorId) }
  const said = Object.fromEntries(Object.entries(verdicts).map(([id, verdict]) => [real(id.toLowerCase()), verdict]))
  await noteRefusal(
    tx,
    { ...desk, ...about, actor: desk.custody, stationId, press },
    new ApiError(reason, { fields: said }),
  )
  if (reason === 'not_released') await raiseReleasedElsewhere(tx, taking, about)
  return done({})
}
