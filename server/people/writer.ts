import type { Actor, Caller } from '../platform/http/index.ts'
import type { TenantId } from '../platform/database/index.ts'

/** Who writes into which church, when; phones and days are read as that church's. */
export type Writer = { tenantId: TenantId; isoCode: string; timeZone: string; actor: Actor; at: Date }

export const writerOf = ({ caller, actor, at }: { caller: Caller; actor: Actor; at: Date }): Writer => ({
  tenantId: caller.tenantId,
  isoCode: caller.church.isoCode,
  timeZone: caller.church.timeZone,
  actor,
  at,
})
