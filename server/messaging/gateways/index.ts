/** An SMS gateway: what is handed over, what it answers, how it fails. */
export {
  GatewayBusy,
  GatewayUnsure,
  type Gateway,
  type GatewayAnswer,
  type OutgoingSms,
  type Receipt,
} from './gateway.ts'
/** Those of this installation, by the name that a route gives; found by `gatewayFinder`, how each call went is noted. */
export { gatewayFinder, openGateways, type Gateways } from './gateways.ts'
