import type { AuditTopic } from '#contract/identity/audit.ts'
import { askedOf, idIn, listFilter, oneOf } from '../../lists/list-filter.ts'
import { dayIn } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

const topics = ['access', 'people', 'checkin', 'money', 'messages'] as const satisfies readonly AuditTopic[]

export const { of: logFilterOf, useFilter: useLogFilter } = listFilter({
  name: 'audit',
  path: paths.log,
  shape: { columns: ['what', 'at', 'actor', 'subject', 'where'] },
  parts: {
    topic: oneOf(topics),
    // Account of who did it, and person it was done to.
    by: idIn,
    person: idIn,
    from: dayIn,
    until: dayIn,
  },
})
type LogFilter = ReturnType<typeof logFilterOf>

/** The filter as the contract's calls take it. */
export function logQueryOf(filter: LogFilter) {
  const { by, person, ...asked } = askedOf(filter)
  return { ...asked, ...(by && { accountId: by }), ...(person && { subjectId: person }) }
}

export type LogFiltering = ReturnType<typeof useLogFilter>
