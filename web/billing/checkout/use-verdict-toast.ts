import { useEffect, useEffectEvent } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { LONG, LONGEST, toast } from '../../ui/toasts/index.ts'
import type { Verdict } from './look-into.ts'

/** What is said of an upgrade that did not come about stands in a dialog of its own. */
export const isSaidByDialog = ({ kind }: Verdict, purpose: Payment['purpose']): boolean =>
  purpose === 'subscription' &&
  (kind === 'declined' || kind === 'unconfirmed' || kind === 'review' || kind === 'unreached')

/** Says once what became of a payment whose payer is back; success has a dialog. */
export function useVerdictToast(verdict: Verdict | undefined, purpose: Payment['purpose']): void {
  const t = useTexts()
  const say: Record<Verdict['kind'], () => unknown> = {
    paid: () => undefined,
    cancelled: () => toast.info(t('billing.transfer.cancelled')),
    closed: () => toast.info(t('billing.checkout.closed'), { text: t('billing.checkout.closedText') }),
    waiting: () =>
      toast.info(t('billing.checkout.waiting'), { text: t('billing.checkout.waitingText'), duration: LONG }),
    declined: () => toast.bad(t('billing.checkout.declined')),
    review: () =>
      toast.bad(t('billing.checkout.unconfirmed'), { text: t('billing.checkout.review'), duration: LONGEST }),
    unconfirmed: () => toast.bad(t('billing.checkout.unconfirmed'), { duration: LONGEST }),
    unreached: () => toast.bad(t('billing.checkout.unreached'), { duration: LONGEST }),
  }
  const tell = useEffectEvent((told: Verdict) => {
    if (!isSaidByDialog(told, purpose)) say[told.kind]()
  })
  useEffect(() => {
    if (verdict) tell(verdict)
  }, [verdict])
}
