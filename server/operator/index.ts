import type { Area } from '#server/platform/house.ts'
import { jobWorker } from '#server/platform/jobs/index.ts'
import { sendInvite, sendInviteJob } from './operators/send-invite.ts'
import { routes } from './routes.ts'
import { sweepOperators, sweepOperatorsJob } from './sessions/sweep-operators.ts'

export { addOperator, type NewOperator } from './operators/add-operator.ts'
export { hasOperators } from './operators/operator-store.ts'
export { inviteByHand } from './operators/invite-by-hand.ts'
export { identifyOperator } from './sessions/identify-operator.ts'

/** The desk of whoever runs the installation. Its calls stand in `contract/operator`. */
export const operator: Area = {
  routes,
  queues: [sendInviteJob, sweepOperatorsJob],
  workers: (house) => [
    jobWorker({ job: sendInviteJob, handler: (invited) => sendInvite(house, invited), concurrency: 1 }),
    jobWorker({ job: sweepOperatorsJob, handler: () => sweepOperators(house), concurrency: 1, cron: '23 * * * *' }),
  ],
}
