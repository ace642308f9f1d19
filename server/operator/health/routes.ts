import { listDeskLog as listDeskLogCall, readHealth as readHealthCall } from '#contract/operator/settings.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { listDeskLog } from '../log/list-desk-log.ts'
import { readHealth } from './read-health.ts'

/** What an operator looks at and does not change: how things do, and what was done. */
export function healthRoutes(serve: Serve): void {
  serve(readHealthCall, ({ at, transact }) => transact((tx) => readHealth(tx, at)))
  serve(listDeskLogCall, ({ query, transact }) => transact((tx) => listDeskLog(tx, query)))
}
