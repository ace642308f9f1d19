import type { checkOut as call } from '#contract/checkin/station.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { stationOf, type Desk } from './desk.ts'
import { releaseChildren } from './release-children.ts'
import { recordCustody, type CustodyActor, type CustodyEntry } from './custody/record-custody.ts'
import { isPersonHere, selectEvent } from './day-store.ts'
import { selectChildrenOfEvent } from '../events/index.ts'
import { selectRefusalsOf } from './custody/custody-list-store.ts'

type Body = Received<typeof call>['body']
type Released = Answer<typeof call>

/** Lets children go home with a collector; throws as `releaseChildren` does. A station that is none, or no longer, keeps nobody here. */
export async function checkOut(tx: Tx, desk: Desk, body: Body): Promise<Released> {
  const stationId = await stationOf(tx, body.stationId)
  const { released } = await releaseChildren(tx, { ...desk, ...body, actor: desk.custody, stationId })
  return { released }
}

const refusals: readonly string[] = ['wrong_code', 'not_released', 'not_found', 'gone_home', 'second_person']

type About = {
  childIds: readonly string[]
  collectorId: string | null
  eventId: string
  stationId?: string | null | undefined
}

/** Does what lets children go; where it is refused, that stays in the custody log although nothing else does. */
export async function keepingRefusals<T>(
  { database }: Pick<AppContext, 'database'>,
  desk: Desk,
  about: About,
  release: () => Promise<T>,
): Promise<T> {
  try {
    return await release()
  } catch (error) {
    if (error instanceof ApiError && refusals.includes(error.code)) {
      await database.withTenant(desk.tenantId, async (tx) => {
        const stationId = await stationOf(tx, about.stationId)
        await noteRefusal(tx, { ...desk, ...about, actor: desk.custody, stationId }, error)
      })
    }
    throw error
  }
}

type Refused = {
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
