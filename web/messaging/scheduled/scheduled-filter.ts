import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const { useFilter: useScheduledFilter } = listFilter({
  name: 'scheduled-sms',
  path: paths.scheduledSms,
  shape: { columns: ['message', 'goesAt', 'units', 'state'] },
  parts: {},
})
