import app from './en/app.json'
import billing from './en/billing.json'
import church from './en/church.json'
import messaging from './en/messaging.json'
import people from './en/people.json'
import ui from './en/ui.json'

/** What only signed-in people read. */
export const catalog = { ...app, ...billing, ...church, ...messaging, ...people, ...ui }
