import * as calls from '#contract/followup/analytics.ts'
import * as existing from '#contract/followup/existing-analytics.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve } from '../../platform/http/index.ts'
import { readAnalytics, readAnalyticsDashboard } from './existing-clients.ts'
import { exportPeopleBehind } from './export-people.ts'
import { readFigures, readMonths } from './figures.ts'
import { listPeopleBehind } from './people.ts'

/** The last 30 days in three numbers, for the church’s dashboard. */
export { guestTotals } from './figures.ts'

/** First-timers counted: the figures of a period, of months, and the people behind each. It owns no table. */
export function analyticsRoutes(serve: Serve, { database }: Pick<AppContext, 'database'>): void {
  serve(calls.readFirstTimerFigures, ({ query, at, read }) => read((tx) => readFigures(tx, query, at)))
  serve(calls.readFirstTimerMonths, ({ query, at, read }) => read((tx) => readMonths(tx, query.owner ?? null, at)))
  serve(calls.listFigurePeople, ({ query, at, read }) => read((tx) => listPeopleBehind(tx, query, at)))
  serve(calls.exportFigurePeople, (call) => exportPeopleBehind(database, call))
  serve(existing.getFirstTimerAnalytics, ({ query, at, read }) =>
    read(async (tx) => ({ returnObject: await readAnalytics(tx, query, at) })),
  )
  serve(existing.getFirstTimerAnalyticsDashboard, ({ query, at, read }) =>
    read(async (tx) => ({ returnObject: await readAnalyticsDashboard(tx, query, at) })),
  )
}
