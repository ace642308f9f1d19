import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { listChanges } from '#contract/operator/changes.ts'
import { readDesk } from '#contract/operator/session.ts'
import { listDeskLog } from '#contract/operator/settings.ts'
import { keyOf } from '../../lib/queries.ts'

/** Reads these anew after an act, with what waits and the log, which every act changes. */
export function useRefresh() {
  const client = useQueryClient()
  return (...endpoints: Endpoint[]) =>
    Promise.all(
      [readDesk, listDeskLog, listChanges, ...endpoints].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
}
