import { hideFirstSteps, readDashboard as call } from '#contract/dashboard/dashboard.ts'
import { saveFirstStepsHidden } from '../identity/index.ts'
import type { Area } from '../platform/app-context.ts'
import { readDashboard } from './read-dashboard.ts'

/** What somebody on the staff should know today. Its calls stand in `contract/dashboard`; it owns no table. */
export const dashboard: Area = {
  routes: (serve) => {
    serve(call, ({ caller, at, read }) => read((tx) => readDashboard(tx, caller, at)))
    serve(hideFirstSteps, ({ caller, body: { hidden }, at, transact }) =>
      transact(async (tx) => {
        await saveFirstStepsHidden(tx, caller, { hidden, at })
        return { hidden }
      }),
    )
  },
  queues: [],
  workers: () => [],
}
