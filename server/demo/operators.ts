import { randomUUID } from 'node:crypto'
import { addOperator, hasOperators } from '../operator/index.ts'
import type { AppContext } from '../platform/app-context.ts'

/** Who runs the demo; two, because what moves money or power takes two. */
const operators = [
  { who: 'operator of the installation', name: 'Olu Operator', email: 'operator@narthex.example' },
  { who: 'second operator, who confirms', name: 'Funmi Finance', email: 'finance@narthex.example' },
]

/** The operators' sign-ins, at `/operator`. */
export const operatorSignIns = operators.map(({ who, email }) => ({ who, userName: email }))

/** Makes the demo's operators where there are none. `hash` makes the hash of their password. */
export async function makeOperators(
  { database }: Pick<AppContext, 'database'>,
  { hash, at }: { hash: () => Promise<string>; at: Date },
): Promise<void> {
  // No operator is known yet: the desk opens to any.
  const scope = { operatorId: randomUUID() }
  if (await database.withOperator(scope, hasOperators)) return
  const passwordHash = await hash()
  await database.withOperator(scope, async (tx) => {
    for (const { name, email } of operators) await addOperator(tx, { name, email, passwordHash, isDemo: true }, at)
  })
}
