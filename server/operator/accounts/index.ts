/** Operators' accounts: who signs in at the console, with which second factor, and where they are signed in. */
export { identifyOperator } from './identify-operator.ts'
export { operatorAttempts, sessionRoutes } from './sign-in.ts'
export { factorRoutes } from './second-factor.ts'
export { endSessionsOfOperator, sweepOperatorSessions } from './session-store.ts'
/** How operators come, by invitation or by hand, and go. */
export {
  findInvite,
  findMember,
  forgetFactor,
  hasOperators,
  insertInvitee,
  insertOperator,
  isOperator,
  isTaken,
  markRemoved,
  removeInviteesOf,
  renewInvite,
  selectInvitee,
  selectMember,
  selectOperators,
  spendInvite,
  type OperatorRecord,
} from './operator-store.ts'
