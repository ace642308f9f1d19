import type { UnitAlert } from '#contract/billing/statement.ts'
import { audit } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { Actor } from '#server/platform/http/index.ts'
import { saveThreshold, selectThreshold } from './alert-store.ts'
import { availableUnits, lockUnits } from './ledger.ts'

/** Below how many free units the church is told, and whether it has fewer now. */
export async function readUnitAlert(tx: Tx, tenantId: TenantId): Promise<UnitAlert> {
  const threshold = await selectThreshold(tx, tenantId)
  return { threshold, isLow: threshold !== null && (await availableUnits(tx, tenantId)) < threshold }
}

/**
 * Sets below how many free units the church is told; null: never. Nobody is written to by this itself, even when there
 * are fewer already, for whoever sets it sees it: the next movement that takes them from the number or more to less tells.
 */
export async function saveUnitAlert(
  tx: Tx,
  tenantId: TenantId,
  { threshold, actor, at }: { threshold: number | null; actor: Actor; at: Date },
): Promise<UnitAlert> {
  // No movement passes meanwhile: each one knows the number of before, or the new one.
  await lockUnits(tx, tenantId)
  const before = await selectThreshold(tx, tenantId)
  if (before !== threshold) {
    await saveThreshold(tx, tenantId, threshold)
    await audit(tx, tenantId, actor, { act: 'units.alert_changed', details: { before, threshold }, at })
  }
  return readUnitAlert(tx, tenantId)
}
