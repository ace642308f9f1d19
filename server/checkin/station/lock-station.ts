import { audit, confirmPassword, setSelfService } from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Actor, Caller } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

type Locking = { caller: Caller; actor: Actor; at: Date }

/** From now on this session may do nothing but let families check themselves in. */
export async function lockStation(tx: Tx, { caller, actor, at }: Locking): Promise<{ selfService: true }> {
  await setSelfService(tx, caller.sessionId, true)
  await audit(tx, caller.tenantId, actor, { act: 'station.locked', at })
  return { selfService: true }
}

/** The session may do again what its account may. Throws `wrong_credentials`, `too_many_tries`. */
export async function unlockStation(
  house: Pick<House, 'database'>,
  { caller, actor, at, password }: Locking & { password: string },
): Promise<{ selfService: false }> {
  await confirmPassword(house, caller, { password, at })
  await house.database.withTenant(caller.tenantId, async (tx) => {
    await setSelfService(tx, caller.sessionId, false)
    if (caller.selfService) await audit(tx, caller.tenantId, actor, { act: 'station.unlocked', at })
  })
  return { selfService: false }
}
