import { hashPassword } from '../identity/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { churchPlans, type ChurchPlan } from './church-plans.ts'
import { hasChurches, isThere } from './demo-store.ts'
import { DEMO_OPERATOR, makeInstallation } from './installation.ts'
import { makeChurch } from './make-church.ts'
import { makeOperators, addMissingAccounts, PASSWORD, workingSignIns, type SignIn } from './sign-ins.ts'
import { makePayments } from './payments.ts'
import { letRulesAct } from './rules.ts'
import { readDemoVersion, saveDemoVersion } from '../operator/index.ts'

/** What a demo holds. Whoever adds to what is made at its first start makes this one more. */
const DEMO_VERSION = 5

export type MadeDemo = {
  /** Those that work. */
  signIns: SignIn[]
  /** An older version made it: it lacks some of what is new. */
  isOlder: boolean
}

/**
 * Makes the demo churches on an empty database, and what is missing of them after a start that was cut short; to one that
 * an older version made, the accounts that are new. Where only other churches are it does nothing.
 */
export async function makeDemo({
  database,
  clock,
  config,
  enqueue,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'config' | 'enqueue' | 'log'>): Promise<MadeDemo> {
  const missing = await missingChurches(database)
  const isNew = missing.length === churchPlans.length
  if (isNew && (await hasChurches(database))) return { signIns: [], isOlder: false }
  const at = clock.now()
  await makeOperators({ database }, { hash: () => hashPassword(PASSWORD), at })
  await makeInstallation(database, at)
  const isOlder = !(await isCurrent(database, isNew))
  if (isOlder) await addMissingAccounts(database, at)
  await makeChurches({ database, config, enqueue }, missing, at)
  for (const { hasRules, tenantId } of missing)
    if (hasRules) await letRulesAct({ database, config, enqueue, log }, { tenantId, at })
  for (const plan of churchPlans) if (plan.hasPayments) await makePayments({ database, at }, plan.tenantId)
  return { signIns: await workingSignIns(database), isOlder }
}

/** Whether this version made the demo; it writes that down before it makes the first church. */
async function isCurrent(database: AppContext['database'], isNew: boolean): Promise<boolean> {
  return database.withOperator({ operatorId: DEMO_OPERATOR }, async (tx) => {
    if (isNew) await saveDemoVersion(tx, DEMO_VERSION)
    return ((await readDemoVersion(tx)) ?? 0) >= DEMO_VERSION
  })
}

async function makeChurches(
  { database, config, enqueue }: Pick<AppContext, 'database' | 'config' | 'enqueue'>,
  missing: ChurchPlan[],
  at: Date,
): Promise<void> {
  if (missing.length === 0) return
  // One hash for all: everybody knows this password, so accounts need no salt of their own, and the start is quicker.
  const passwordHash = await hashPassword(PASSWORD)
  const { secretKey, publicUrl } = config
  const making = { passwordHash, secretKey, publicUrl, enqueue, at }
  for (const plan of missing) await database.withTenant(plan.tenantId, (tx) => makeChurch(tx, plan, making))
}

async function missingChurches(database: AppContext['database']): Promise<ChurchPlan[]> {
  const there = await Promise.all(churchPlans.map((plan) => database.withTenant(plan.tenantId, isThere)))
  return churchPlans.filter((_, index) => !there[index])
}
