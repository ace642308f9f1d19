import { hashPassword } from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import { churchPlans, type ChurchPlan } from './church-plans.ts'
import { hasChurches, isThere } from './demo-store.ts'
import { makeChurch } from './make-church.ts'

/** Of every account of the demo. */
export const PASSWORD = 'narthex-demo'

export type SignIn = { who: string; userName: string }

/** The accounts of the demo, in the order to show them. */
export const signIns: SignIn[] = churchPlans.flatMap(({ accounts }) =>
  accounts.map(({ who, email }) => ({ who, userName: email })),
)

/**
 * Makes the demo churches on an empty database, and what is missing of them after a start that was cut short. Where
 * only other churches are it does nothing. Answers the sign-ins that work.
 */
export async function makeDemo({ database, clock }: Pick<House, 'database' | 'clock'>): Promise<SignIn[]> {
  const missing = await missingChurches(database)
  if (missing.length === 0) return signIns
  if (missing.length === churchPlans.length && (await hasChurches(database))) return []
  const at = clock.now()
  // One hash for all: everybody knows this password, so accounts need no salt of their own, and the start is quicker.
  const passwordHash = await hashPassword(PASSWORD)
  for (const plan of missing)
    await database.withTenant(plan.tenantId, (tx) => makeChurch(tx, plan, { passwordHash, at }))
  return signIns
}

async function missingChurches(database: House['database']): Promise<ChurchPlan[]> {
  const there = await Promise.all(churchPlans.map((plan) => database.withTenant(plan.tenantId, isThere)))
  return churchPlans.filter((_, index) => !there[index])
}
