import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { startCheckout } from '#contract/billing/checkout.ts'
import { stripeCustomerPortal } from '#contract/billing/existing-clients.ts'
import {
  addProof,
  cancelPayment,
  listPayments,
  QUOTE_MINUTES,
  quotePurchase,
  readPayment,
  readPricing,
  startTransfer,
  type Payment,
  type Purchase,
} from '#contract/billing/payments.ts'
import { readRenewal } from '#contract/billing/renewal.ts'
import {
  chooseRenewalPlan,
  readBillingParty,
  readSubscription,
  readTimeLine,
  saveBillingParty,
  type BillingParty,
} from '#contract/billing/subscription.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { readSession } from '#contract/identity/session.ts'
import { ApiFailure, call } from '../api/call.ts'
import { useCall, useRefresh } from '../api/use-call.ts'
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

/** Why the subscription stands where it stands. */
export const useTimeLine = () => useQuery(read(readTimeLine))

/** What the church wants from its renewal on; null: the plan that it has. */
export const useChooseRenewalPlan = () =>
  useCall((planId: string | null) => call(chooseRenewalPlan, { body: { planId } }), { refreshes: [readSubscription] })

/** As whom the church wants its receipts. */
export const useBillingParty = () => useQuery(read(readBillingParty))

export const useSaveBillingParty = () =>
  useCall((party: BillingParty) => call(saveBillingParty, { body: party }), { refreshes: [readBillingParty] })

/** Read anew so long before it is over, while somebody looks at it. */
const QUOTED_ANEW_MS = (QUOTE_MINUTES - 2) * 60_000

/** What a purchase comes to; nothing is asked without one. */
export const useQuote = (purchase: Purchase | null) =>
  useQuery({
    queryKey: [...keyOf(quotePurchase), purchase],
    queryFn: ({ signal }) => call(quotePurchase, { body: purchase as Purchase }, { signal }),
    enabled: purchase !== null,
    retry: false,
    refetchInterval: QUOTED_ANEW_MS,
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

/** What a payment changes: payments, the balance and the gate in the session, the subscription. */
const CHANGED = [listPayments, readSession, readSubscription, readRenewal, readTimeLine, quotePurchase]
/** What may have changed when a purchase is refused: the payments, and what things cost. */
const CHANGED_BEFORE = [listPayments, readPricing, quotePurchase]

/** `amountMinor` is the sum that was shown, `validUntil` for how long: another or an older one is refused. */
type Start = { purchase: Purchase; amountMinor: number; validUntil?: string; key: string }

/** A purchase with the quote that was shown for it. */
const shownFor = ({ purchase, amountMinor, validUntil }: Start) => ({
  ...purchase,
  amountMinor,
  ...(validUntil !== undefined && { validUntil }),
})

/** Begins a transfer. The key makes a second press the same purchase. */
export function useStartTransfer() {
  const refresh = useRefresh()
  return useCall((start: Start) => call(startTransfer, { body: shownFor(start) }, { idempotencyKey: start.key }), {
    done: () => refresh(...CHANGED),
    failed: () => refresh(...CHANGED_BEFORE),
  })
}

type StartCheckout = Start & { provider: Provider; whileGated: boolean; renews?: boolean }

async function startAt({ provider, whileGated, renews, ...start }: StartCheckout): Promise<Payment> {
  const body = { purchase: shownFor(start), provider, whileGated, ...(renews && { renews }) }
  const payment = await call(startCheckout, { body }, { idempotencyKey: start.key })
  if (payment.checkoutUrl === null) throw new ApiFailure('provider_unavailable', 0, 'There is no page to pay on.')
  return payment
}

/** Begins a payment on a provider's own page, where the answer leads. The list is not waited for: we are about to go. */
export function useStartCheckout() {
  const refresh = useRefresh()
  return useCall(startAt, {
    done: () => void refresh(listPayments),
    failed: () => refresh(...CHANGED_BEFORE),
  })
}

/** The page of the card provider where a church sees its cards; an empty text where there is none. */
export const useOpenPortal = () => useCall(() => call(stripeCustomerPortal, {}))

export const useAddProof = () =>
  useCall(({ id, file }: { id: string; file: File }) => call(addProof, { params: { id }, file }), {
    refreshes: CHANGED,
  })

/** `said` also when nothing of it is left on the page by then. */
export const useCancelPayment = (said: { done: () => void; failed: (failure: ApiFailure) => void }) =>
  useCall((id: string) => call(cancelPayment, { params: { id } }), { refreshes: CHANGED, ...said })

/** How long somebody who is about to go and pay is kept for it. */
const REPLACE_MS = 5000

/** Gives up a payment that another one takes the place of; one that was decided meanwhile stays, and shows so. */
export function useGiveUpReplaced() {
  const refresh = useRefresh()
  return async (id: string): Promise<void> => {
    await call(cancelPayment, { params: { id } }, { timeoutMs: REPLACE_MS }).catch(() => undefined)
    void refresh(listPayments)
  }
}

/** After a payment was decided elsewhere. */
export function useRefreshAfterDecision() {
  const refresh = useRefresh()
  return () => refresh(...CHANGED)
}
