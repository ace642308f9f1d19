import { hashPassword } from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import { churchPlans, type ChurchPlan } from './church-plans.ts'
import { GUARDIAN } from './checkin/known-family.ts'
import { hasChurches, isThere } from './demo-store.ts'
import { makeInstallation } from './installation.ts'
import { makeChurch } from './make-church.ts'
import { makeOperators, operatorSignIns } from './operators.ts'
import { makePayments } from './payments.ts'

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

/**
 * Makes the demo churches on an empty database, and what is missing of them after a start that was cut short. Where
 * only other churches are it does nothing. Answers the sign-ins that work.
 */
export async function makeDemo({
  database,
  clock,
  config,
}: Pick<House, 'database' | 'clock' | 'config'>): Promise<SignIn[]> {
  const missing = await missingChurches(database)
  if (missing.length === churchPlans.length && (await hasChurches(database))) return []
  const at = clock.now()
  await makeOperators({ database }, { hash: () => hashPassword(PASSWORD), at })
  await makeInstallation(database)
  await makeChurches({ database, config }, missing, at)
  for (const plan of churchPlans) if (plan.hasPayments) await makePayments({ database, at }, plan.tenantId)
  return [...signIns, ...guardianSignIns, ...operatorSignIns]
}

async function makeChurches(
  { database, config }: Pick<House, 'database' | 'config'>,
  missing: ChurchPlan[],
  at: Date,
): Promise<void> {
  if (missing.length === 0) return
  // One hash for all: everybody knows this password, so accounts need no salt of their own, and the start is quicker.
  const passwordHash = await hashPassword(PASSWORD)
  const { secretKey } = config
  for (const plan of missing)
    await database.withTenant(plan.tenantId, (tx) => makeChurch(tx, plan, { passwordHash, secretKey, at }))
}

async function missingChurches(database: House['database']): Promise<ChurchPlan[]> {
  const there = await Promise.all(churchPlans.map((plan) => database.withTenant(plan.tenantId, isThere)))
  return churchPlans.filter((_, index) => !there[index])
}
