import { emailKey } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { insertOperator } from './operator-store.ts'

export type NewOperator = {
  name: string
  email: string
  /** Made by `hashPassword`, before the transaction. */
  passwordHash: string
  /** Lets in by password alone, in the demo only. */
  isDemo?: boolean
}

/**
 * Makes an operator without an invitation: the demo's, and those of tests. The transaction is an operator's. False when
 * there is one of this address.
 */
export function addOperator(tx: Tx, { email, isDemo = false, ...operator }: NewOperator, at: Date): Promise<boolean> {
  return insertOperator(tx, { ...operator, isDemo, email: email.trim(), emailKey: emailKey(email), at })
}
