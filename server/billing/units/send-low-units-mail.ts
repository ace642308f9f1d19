import type { AppContext } from '../../platform/app-context.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { counted } from '../receipts/receipt-words.ts'
import { selectThreshold } from './alert-store.ts'
import { availableUnits } from './ledger.ts'
import { selectKeeper, type Keeper } from '../notices/payee-store.ts'

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
