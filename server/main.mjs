/** Starts everything on this computer; `npm start` runs this file. */
import { beLean } from './lean.mjs'

beLean()
await import('./run-server.ts')
