import type { DeskSession } from '#contract/operator/session.ts'
import type { Config } from '#server/platform/config/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { findDesk } from './operator-session-store.ts'

/** The operator's session as the desk's shell needs it. The transaction is the operator's. */
export async function deskSession(
  tx: Tx,
  operatorId: string,
  { demo, sandboxPort }: Pick<Config, 'demo' | 'sandboxPort'>,
): Promise<DeskSession> {
  const { churches, senders, payments, ...operator } = await findDesk(tx, operatorId)
  return {
    operator: { id: operatorId, ...operator },
    waiting: { senders, payments },
    churches,
    sandboxUrl: demo && sandboxPort > 0 ? `http://localhost:${sandboxPort}` : null,
  }
}
