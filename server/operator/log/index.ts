/** The console's log: noted in the transaction of the act, never changed, read by every operator. */
export { daysGivenAlone, noteOperatorAct, type Noted } from './console-log-store.ts'
export { instantKey, logRoutes } from './list-log.ts'
