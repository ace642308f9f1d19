/** Who runs the installation: inviting, joining, removing, and another second factor for whoever lost theirs. */
export { addOperator, operatorActs, operatorRoutes } from './operators.ts'
export {
  makeInviteLink,
  sendInvite,
  sendInviteJob,
  sweepOperators,
  sweepOperatorsJob,
  type InviteLink,
} from './operator-jobs.ts'
