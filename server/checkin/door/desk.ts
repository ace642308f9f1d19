import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Actor, Caller } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { custodyActor, type CustodyActor } from './custody/record-custody.ts'
import { isStationHere } from './day-store.ts'

/** Who works at a station of which church, when, and what acts there stand on. */
export type Desk = {
  tenantId: string
  secretKey: string
  isoCode: string
  timeZone: string
  /** Nobody of the staff looks at this screen. */
  selfService: boolean
  actor: Actor
  custody: CustodyActor
  enqueue: Enqueue
  /** Names what somebody pressed, where a refusal of it is to be written down once. */
  press?: string | null
  at: Date
}

export const deskOf = (
  { config, enqueue }: Pick<AppContext, 'config' | 'enqueue'>,
  { caller, actor, at }: { caller: Caller; actor: Actor; at: Date },
): Desk => ({
  tenantId: caller.tenantId,
  secretKey: config.secretKey,
  isoCode: caller.church.isoCode,
  timeZone: caller.church.timeZone,
  selfService: caller.selfService,
  actor,
  custody: custodyActor(actor),
  enqueue,
  at,
})

/** The same with the Idempotency-Key of the press. */
export function keyedDeskOf(
  context: Pick<AppContext, 'config' | 'enqueue'>,
  call: { caller: Caller; actor: Actor; at: Date; request: { headers: Record<string, string | string[] | undefined> } },
): Desk {
  const key = call.request.headers['idempotency-key']
  return { ...deskOf(context, call), press: typeof key === 'string' && key !== '' ? key : null }
}

/** The station that a request says it comes from. One that the church has not, or no longer, keeps nobody at the door: null. */
export async function stationOf(tx: Tx, stationId: string | null | undefined): Promise<string | null> {
  return stationId && (await isStationHere(tx, stationId)) ? stationId.toLowerCase() : null
}
