import type { Payment, PaymentState } from '#contract/billing/payments.ts'
import { listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const paymentStates = ['created', 'pending', 'review', 'succeeded', 'failed', 'cancelled', 'refunded'] as const

const paymentPurposes = ['subscription', 'units'] as const

export const { of: historyFilterOf, useFilter: useHistoryFilter } = listFilter({
  name: 'payments',
  path: paths.billingHistory,
  shape: { columns: ['what', 'date', 'method', 'reference', 'amount', 'state'] },
  parts: { state: oneOf<PaymentState>(paymentStates), purpose: oneOf<Payment['purpose']>(paymentPurposes) },
})

export type HistoryFiltering = ReturnType<typeof useHistoryFilter>
