import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PaymentState } from '#contract/billing/payments.ts'
import type { ConsolePayment } from '#contract/operator/requests.ts'
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

export const paymentMethods = [
  'bank_transfer',
  'stripe',
  'paystack',
  'flutterwave',
  'paypal',
] as const satisfies readonly ConsolePayment['method'][]

/** Which payments are looked at; it stands in the address. */
export type PaymentsFilter = ListState & { state?: PaymentState; method?: ConsolePayment['method'] }

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
