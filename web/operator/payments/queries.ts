import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listChurches, readConsoleChurch } from '#contract/operator/churches.ts'
import {
  approvePayment,
  listConsolePayments,
  refundPayment,
  refusePayment,
  type ConsolePayment,
} from '#contract/operator/requests.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { recently, useRefresh } from '../form/password-again.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PaymentState } from '#contract/billing/payments.ts'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
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

/** Which payments are looked at; it stands in the address. */
type PaymentsFilter = ListState & { state?: PaymentState; method?: ConsolePayment['method'] }

const shape = {}

/** Takes from an address what makes sense and leaves the rest. */
export function paymentsFilterOf(address: Record<string, unknown>): PaymentsFilter {
  const state = wordIn(paymentStates, address['state'])
  const method = wordIn(paymentMethods, address['method'])
  return { ...listStateOf(shape, address), ...(state && { state }), ...(method && { method }) }
}

/** The filter as the contract's calls take it. */
export const paymentsQueryOf = ({ search, state, method }: PaymentsFilter) => ({
  ...(search && { search }),
  ...(state && { state }),
  ...(method && { method }),
})

export function usePaymentsFilter() {
  const state = useSearch({ from: '/desk/operator/payments', select: paymentsFilterOf })
  const navigate = useNavigate()
  return useListState<PaymentsFilter>({
    name: 'desk-payments',
    shape,
    state,
    read: paymentsFilterOf,
    go: (search, replace) => void navigate({ to: paths.consolePayments, search, replace, resetScroll: false }),
  })
}

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
  const query = paymentsQueryOf(filter)
  const list = usePagedList<ConsolePayment>([...keyOf(listConsolePayments), query], (page, signal) =>
    call(listConsolePayments, { query: { ...query, ...page } }, { signal }),
  )
  const isShort = list.rows.length <= ROWS_READ_AGAIN
  useLookAgain(isShort && list.rows.some(({ refund }) => refund?.state === 'wanted'))
  return list
}

/** Whatever came of it, others may have decided meanwhile: the list is read anew. */
function useRefreshPayments() {
  const refresh = useRefresh()
  return () => refresh(listConsolePayments, listChurches, readConsoleChurch)
}

/** Says that the money has arrived; the amount is the one that was shown. */
export const useApprovePayment = () =>
  useMutation({
    mutationFn: ({ churchId, id, amountMinor }: ConsolePayment) =>
      recently(() => call(approvePayment, { params: { churchId, id }, body: { amountMinor } })),
    onSettled: useRefreshPayments(),
  })

type Reasoned = { payment: ConsolePayment; reason: string }

/** Gives the money back; the amount is the payment's, as it was shown. */
export const useRefundPayment = () =>
  useMutation({
    mutationFn: ({ payment: { churchId, id, amountMinor }, reason }: Reasoned) =>
      recently(() => call(refundPayment, { params: { churchId, id }, body: { amountMinor, reason } })),
    onSettled: useRefreshPayments(),
  })

export const useRefusePayment = () =>
  useMutation({
    mutationFn: ({ payment: { churchId, id }, reason }: Reasoned) =>
      call(refusePayment, { params: { churchId, id }, body: { reason } }),
    onSettled: useRefreshPayments(),
  })
