import billing from './fr/billing.json'
import messaging from './fr/messaging.json'
import people from './fr/people.json'

/** What only signed-in people read. */
export const catalog = { ...billing, ...messaging, ...people }
