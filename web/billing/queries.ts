import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addProof,
  cancelPayment,
  listPayments,
  quotePurchase,
  readPricing,
  readSubscription,
  startTransfer,
  type Payment,
  type Purchase,
} from '#contract/billing/payments.ts'
import { readSession } from '#contract/identity/session.ts'
import { call } from '../lib/api.ts'
import { keyOf, read } from '../lib/queries.ts'

/** How often a payment that an operator looks at is asked for. */
const LOOK_AGAIN_MS = 15_000

/** What things cost in a currency; without one, in the church's. */
export const usePricing = (currency: string | undefined) =>
  useQuery(read(readPricing, { query: currency ? { currency } : {} }))

export const useSubscription = () => useQuery(read(readSubscription))

/** What a purchase comes to; nothing is asked without one. */
export const useQuote = (purchase: Purchase | null) =>
  useQuery({
    queryKey: [...keyOf(quotePurchase), purchase],
    queryFn: ({ signal }) => call(quotePurchase, { body: purchase as Purchase }, { signal }),
    enabled: purchase !== null,
    retry: false,
  })

/** Whether somebody still has to do something about a payment. */
export const isOpen = ({ state }: Payment): boolean => state === 'created' || state === 'pending' || state === 'review'

/** The latest payments; looked at again while one of them is open. */
export const useLatestPayments = () =>
  useQuery({
    ...read(listPayments, { query: { limit: 20 } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? LOOK_AGAIN_MS : false),
  })

/** What a payment changes: payments, the balance and the gate in the session, the subscription. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [listPayments, readSession, readSubscription].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
}

/** `amountMinor` is the sum that was shown: another one is refused. */
type Start = { purchase: Purchase; amountMinor: number; key: string }

/** Begins a transfer. The key makes a second press the same purchase. */
export function useStartTransfer() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ purchase, amountMinor, key }: Start) =>
      call(startTransfer, { body: { ...purchase, amountMinor } }, { idempotencyKey: key }),
    onSuccess: refresh,
  })
}

export function useAddProof() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, file }: { id: string; file: File }) => call(addProof, { params: { id }, file }),
    onSuccess: refresh,
  })
}

export function useCancelPayment() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: (id: string) => call(cancelPayment, { params: { id } }), onSuccess: refresh })
}

/** After a payment was decided elsewhere. */
export const useRefreshAfterDecision = useRefresh
