import type { MouseEvent } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useLeave } from '../checkout/use-paying.ts'

/** For a link to a provider's page: what the page is left for is remembered, unless the link opens a page of its own. */
export function useLeaveByLink() {
  const leave = useLeave()
  return (payment: Payment) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void leave(payment)
  }
}
