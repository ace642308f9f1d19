import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const { of: sentFilterOf, useFilter: useSentFilter } = listFilter({
  name: 'sent-sms',
  path: paths.sentSms,
  shape: { columns: ['message', 'sentAt', 'units', 'delivery'] },
  parts: {},
})

export type SentFiltering = ReturnType<typeof useSentFilter>
