import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import { listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { states } from '../sent/delivery.ts'
import { reasonWords } from './state-words.ts'

/** Every reason that there is. */
const reasons = Object.keys(reasonWords) as DeliveryReason[]

export const { of: reportFilterOf, useFilter: useReportFilter } = listFilter({
  name: 'recipients',
  path: paths.sentSmsReport,
  shape: {
    columns: ['name', 'phone', 'state', 'segments', 'units', 'at'],
    shown: ['name', 'phone', 'state', 'units', 'at'],
  },
  parts: { state: oneOf<RecipientState>(states), reason: oneOf<DeliveryReason>(reasons) },
})
export type ReportFilter = ReturnType<typeof reportFilterOf>

export type ReportFiltering = ReturnType<typeof useReportFilter>
