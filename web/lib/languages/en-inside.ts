import billing from './en/billing.json'
import messaging from './en/messaging.json'
import people from './en/people.json'

/** What only signed-in people read. */
export const catalog = { ...billing, ...messaging, ...people }
