import type { Tx } from '#server/platform/database/index.ts'
import type { ApiError } from '#server/platform/http/index.ts'
import { recordCustody, type CustodyActor } from '../custody/record-custody.ts'
import { selectChildrenOfEvent, selectEvent } from './children-store.ts'
import { isPersonHere } from './known-store.ts'

export type Refused = {
  tenantId: string
  secretKey: string
  eventId: string
  childIds: readonly string[]
  collectorId: string | null
  actor: CustodyActor
  stationId: string | null
  at: Date
}

/**
 * Keeps a refusal in the custody log, for every child of the event that was named. Call it in a transaction of its own:
 * that of the release was given up.
 */
export async function noteRefusal(tx: Tx, refused: Refused, { code, fields = {} }: ApiError): Promise<void> {
  const { tenantId, secretKey, eventId, at, actor, stationId } = refused
  if (!(await selectEvent(tx, eventId))) return
  const children = await selectChildrenOfEvent(tx, eventId, [...refused.childIds])
  const collectorId = refused.collectorId && (await isPersonHere(tx, refused.collectorId)) ? refused.collectorId : null
  const about = { act: 'release_refused', actor, stationId, collectorId } as const
  const entries = children.map(({ personId, classId, registrationId }) => ({
    ...about,
    personId,
    classId,
    registrationId,
    details: { reason: fields[personId] ?? code },
  }))
  await recordCustody(
    tx,
    { tenantId, secretKey, eventId, at },
    entries.length > 0 ? entries : [{ ...about, details: { reason: code } }],
  )
}
