import type { Payment } from '#contract/billing/payments.ts'
import { type TextId, useTexts } from '../../lib/languages/index.ts'
import type { Tone } from '../../ui/surfaces/badge.tsx'
import { useState, type MouseEvent } from 'react'
import { downloadReceipt } from '#contract/billing/receipts.ts'
import { addressOf } from '../../lib/api.ts'
import { saveFile } from '../../lib/list-export.ts'
import { toast } from '../../ui/toasts/index.ts'
import { useLeave } from '../checkout/use-paying.ts'

/** How a payment was made. */
export const methodNames: Record<Payment['method'], TextId> = {
  bank_transfer: 'billing.history.bankTransfer',
  stripe: 'billing.history.stripe',
  paystack: 'billing.history.paystack',
  flutterwave: 'billing.history.flutterwave',
  paypal: 'billing.history.paypal',
}

/** The states as the filter names them, whatever the payment was made by. */
export const stateNames: Record<Payment['state'], TextId> = {
  created: 'billing.history.begun',
  pending: 'billing.history.waiting',
  succeeded: 'billing.state.succeeded',
  failed: 'billing.state.failed',
  cancelled: 'billing.state.cancelled',
  review: 'billing.state.review',
  refunded: 'billing.state.refunded',
}

const tones: Record<Payment['state'], Tone> = {
  created: 'warn',
  pending: 'warn',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  review: 'warn',
  refunded: 'info',
}

/** What became of one payment: a transfer is looked at by people, a payment through a provider waits for its payer. */
export function stateOf({ state, method, refund }: Payment): { tone: Tone; word: TextId } {
  const tone = tones[state]
  if (state === 'created') return { tone, word: 'billing.history.notPaidYet' }
  if (state === 'pending' && method === 'bank_transfer') return { tone, word: 'billing.state.pending' }
  if (state === 'pending') return { tone, word: 'billing.history.notPaidYet' }
  if (state === 'refunded' && refund && refund.state !== 'done') return { tone, word: 'billing.history.goingBack' }
  return { tone, word: stateNames[state] }
}

/** Whether its payer may still do something about it. */
export const isUnpaid = ({ state }: Payment): boolean => state === 'created' || state === 'pending'

/** One page. */
const ROWS = 1

/** Saves the receipt of a payment as a PDF, or says that it did not come. */
export function useDownload() {
  const t = useTexts()
  const [isBusy, setBusy] = useState(false)
  const download = (paymentId: string) => {
    setBusy(true)
    void saveFile(addressOf(downloadReceipt, { params: { id: paymentId } }), ROWS)
      .catch(() => toast.bad(t('billing.receipt.notSaved'), { text: t('billing.receipt.notSavedText') }))
      .finally(() => setBusy(false))
  }
  return { isBusy, download }
}

/** For a link to a provider's page: what the page is left for is remembered, unless the link opens a page of its own. */
export function useLeaveByLink() {
  const leave = useLeave()
  return (payment: Payment) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void leave(payment)
  }
}
