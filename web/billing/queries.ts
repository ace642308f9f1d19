import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { startCheckout } from '#contract/billing/checkout.ts'
import { stripeCustomerPortal } from '#contract/billing/existing-clients.ts'
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
import type { Provider } from '#contract/billing/providers.ts'
import { readSession } from '#contract/identity/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiFailure, call } from '../lib/api.ts'
import { keyOf, read } from '../lib/queries.ts'

/** How often a payment that an operator looks at is asked for. */
const LOOK_AGAIN_MS = 15_000

const pricingOf = (currency: string | undefined) => read(readPricing, { query: currency ? { currency } : {} })

/** What things cost in a currency; without one, in the church's. */
export const usePricing = (currency: string | undefined) => useQuery(pricingOf(currency))

/** The same where the currency changes under somebody's hands: the last one stays (`isPlaceholderData`) until the next is there. */
export const useChangingPricing = (currency: string | undefined) =>
  useQuery({ ...pricingOf(currency), placeholderData: keepPreviousData })

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

/** The latest payments; looked at again while one of them is open, and at once by whoever comes back to the page. */
export const useLatestPayments = () =>
  useQuery({
    ...read(listPayments, { query: { limit: 20 } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? LOOK_AGAIN_MS : false),
    refetchOnWindowFocus: 'always',
  })

const useInvalidate = (endpoints: readonly Endpoint[]) => {
  const client = useQueryClient()
  return () => Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

/** What a payment changes: payments, the balance and the gate in the session, the subscription. */
const useRefresh = () => useInvalidate([listPayments, readSession, readSubscription])

/** What may have changed when a purchase is refused: the payments, and what things cost. */
const useRefreshAfterRefusal = () => useInvalidate([listPayments, readPricing, quotePurchase])

/** `amountMinor` is the sum that was shown: another one is refused. */
type Start = { purchase: Purchase; amountMinor: number; key: string }

/** Begins a transfer. The key makes a second press the same purchase. */
export function useStartTransfer() {
  const refresh = useRefresh()
  const onError = useRefreshAfterRefusal()
  return useMutation({
    mutationFn: ({ purchase, amountMinor, key }: Start) =>
      call(startTransfer, { body: { ...purchase, amountMinor } }, { idempotencyKey: key }),
    onSuccess: refresh,
    onError,
  })
}

type StartCheckout = Start & { provider: Provider; whileGated: boolean }

/** Begins a payment on a provider's own page, where the answer leads. The list is left as it is: we are about to go. */
export function useStartCheckout() {
  const onError = useRefreshAfterRefusal()
  return useMutation({
    mutationFn: async ({ purchase, amountMinor, provider, whileGated, key }: StartCheckout) => {
      const body = { purchase: { ...purchase, amountMinor }, provider, whileGated }
      const payment = await call(startCheckout, { body }, { idempotencyKey: key })
      if (payment.checkoutUrl === null) throw new ApiFailure('provider_unavailable', 0, 'There is no page to pay on.')
      return payment
    },
    onError,
  })
}

/** The page of the card provider where a church sees its cards; an empty text where there is none. */
export const useOpenPortal = () => useMutation({ mutationFn: () => call(stripeCustomerPortal, {}) })

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
