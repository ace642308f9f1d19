import { useMutation } from '@tanstack/react-query'
import { listChurches, readDeskChurch } from '#contract/operator/churches.ts'
import { approvePayment, listDeskPayments, refusePayment, type DeskPayment } from '#contract/operator/requests.ts'
import { call } from '../../lib/api.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { keyOf } from '../../lib/queries.ts'
import { useRefresh } from '../parts/use-refresh.ts'
import { paymentsQueryOf, type PaymentsFilter } from './payments-filter.ts'

/** Payments by transfer, page by page; those that wait come first. */
export function usePayments(filter: PaymentsFilter) {
  const query = paymentsQueryOf(filter)
  return usePagedList<DeskPayment>([...keyOf(listDeskPayments), query], (page, signal) =>
    call(listDeskPayments, { query: { ...query, ...page } }, { signal }),
  )
}

/** Whatever came of it, others may have decided meanwhile: the list is read anew. */
function useRefreshPayments() {
  const refresh = useRefresh()
  return () => refresh(listDeskPayments, listChurches, readDeskChurch)
}

/** Says that the money has arrived; the amount is the one that was shown. */
export const useApprovePayment = () =>
  useMutation({
    mutationFn: ({ churchId, id, amountMinor }: DeskPayment) =>
      call(approvePayment, { params: { churchId, id }, body: { amountMinor } }),
    onSettled: useRefreshPayments(),
  })

export const useRefusePayment = () =>
  useMutation({
    mutationFn: ({ payment: { churchId, id }, reason }: { payment: DeskPayment; reason: string }) =>
      call(refusePayment, { params: { churchId, id }, body: { reason } }),
    onSettled: useRefreshPayments(),
  })
