import app from './fr/app.json'
import billing from './fr/billing.json'
import church from './fr/church.json'
import messaging from './fr/messaging.json'
import people from './fr/people.json'
import ui from './fr/ui.json'

/** What only signed-in people read. */
export const catalog = { ...app, ...billing, ...church, ...messaging, ...people, ...ui }
