import { useEffect, useEffectEvent } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useSupport } from '../../session/support.ts'
import { LONG, LONGEST, toast } from '../../ui/toasts/index.ts'
import type { Verdict } from './look-into.ts'

/** What is said of an upgrade that did not come about stands in a dialog of its own. */
export const isSaidByDialog = ({ kind }: Verdict, purpose: Payment['purpose']): boolean =>
  purpose === 'subscription' &&
  (kind === 'declined' || kind === 'unconfirmed' || kind === 'review' || kind === 'unreached')

/** Says once what became of a payment whose payer is back; success has a dialog. */
export function useVerdictToast(verdict: Verdict | undefined, purpose: Payment['purpose']): void {
  const t = useTexts()
  const email = useSupport()?.email
  const failed = (title: TextId, text: TextId) =>
    toast.bad(t(title), {
      text: email ? `${t(text)} ${t('billing.checkout.writeTo', { email })}` : t(text),
      duration: LONGEST,
    })
  const say: Record<Verdict['kind'], () => unknown> = {
    paid: () => undefined,
    cancelled: () => toast.info(t('billing.transfer.cancelled')),
    closed: () => toast.info(t('billing.checkout.closed'), { text: t('billing.checkout.closedText') }),
    waiting: () =>
      toast.info(t('billing.checkout.waiting'), { text: t('billing.checkout.waitingText'), duration: LONG }),
    declined: () => toast.bad(t('billing.checkout.declined')),
    review: () => failed('billing.checkout.unconfirmed', 'billing.checkout.review'),
    unconfirmed: () => failed('billing.checkout.unconfirmed', 'billing.checkout.unconfirmedText'),
    unreached: () => failed('billing.checkout.unreached', 'billing.checkout.unreachedText'),
  }
  const tell = useEffectEvent((told: Verdict) => {
    if (!isSaidByDialog(told, purpose)) say[told.kind]()
  })
  useEffect(() => {
    if (verdict) tell(verdict)
  }, [verdict])
}
