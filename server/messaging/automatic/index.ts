/**
 * Messages that go by themselves, to people who are named: a birthday's, a rule's. They are campaigns like any other; nobody
 * was asked for the price, so that whoever begins them looks after what it may cost.
 */
export { sendAutomaticEmail, sendAutomaticPush, sendAutomaticText, type Automatic } from './send-automatic.ts'
/** What texts to single people would cost. */
export { costEach, type Costing } from './cost-each.ts'
/** When they would leave. */
export { textDepartures } from './text-departures.ts'
