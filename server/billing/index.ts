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
  type Movement,
} from './units/ledger.ts'
