/** An SMS gateway: what is handed over, what it answers, how it fails. */
export {
  GatewayBusy,
  GatewayClosed,
  GatewayUnsure,
  type Gateway,
  type GatewayAnswer,
  type IncomingReply,
  type OutgoingMessage,
  type Receipt,
} from './gateway.ts'
/**
 * Those of this installation, by the name that a route gives; found by `gatewayFinder`, how each call went is noted.
 * `openGateways(…).signed` takes a call that came to a webhook to its gateway, which reads receipts or replies from it.
 */
export { gatewayFinder, MAIL_SERVER, openGateways } from './gateways.ts'
/** What a mail server says in a refusal or a report, in our words. */
export { reasonOf } from './smtp.ts'
