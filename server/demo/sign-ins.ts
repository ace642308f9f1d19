import { addPersons } from '../people/index.ts'
import { createGuardian } from '../checkin/index.ts'
import { createStaff, hashPassword, verifyPassword } from '../identity/index.ts'
import { dayIn } from '../platform/runtime/index.ts'
import type { Database, Tx } from '../platform/database/index.ts'
import { churchPlans, type ChurchPlan } from './church-plans.ts'
import { GUARDIAN } from './checkin/known-family.ts'
import { findParent, selectOperatorPasswords, selectPasswords, isThere } from './demo-store.ts'
import { DEMO_OPERATOR } from './installation.ts'
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
  // No operator is known yet: the console opens to any.
  const scope = { operatorId: randomUUID() }
  if (await database.withOperator(scope, hasOperators)) return
  const passwordHash = await hash()
  await database.withOperator(scope, async (tx) => {
    for (const { name, email } of operators) await addOperator(tx, { name, email, passwordHash, isDemo: true }, at)
  })
}

/** Of every account of the demo. */
export const PASSWORD = 'narthex-demo'

export type SignIn = { who: string; userName: string }

/** The accounts of the demo's churches, in the order to show them. */
export const signIns: SignIn[] = churchPlans.flatMap(({ accounts }) =>
  accounts.map(({ who, email }) => ({ who, userName: email })),
)

/** The guardian, who signs in at the portal. */
export const guardianSignIns: SignIn[] = [
  { who: 'guardian with three children, Grace Chapel, at /checkin', userName: `${GUARDIAN.email} or 08031234567` },
]

/** Those of the demo's sign-ins that work now: a person may have been removed, or have taken another password. */
export async function workingSignIns(database: Database): Promise<SignIn[]> {
  const saved = await Promise.all([
    database.withOperator({ operatorId: DEMO_OPERATOR }, selectOperatorPasswords),
    ...churchPlans.map(({ tenantId }) => database.withTenant(tenantId, selectPasswords)),
  ])
  const hashOf = new Map(saved.flat().map(({ email, passwordHash }) => [email, passwordHash]))
  const planned = [...signIns, ...guardianSignIns, ...operatorSignIns]
  const emailOf = ({ userName }: SignIn): string => userName.split(' ')[0] ?? ''
  // Accounts that were made together have one hash: few are to be tried.
  const hashes = [...new Set(planned.flatMap((one) => hashOf.get(emailOf(one)) ?? []))]
  const fits = await Promise.all(hashes.map((hash) => verifyPassword(PASSWORD, hash)))
  const working = new Set(hashes.filter((_, index) => fits[index]))
  return planned.filter((one) => working.has(hashOf.get(emailOf(one)) ?? ''))
}

/** Adds the accounts that a demo made by an older version does not have yet, as far as their people are there. */
export async function addMissingAccounts(database: Database, at: Date): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  for (const plan of churchPlans)
    await database.withTenant(plan.tenantId, async (tx) => {
      if (await isThere(tx)) await addMissing(tx, plan, { passwordHash, at })
    })
}

async function addMissing(
  tx: Tx,
  { tenantId, timeZone, accounts, hasCheckin }: ChurchPlan,
  { passwordHash, at }: { passwordHash: string; at: Date },
): Promise<void> {
  const there = new Set((await selectPasswords(tx)).map(({ email }) => email))
  for (const { firstName, lastName, email, role } of accounts) {
    if (there.has(email)) continue
    const person = { firstName, lastName, gender: null, email, phone: null, kind: 'member' } as const
    const [personId] = await addPersons(tx, tenantId, [{ ...person, joinedOn: dayIn(timeZone, at) }], at)
    if (personId) await createStaff(tx, { tenantId, personId, email, passwordHash, roles: [role] }, at)
  }
  if (!hasCheckin || there.has(GUARDIAN.email)) return
  const parentId = await findParent(tx, GUARDIAN.phone)
  if (parentId) await createGuardian(tx, tenantId, { personId: parentId, ...GUARDIAN, passwordHash }, at)
}
