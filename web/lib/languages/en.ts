import app from './en/app.json'
import identity from './en/identity.json'
import ui from './en/ui.json'

/** What is said before the door and around every screen. */
export const catalog = { ...app, ...identity, ...ui }
