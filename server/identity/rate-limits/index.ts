/** How often something may be tried, and by whom: counted before it is tried, given back when nothing was guessed. */
export {
  accountAttempts,
  forgiveSignIn,
  returnAttempts,
  takeAttempt,
  takeAttempts,
  type Attempt,
} from './rate-limits.ts'
/** What counts as one origin. */
export { neighboursOf, networkOf } from './network.ts'
