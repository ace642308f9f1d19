import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Actor } from '#server/platform/http/index.ts'
import { addPaidMonths } from '../../subscription/extend-subscription.ts'
import { grantUnits } from '../../units/ledger.ts'
import type { PaymentRecord } from '../payment-store.ts'

/** Gives the units or months of a payment. Once, for `settle` calls it once, and the ledger takes the payment's id once. */
export async function giveWhatWasPaid(
  tx: Tx,
  payment: PaymentRecord,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const { tenantId, id, reference, units, planId, months } = payment
  if (units !== null) {
    await grantUnits(tx, tenantId, { units, reference: id, at })
    await audit(tx, tenantId, actor, { act: 'units.granted', subjectId: id, details: { units, reference }, at })
  }
  if (planId !== null && months !== null)
    await addPaidMonths(tx, tenantId, { paymentId: id, planId, months, actor, at })
}
