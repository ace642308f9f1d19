import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listChurches, readConsoleChurch } from '#contract/operator/churches.ts'
import {
  approvePayment,
  closeIncident,
  listConsolePayments,
  refundPayment,
  refusePayment,
  type ConsolePayment,
  type PaymentIncident,
} from '#contract/operator/requests.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { recently, useConsoleCall } from '../form/password-again.tsx'
import type { PaymentState } from '#contract/billing/payments.ts'
import { askedOf, listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const paymentStates = [
  'pending',
  'review',
  'created',
  'succeeded',
  'failed',
  'cancelled',
  'refunded',
] as const satisfies readonly PaymentState[]

const paymentMethods = [
  'bank_transfer',
  'stripe',
  'paystack',
  'flutterwave',
  'paypal',
] as const satisfies readonly ConsolePayment['method'][]

export const { of: paymentsFilterOf, useFilter: usePaymentsFilter } = listFilter({
  name: 'desk-payments',
  path: paths.consolePayments,
  parts: { state: oneOf(paymentStates), method: oneOf(paymentMethods) },
})
type PaymentsFilter = ReturnType<typeof paymentsFilterOf>
export type PaymentsFiltering = ReturnType<typeof usePaymentsFilter>

/** How often the list is read anew while a provider is sending money back. */
const LOOK_AGAIN_MS = 5_000
/** As many rows as one call reads: a longer list would lose its end under its reader’s eyes. */
const ROWS_READ_AGAIN = 100

/** Money that is on its way is back, or is not, without anybody's doing: whoever looks at the list sees it happen. */
function useLookAgain(isGoingBack: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isGoingBack) return
    const look = () => void (document.hidden || client.invalidateQueries({ queryKey: keyOf(listConsolePayments) }))
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [client, isGoingBack])
}

/** Payments, page by page; those that wait for the console come first. */
export function usePayments(filter: PaymentsFilter) {
  const query = askedOf(filter)
  const list = usePagedList<ConsolePayment>([...keyOf(listConsolePayments), query], (page, signal) =>
    call(listConsolePayments, { query: { ...query, ...page } }, { signal }),
  )
  const isShort = list.rows.length <= ROWS_READ_AGAIN
  useLookAgain(isShort && list.rows.some(({ refund }) => refund?.state === 'wanted'))
  return list
}

/** Whatever came of it, others may have decided meanwhile: the list is read anew. */
const useDeciding = <Sent, Answer>(work: (sent: Sent) => Promise<Answer>) =>
  useConsoleCall(work, listConsolePayments, listChurches, readConsoleChurch)

/** Says that the money has arrived; the amount is the one that was shown. */
export const useApprovePayment = () =>
  useDeciding(({ churchId, id, amountMinor }: ConsolePayment) =>
    recently(() => call(approvePayment, { params: { churchId, id }, body: { amountMinor } })),
  )

type Reasoned = { payment: ConsolePayment; reason: string }

/** Gives the money back; the amount is the payment's, as it was shown. */
export const useRefundPayment = () =>
  useDeciding(({ payment: { churchId, id, amountMinor }, reason }: Reasoned) =>
    recently(() => call(refundPayment, { params: { churchId, id }, body: { amountMinor, reason } })),
  )

export const useRefusePayment = () =>
  useDeciding(({ payment: { churchId, id }, reason }: Reasoned) =>
    call(refusePayment, { params: { churchId, id }, body: { reason } }),
  )

type Handled = { payment: ConsolePayment; incident: PaymentIncident; reason: string }

export const useCloseIncident = () =>
  useDeciding(({ payment: { churchId, id }, incident: { kind, providerId }, reason }: Handled) =>
    call(closeIncident, { params: { churchId, id }, body: { kind, providerId, reason } }),
  )
