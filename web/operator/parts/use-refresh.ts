import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { listChanges } from '#contract/operator/changes.ts'
import { readConsole } from '#contract/operator/session.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import { keyOf } from '../../api/queries.ts'

/** Reads these anew after an act, with what waits and the log, which every act changes. */
export function useRefresh() {
  const client = useQueryClient()
  return (...endpoints: Endpoint[]) =>
    Promise.all(
      [readConsole, listConsoleLog, listChanges, ...endpoints].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
}
