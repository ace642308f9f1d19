import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listGroups } from '#contract/people/groups.ts'
import { read } from '../api/queries.ts'

export const useGroups = () => useQuery(read(listGroups))

/** Where people stand: the lists, the pages, the pickers, and the counts of the shell. */
const PLACES = ['/api/people', '/api/families', '/api/Membership/', '/api/identity/session']

/**
 * Call it after anything about people has changed: what is in sight is read again, but for `gone`, ids of what is no more
 * and whose page is about to be left.
 */
export function usePeopleChanged() {
  const client = useQueryClient()
  return (gone: readonly string[] = []) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path, args] }) =>
        typeof path === 'string' &&
        PLACES.some((place) => path.startsWith(place)) &&
        !gone.some((id) => JSON.stringify(args ?? null).includes(id)),
    })
}
