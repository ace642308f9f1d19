/** Sessions of accounts: who calls, what they may do, and whether the church's gate is open. */
export { authenticator } from './authenticator.ts'
export { gateOf, graceBegins, type Standing } from './gate.ts'
export { noteLastSeen, staffAuthenticator } from './identify.ts'
export {
  actorOf,
  currentSession,
  currentUser,
  listSessionsFor,
  openSession,
  SESSION_SECONDS,
  subscriptionStatus,
  type Origin,
  type SignedIn,
} from './open-session.ts'
export { abilitiesOf, type Role } from './roles.ts'
export {
  endChurchSession,
  endOtherSessionsOf,
  endSession,
  endSessionById,
  endSessionsOf,
  findAccounts,
  setSelfService,
  sweep,
  type AccountId,
  type KnownAccount,
} from './session-store.ts'
