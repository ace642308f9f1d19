import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { sendInvite, sendInviteJob } from './operators/send-invite.ts'
import { tellChangeJob } from './changes/tell-change-job.ts'
import { tellChange } from './changes/tell-change.ts'
import { routes } from './routes.ts'
import { sweepOperators, sweepOperatorsJob } from './sessions/sweep-operators.ts'

export { addOperator, type NewOperator } from './operators/add-operator.ts'
export { hasOperators } from './operators/operator-store.ts'
export { inviteByHand } from './operators/invite-by-hand.ts'
export { confirmByHand, resetByHand, waitingByHand, type ByHand } from './by-hand.ts'
export { identifyOperator } from './sessions/identify-operator.ts'

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
