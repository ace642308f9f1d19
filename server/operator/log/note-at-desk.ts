import { orderedId } from '#server/platform/ordered-id.ts'
import type { DeskAct } from '#contract/operator/desk-acts.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Actor } from '#server/platform/http/index.ts'
import { insertDeskEntry } from './desk-log-store.ts'

export type Noted = {
  act: DeskAct
  /** The church it was done to; absent: the installation. */
  tenantId?: string
  /** What it was done to: a sender ID's, a payment's, a plan's id. */
  subjectId?: string
  /** What it was and what it became; never a secret, never a person's data. */
  details: Record<string, unknown>
  at: Date
}

/** Notes an operator's act in the desk's log, in the transaction of the act: either both are kept or neither. */
export async function noteAtDesk(tx: Tx, actor: Actor, noted: Noted): Promise<void> {
  await insertDeskEntry(tx, { id: orderedId(), actor, tenantId: null, subjectId: null, ...noted })
}
