import type { OperatorRow } from '#contract/operator/session.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectOperators, type OperatorRecord } from './operator-store.ts'

/** Operators of the installation and those who are invited, the oldest first; `you` is who asks. */
export async function listOperators(tx: Tx, you: string): Promise<OperatorRow[]> {
  return (await selectOperators(tx)).map((operator) => presentOperator(operator, you))
}

export const presentOperator = ({ createdAt, ...operator }: OperatorRecord, you: string): OperatorRow => ({
  ...operator,
  isYou: operator.id === you,
  createdAt: createdAt.toISOString(),
})
