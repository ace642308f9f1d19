import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react'
import type { Payment, Purchase } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import type { ApiFailure } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useSession } from '../../session/session.ts'
import { useGiveUpReplaced, useStartCheckout, useStartTransfer } from '../queries.ts'
import { useTexts } from '../../languages/index.ts'

/** For a link to a provider's page: what the page is left for is remembered, unless the link opens a page of its own. */
export function useLeaveByLink() {
  const leave = useLeave()
  return (payment: Payment) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void leave(payment)
  }
}

/** What is about to be paid, and the sum that was shown for it; `validUntil`: for how long that is good, where it is told. */
export type Order = {
  purchase: Purchase
  amountMinor: number
  validUntil?: string
  /** The card is kept, and the church renewed with it from then on. */
  renews?: boolean
}

/** Leads to the page of the provider; where the page was left for stands in its history, for whoever steps back. */
export function useLeave() {
  const navigate = useNavigate()
  return async ({ id, checkoutUrl }: Payment): Promise<void> => {
    if (!checkoutUrl) return
    await navigate({ to: '.', search: {}, state: { leftFor: id }, replace: true, resetScroll: false })
    location.assign(checkoutUrl)
  }
}

/** A page that was kept as it was left is shown again as it was: busy. */
function useShownAgain(act: () => void): void {
  const again = useEffectEvent(act)
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && again()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
}

/** What somebody means by a press: the same press once more is the same request, word for word. */
function usePress() {
  const press = useIdempotencyKey()
  const first = useRef<{ key: string; order: Order } | null>(null)
  const of = ({ validUntil, ...meant }: Order, way: string) => {
    const key = press.keyFor([meant, way])
    const order = validUntil === undefined ? meant : { ...meant, validUntil }
    if (first.current?.key !== key) first.current = { key, order }
    return first.current
  }
  /** One of an old price is another once that was shown anew. */
  const failed = ({ code }: ApiFailure) => code === 'quote_expired' && press.done()
  return { of, done: press.done, failed }
}

/**
 * Begins a payment at a provider and goes there: one order is one payment, however often it is pressed. `replaces`: the
 * payment that is given up for it, so that the same is not bought twice.
 */
function useCheckout(replaces: string | undefined) {
  const { gate } = useSession()
  const start = useStartCheckout()
  const leave = useLeave()
  const giveUp = useGiveUpReplaced()
  const press = usePress()
  const [leavingFor, setLeavingFor] = useState<Provider | null>(null)
  const wanted = useRef<string | null>(null)
  const stop = () => {
    wanted.current = null
    setLeavingFor(null)
    start.leave()
  }
  useShownAgain(stop)
  /** Whoever has closed the dialog meanwhile is not taken away. */
  const goTo = async (payment: Payment, key: string) => {
    if (wanted.current === key && replaces) await giveUp(replaces)
    if (wanted.current === key) await leave(payment)
  }
  const go = (order: Order, provider: Provider) => {
    if (wanted.current) return
    const pressed = press.of(order, provider)
    const { key } = pressed
    wanted.current = key
    setLeavingFor(provider)
    start.run(
      { ...pressed.order, provider, whileGated: gate !== 'open', key },
      {
        done: (payment) => {
          // What was begun stands among the open payments; the same once more is another payment.
          press.done()
          void goTo(payment, key)
        },
        failed: (failure) => {
          press.failed(failure)
          wanted.current = null
          setLeavingFor(null)
        },
      },
    )
  }
  return { go, stop, leavingFor, failure: start.failure }
}

/** Begins a bank transfer of an order. */
function useTransfer(onBegun: () => void) {
  const start = useStartTransfer()
  const press = usePress()
  const begin = (order: Order) => {
    const begun = () => {
      press.done()
      onBegun()
    }
    const pressed = press.of(order, 'transfer')
    start.run({ ...pressed.order, key: pressed.key }, { done: begun, failed: press.failed })
  }
  return { begin, isBusy: start.busy, failure: start.failure, leave: start.leave }
}

type PayingOptions = {
  /** A bank transfer stands among the open payments now. */
  onBegun?: () => void
  /** A payment that is given up once this one is paid on a provider's page. */
  replaces?: string
}

/** Paying what stands in a form: the dialog "Continue Payment with", and what its choices do. */
export function usePaying(order: Order | null, { onBegun, replaces }: PayingOptions = {}) {
  const [isChoosing, setChoosing] = useState(false)
  // The dialog goes with what it is for, and does not come back with the next one.
  if (isChoosing && !order) setChoosing(false)
  const checkout = useCheckout(replaces)
  const transfer = useTransfer(() => {
    setChoosing(false)
    onBegun?.()
  })
  const close = () => {
    setChoosing(false)
    checkout.stop()
    transfer.leave()
  }
  return { isChoosing, choose: () => setChoosing(true), close, checkout, transfer }
}

export type Paying = ReturnType<typeof usePaying>

/**
 * Leads whoever pays too early to the field that says what is missing: each press once more, as soon as the words stand
 * there, so that they are read with the field.
 */
export function useMissing() {
  const form = useRef<HTMLFormElement>(null)
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    if (presses > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [presses])
  return {
    form,
    isAsked: presses > 0,
    ask: () => setPresses((before) => before + 1),
    forget: () => setPresses(0),
  }
}

type Bought = Pick<Payment, 'purpose' | 'units' | 'planName' | 'months'>

/** What a payment is for, as a line of its own: "For 1,000 SMS units". */
export function useWhat() {
  const t = useTexts()
  return ({ purpose, units, planName, months }: Bought): string =>
    purpose === 'units'
      ? t('billing.transfer.forUnits', { units: units ?? 0 })
      : t('billing.transfer.forMonths', { plan: planName ?? '', months: months ?? 0 })
}
