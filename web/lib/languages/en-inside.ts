import app from './en/app.json'
import ui from './en/ui.json'

/** What every signed-in person reads, whichever the screen. */
export const catalog = { ...app, ...ui }
