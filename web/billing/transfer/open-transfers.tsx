import { useEffect, useEffectEvent, useState } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { isOpen, useLatestPayments, useRefreshAfterDecision } from '../queries.ts'
import { PaidDialog } from './paid-dialog.tsx'
import { TransferCard } from './transfer-card.tsx'
import classes from './transfer.module.css'

/** Tells of a payment that was open when this page was shown and has succeeded since. */
function useJustPaid(payments: readonly Payment[]): { paid: Payment | null; close: () => void } {
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const unwatched = payments.filter((payment) => isOpen(payment) && !watched.has(payment.id))
  if (unwatched.length > 0) setWatched(new Set([...watched, ...unwatched.map(({ id }) => id)]))
  const paid = payments.find(({ id, state }) => state === 'succeeded' && watched.has(id) && !closed.has(id)) ?? null
  const refresh = useRefreshAfterDecision()
  const renew = useEffectEvent(() => void refresh())
  const paidId = paid?.id
  useEffect(() => {
    if (paidId) renew()
  }, [paidId])
  return { paid, close: () => paid && setClosed(new Set([...closed, paid.id])) }
}

/** Transfers that were not there yet when the page was opened: whoever began one must see it. */
function useBegunHere(payments: readonly Payment[] | undefined): (payment: Payment) => boolean {
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null)
  if (payments && !first) setFirst(new Set(payments.map(({ id }) => id)))
  return ({ id }) => first !== null && !first.has(id)
}

/** On a phone it appears above the button that was pressed. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

/** Transfers that are waited for, with where to pay and the way to send the proof. */
export function OpenTransfers({ purpose }: { purpose: Payment['purpose'] }) {
  const { data } = useLatestPayments()
  const payments = (data?.items ?? []).filter((payment) => payment.purpose === purpose)
  const { paid, close } = useJustPaid(payments)
  const isBegunHere = useBegunHere(data?.items)
  return (
    <>
      {payments.filter(isOpen).map((payment) => (
        <div
          key={payment.id}
          className={classes['transfer']}
          tabIndex={-1}
          ref={isBegunHere(payment) ? show : undefined}
        >
          <TransferCard payment={payment} />
        </div>
      ))}
      {paid && <PaidDialog payment={paid} onClose={close} />}
    </>
  )
}
