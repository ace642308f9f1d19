import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { sendInvite, sendInviteJob, sweepOperators, sweepOperatorsJob } from './operators/index.ts'
import { tellChangeJob, tellChange } from './changes/index.ts'
import { routes } from './routes.ts'

export { identifyOperator } from './accounts/index.ts'
/** What whoever may run commands on the server does for the operators. */
export { confirmByHand, inviteByHand, resetByHand, waitingByHand, type ByHand } from './by-hand.ts'
/** For the demo, whose installation and operators nobody invited. */
export { hasOperators } from './accounts/index.ts'
export { addOperator } from './operators/index.ts'
export {
  readClockAhead,
  readDemoVersion,
  saveClockAhead,
  saveDemoVersion,
  setUpInstallation,
} from './settings/index.ts'

/** The console of whoever runs the installation. Its calls stand in `contract/operator`. */
export const operator: Area = {
  routes,
  queues: [sendInviteJob, tellChangeJob, sweepOperatorsJob],
  workers: (context) => [
    jobWorker({ job: sendInviteJob, handler: (invited) => sendInvite(context, invited), concurrency: 1 }),
    jobWorker({ job: tellChangeJob, handler: (told) => tellChange(context, told), concurrency: 2 }),
    jobWorker({ job: sweepOperatorsJob, handler: () => sweepOperators(context), concurrency: 1, cron: '23 * * * *' }),
  ],
}
