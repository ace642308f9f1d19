import { orderedId } from '../../platform/ordered-id.ts'
import type { ConsoleAct } from '#contract/operator/console-acts.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { insertConsoleEntry } from './console-log-store.ts'

export type Noted = {
  act: ConsoleAct
  /** The church it was done to; absent: the installation. */
  tenantId?: string
  /** What it was done to: a sender ID's, a payment's, a plan's id. */
  subjectId?: string
  /** What it was and what it became; never a secret, never a person's data. */
  details: Record<string, unknown>
  at: Date
}

/** Notes an operator's act in the console's log, in the transaction of the act: either both are kept or neither. */
export async function noteOperatorAct(tx: Tx, actor: Actor, noted: Noted): Promise<void> {
  await insertConsoleEntry(tx, { id: orderedId(), actor, tenantId: null, subjectId: null, ...noted })
}
