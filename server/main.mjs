/** Starts everything on this computer; `npm start` runs this file. */
import { runBuilt } from './built.mjs'

if (!(await runBuilt('run-server'))) await import('./run-server.ts')
