import type { Tx } from '../../platform/database/index.ts'
import {
  insertBankAccount,
  insertPlan,
  insertPrice,
  selectPlans,
  updateInstallation,
  type BankAccountRecord,
  type InstallationRecord,
  type PlanInput,
} from './settings-store.ts'

/** Major units by currency. */
type Amounts = Readonly<Record<string, string>>

type FirstSettings = {
  /** `prices`: of a month. */
  plans: readonly (Omit<PlanInput, 'offered'> & { id: string; prices: Amounts })[]
  /** Of a unit. */
  sms: Amounts
  bankAccounts: readonly BankAccountRecord[]
  installation: InstallationRecord
}

/**
 * Plans, prices, accounts for transfers and how to reach help, where the installation has no plan yet. For the demo: of an
 * installation with churches two operators decide about them.
 */
export async function setUpInstallation(tx: Tx, first: FirstSettings, at: Date): Promise<void> {
  if ((await selectPlans(tx)).length > 0) return
  await insertPrices(tx, { product: 'sms', planId: null }, { amounts: first.sms, at })
  for (const { prices, ...plan } of first.plans) {
    const planId = await insertPlan(tx, { ...plan, offered: true }, at)
    await insertPrices(tx, { product: 'subscription', planId }, { amounts: prices, at })
  }
  for (const account of first.bankAccounts) await insertBankAccount(tx, account)
  await updateInstallation(tx, first.installation)
}

type Priced = { product: 'sms'; planId: null } | { product: 'subscription'; planId: string }

async function insertPrices(tx: Tx, priced: Priced, { amounts, at }: { amounts: Amounts; at: Date }): Promise<void> {
  for (const [currency, amount] of Object.entries(amounts))
    await insertPrice(tx, { ...priced, isoCode: null, currency, amount, at })
}
