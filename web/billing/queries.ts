import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { startCheckout } from '#contract/billing/checkout.ts'
import { stripeCustomerPortal } from '#contract/billing/existing-clients.ts'
import {
  addProof,
  cancelPayment,
  listPayments,
  quotePurchase,
  readPayment,
  readPricing,
  readSubscription,
  startTransfer,
  type Payment,
  type Purchase,
} from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { readSession } from '#contract/identity/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiFailure, call } from '../api/call.ts'
import { keyOf, read } from '../api/queries.ts'

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

const OPEN_AND_LATELY_OPEN = [...keyOf(listPayments), 'open and lately open'] as const

/** All open payments, however old; then those that were open when they were read before, as they are by now. */
async function readOpenPayments(before: readonly Payment[], signal: AbortSignal): Promise<{ items: Payment[] }> {
  const { items } = await call(listPayments, { query: { open: 'yes', limit: 20 } }, { signal })
  const gone = before.filter(({ id }) => items.every((payment) => payment.id !== id))
  const ended = gone.map(async (payment) =>
    isOpen(payment) ? call(readPayment, { params: { id: payment.id } }, { signal }) : payment,
  )
  return { items: [...items, ...(await Promise.all(ended))] }
}

/**
 * Payments that are open, and what became of those that were; looked at again while one of them is open, and at once by
 * whoever comes back to the page.
 */
export function useOpenPayments() {
  const client = useQueryClient()
  return useQuery({
    queryKey: OPEN_AND_LATELY_OPEN,
    queryFn: ({ signal }) => {
      const before = client.getQueryData<{ items: Payment[] }>(OPEN_AND_LATELY_OPEN)
      return readOpenPayments(before?.items ?? [], signal)
    },
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? LOOK_AGAIN_MS : false),
    refetchOnWindowFocus: 'always',
  })
}

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

/** Begins a payment on a provider's own page, where the answer leads. The list is not waited for: we are about to go. */
export function useStartCheckout() {
  const refresh = useInvalidate([listPayments])
  const onError = useRefreshAfterRefusal()
  return useMutation({
    mutationFn: async ({ purchase, amountMinor, provider, whileGated, key }: StartCheckout) => {
      const body = { purchase: { ...purchase, amountMinor }, provider, whileGated }
      const payment = await call(startCheckout, { body }, { idempotencyKey: key })
      if (payment.checkoutUrl === null) throw new ApiFailure('provider_unavailable', 0, 'There is no page to pay on.')
      return payment
    },
    onSuccess: () => void refresh(),
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
  return useMutation({ mutationFn: (id: string) => call(cancelPayment, { params: { id } }), onSettled: refresh })
}

/** How long somebody who is about to go and pay is kept for it. */
const REPLACE_MS = 5000

/** Gives up a payment that another one takes the place of; one that was decided meanwhile stays, and shows so. */
export function useGiveUpReplaced() {
  const refresh = useInvalidate([listPayments])
  return async (id: string): Promise<void> => {
    await call(cancelPayment, { params: { id } }, { timeoutMs: REPLACE_MS }).catch(() => undefined)
    void refresh()
  }
}

/** After a payment was decided elsewhere. */
export const useRefreshAfterDecision = useRefresh
