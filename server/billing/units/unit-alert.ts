import type { UnitAlert } from '#contract/billing/statement.ts'
import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { saveThreshold, selectThreshold, availableUnits, lockUnits } from './ledger-store.ts'
import { counted, selectKeeper, type Keeper } from '../keepers/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'

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

type Wanted = { tenantId: string; accountId: string }

/** Mails one account that units run low; nothing when there are enough again, or it no longer keeps the church's money. */
export async function sendLowUnitsMail({ database, config, sendMail }: AppContext, wanted: Wanted): Promise<void> {
  const { tenantId, accountId } = wanted
  const { keeper, threshold, left } = await database.withTenant(tenantId, async (tx) => ({
    keeper: await selectKeeper(tx, tenantId, accountId),
    threshold: await selectThreshold(tx, tenantId),
    left: await availableUnits(tx, tenantId),
  }))
  if (!keeper || threshold === null || left >= threshold) return
  await sendMail(lowUnitsMail(keeper, { threshold, left, link: `${config.publicUrl}/tenant/units` }))
}

type Low = { threshold: number; left: number; link: string }

const lowUnitsMail = ({ email, firstName, churchName }: Keeper, { threshold, left, link }: Low): Mail =>
  renderEmail({
    to: email,
    subject: `${counted(left, 'SMS unit')} left`,
    paragraphs: [
      `Hello ${firstName},`,
      `${churchName} has ${counted(left, 'SMS unit')} left. You asked us to tell you when fewer than ${threshold.toLocaleString('en-US')} are left.`,
      'Messages already being sent are not affected: their units are reserved.',
    ],
    button: { title: 'Buy SMS units', link },
    closing: 'You can change this alert, or turn it off, on the page where you buy units.',
  })
