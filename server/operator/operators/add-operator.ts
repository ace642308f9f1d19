import { emailKey } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { insertOperator } from './operator-store.ts'

export type NewOperator = {
  name: string
  email: string
  /** Made by `hashPassword`, before the transaction. */
  passwordHash: string
}

/**
 * Makes an operator without an invitation: the demo's, and those of tests. The transaction is an operator's. False when
 * there is one of this address.
 */
export function addOperator(tx: Tx, { email, ...operator }: NewOperator, at: Date): Promise<boolean> {
  return insertOperator(tx, { ...operator, email: email.trim(), emailKey: emailKey(email), at })
}
