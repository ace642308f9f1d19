import { majorText } from '#contract/billing/exact.ts'
import type { Settings } from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectBankAccounts, selectInstallation } from './installation-store.ts'

/** How the installation is reached and paid. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const { approvalLimits, ...installation } = await selectInstallation(tx)
  return {
    ...installation,
    approvalLimits: Object.entries(approvalLimits).map(([currency, minor]) => ({
      currency,
      amount: majorText(minor, currency),
    })),
    bankAccounts: await selectBankAccounts(tx),
  }
}
