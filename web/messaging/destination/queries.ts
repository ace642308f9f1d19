import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#contract/people/groups.ts'
import { namePeople } from '#contract/people/persons.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'

export const useGroups = () => useQuery(read(listGroups))

/** Names to chosen ids; asked in the body, since ids may be many. Unknown and archived people have none. */
export const usePeopleNames = (ids: readonly string[]) =>
  useQuery({
    queryKey: [...keyOf(namePeople), ids],
    queryFn: ({ signal }) => call(namePeople, { body: { ids: ids.slice(0, NAMED_AT_MOST) } }, { signal }),
    enabled: ids.length > 0,
  })

/** As many as one call names. */
const NAMED_AT_MOST = 1_000
