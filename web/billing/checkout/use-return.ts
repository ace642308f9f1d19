import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCan } from '../../session/session.ts'
import { useRefreshAfterDecision } from '../queries.ts'
import { lookInto, type Returned, type Verdict } from './look-into.ts'
import { returnSearch } from './return-search.ts'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useSupport } from '../../session/support.ts'
import { LONG, LONGEST, toast } from '../../ui/toasts/index.ts'

/** Each return is one of its own, also to the same payment. */
type Arrival = Returned & { at: number }

type Place = { search: Record<string, unknown>; state: { leftFor?: string } }

function arrivalAt({ search, state }: Place): Arrival | null {
  const { payment, outcome } = returnSearch(search)
  const id = payment ?? state.leftFor
  return id ? { id, outcome, at: Date.now() } : null
}

/** Who is back, by the address or by where the page was left for; the address is clean again at once. */
function useArrival(): Arrival | null {
  const place = useLocation()
  const navigate = useNavigate()
  const [arrival, setArrival] = useState(() => arrivalAt(place))
  const clean = useEffectEvent(() => {
    if (arrivalAt(place)) void navigate({ to: '.', search: {}, state: {}, replace: true, resetScroll: false })
  })
  /** A page that was kept as it was left is shown again without being loaded. */
  const shownAgain = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    setArrival(arrivalAt(place))
    clean()
  })
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => shownAgain(event)
    clean()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  return arrival
}

/** What became of a payment whose payer is back from its page; undefined while it is asked, or when nobody is. */
export function useReturn() {
  const mayPay = useCan('billing.manage')
  const arrival = useArrival()
  const refresh = useRefreshAfterDecision()
  const { data, isFetching } = useQuery({
    queryKey: ['returned', arrival],
    queryFn: async ({ signal }) => {
      const verdict = await lookInto(arrival as Arrival, signal)
      await refresh()
      return verdict
    },
    enabled: mayPay && arrival !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { arrival, verdict: data, isAsking: isFetching }
}

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
