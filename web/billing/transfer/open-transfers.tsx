import { useEffect, useEffectEvent, useState } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { isOpen, useLatestPayments, useRefreshAfterDecision } from '../queries.ts'
import { PaidDialog } from './paid-dialog.tsx'
import { TransferCard } from './transfer-card.tsx'

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

/** Transfers that are waited for, with where to pay and the way to send the proof. */
export function OpenTransfers({ purpose }: { purpose: Payment['purpose'] }) {
  const { data } = useLatestPayments()
  const payments = (data?.items ?? []).filter((payment) => payment.purpose === purpose)
  const { paid, close } = useJustPaid(payments)
  return (
    <>
      {payments.filter(isOpen).map((payment) => (
        <TransferCard key={payment.id} payment={payment} />
      ))}
      {paid && <PaidDialog payment={paid} onClose={close} />}
    </>
  )
}
