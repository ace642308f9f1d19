import { gateOf } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { selectStanding } from './subscription-store.ts'

/**
 * For what goes by itself and not by a call, which asks by itself: throws `subscription_expired` or `member_capacity_exceeded`
 * while the gate of the church that was entered is shut.
 */
export async function refuseAtShutGate(tx: Tx, at: Date): Promise<void> {
  const church = await selectStanding(tx)
  const gate = church && gateOf(church, at).gate
  if (gate === 'expired') throw new ApiError('subscription_expired')
  if (gate === 'over_capacity') throw new ApiError('member_capacity_exceeded')
}
