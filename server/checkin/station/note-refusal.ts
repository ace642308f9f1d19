import type { Tx } from '#server/platform/database/index.ts'
import type { ApiError } from '#server/platform/http/index.ts'
import { recordCustody, type CustodyActor, type CustodyEntry } from '../custody/record-custody.ts'
import { selectChildrenOfEvent, selectEvent } from './children-store.ts'
import { isPersonHere } from './known-store.ts'
import { selectRefusalsOf } from './refusal-store.ts'

export type Refused = {
  tenantId: string
  secretKey: string
  eventId: string
  childIds: readonly string[]
  collectorId: string | null
  actor: CustodyActor
  stationId: string | null
  /** Names what somebody pressed: what it wrote down before is not written again. */
  press?: string | null
  at: Date
}

/**
 * Keeps a refusal in the custody log, for every child of the event that was named. Call it in a transaction of its own:
 * that of the release was given up.
 */
export async function noteRefusal(tx: Tx, refused: Refused, refusal: ApiError): Promise<void> {
  const { tenantId, secretKey, eventId, at, press } = refused
  if (!(await selectEvent(tx, eventId))) return
  const entries = await entriesOf(tx, refused, refusal)
  const before = press ? await selectRefusalsOf(tx, { tenantId, eventId, press }) : []
  const isNew = ({ personId = null, collectorId = null, details }: CustodyEntry): boolean =>
    !before.some(
      (one) => one.personId === personId && one.collectorId === collectorId && one.reason === details?.['reason'],
    )
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, entries.filter(isNew))
}

async function entriesOf(tx: Tx, refused: Refused, { code, fields = {} }: ApiError): Promise<CustodyEntry[]> {
  const { eventId, actor, stationId, press } = refused
  const children = await selectChildrenOfEvent(tx, eventId, [...refused.childIds])
  const wanted = refused.collectorId?.toLowerCase() ?? null
  const collectorId = wanted !== null && (await isPersonHere(tx, wanted)) ? wanted : null
  const about = { act: 'release_refused', actor, stationId, collectorId } as const
  const detailsOf = (reason: string) => ({ reason, ...(press ? { press } : {}) })
  if (children.length === 0) return [{ ...about, details: detailsOf(code) }]
  return children.map(({ personId, classId, registrationId }) => ({
    ...about,
    personId,
    classId,
    registrationId,
    details: detailsOf(fields[personId] ?? code),
  }))
}
