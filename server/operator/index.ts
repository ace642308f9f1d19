import type { Area } from '#server/platform/house.ts'
import { jobWorker } from '#server/platform/jobs/index.ts'
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
  workers: (house) => [
    jobWorker({ job: sendInviteJob, handler: (invited) => sendInvite(house, invited), concurrency: 1 }),
    jobWorker({ job: tellChangeJob, handler: (told) => tellChange(house, told), concurrency: 2 }),
    jobWorker({ job: sweepOperatorsJob, handler: () => sweepOperators(house), concurrency: 1, cron: '23 * * * *' }),
  ],
}
