import type { DeskSession } from '#contract/operator/session.ts'
import type { Config } from '#server/platform/config/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { findDesk } from './operator-session-store.ts'

type Asked = { operatorId: string; config: Pick<Config, 'demo' | 'sandboxPort'>; at: Date }

/**
 * The operator's session as the console's shell needs it. Whoever has no second factor yet is told nothing of the
 * installation. The transaction is the operator's.
 */
export async function deskSession(tx: Tx, { operatorId, config, at }: Asked): Promise<DeskSession> {
  const { churches, senders, payments, changes, ...operator } = await findDesk(tx, operatorId, at)
  const sandboxUrl = config.demo && config.sandboxPort > 0 ? `http://localhost:${config.sandboxPort}` : null
  const isHere = operator.hasSecondFactor || operator.isDemo
  return {
    operator: { id: operatorId, ...operator },
    waiting: isHere ? { senders, payments, changes } : { senders: 0, payments: 0, changes: 0 },
    churches: isHere ? churches : 0,
    sandboxUrl,
  }
}
