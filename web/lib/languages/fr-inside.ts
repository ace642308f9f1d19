import app from './fr/app.json'
import ui from './fr/ui.json'

/** What every signed-in person reads, whichever the screen. */
export const catalog = { ...app, ...ui }
