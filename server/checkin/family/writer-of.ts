import type { Writer } from '#server/people/index.ts'
import type { Actor, GuardianCaller } from '#server/platform/http/index.ts'

/** A guardian who writes into their church. */
export const writerOf = ({ guardian, actor, at }: { guardian: GuardianCaller; actor: Actor; at: Date }): Writer => ({
  tenantId: guardian.tenantId,
  isoCode: guardian.church.isoCode,
  timeZone: guardian.church.timeZone,
  actor,
  at,
})

/** A guardian's request that changes something. */
export type Writing = { guardian: GuardianCaller; actor: Actor; at: Date }
