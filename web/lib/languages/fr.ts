import app from './fr/app.json'
import identity from './fr/identity.json'
import ui from './fr/ui.json'

/** What is said before the door and around every screen. */
export const catalog = { ...app, ...identity, ...ui }
