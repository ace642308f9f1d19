/** SMS units: a church's balance in double entry. Every movement takes the transaction it belongs to. */
export {
  availableUnits,
  grantUnits,
  holdUnits,
  lockUnits,
  openUnits,
  postUnits,
  releaseUnits,
  returnUnits,
  revokeUnits,
  sendLowUnitsMailJob,
  unitsRunLow,
  type Movement,
} from './ledger-store.ts'
/** Below how many units a church is told. */
export { sendLowUnitsMail } from './unit-alert.ts'
/** The statement of a church's units. `Messages`: what it says of messages, as a query of who knows them. */
export { statementRoutes } from './statement.ts'
export type { Messages } from './statement-store.ts'
