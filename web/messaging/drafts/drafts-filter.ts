import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const { useFilter: useDraftsFilter } = listFilter({ name: 'sms-drafts', path: paths.draftSms, parts: {} })

export const { useFilter: useTemplatesFilter } = listFilter({
  name: 'sms-templates',
  path: paths.smsTemplates,
  parts: {},
})
