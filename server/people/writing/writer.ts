import type { Database, TenantId } from '../../platform/database/index.ts'
import type { Actor, Caller } from '../../platform/http/index.ts'

/** Who does something to people: of which church, and when. */
export type Doer = { tenantId: TenantId; actor: Actor; at: Date }

/** Who writes into which church, when; phones and days are read as that church's. */
export type Writer = Doer & { isoCode: string; timeZone: string }

export const writerOf = ({ caller, actor, at }: { caller: Caller; actor: Actor; at: Date }): Writer => ({
  tenantId: caller.tenantId,
  isoCode: caller.church.isoCode,
  timeZone: caller.church.timeZone,
  actor,
  at,
})

/** Who takes a list of which church away. */
export type Exporter = Doer & { database: Database }
