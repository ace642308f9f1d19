/** Starts everything on this computer; `npm start` runs this file. */
import { beLean } from './lean.ts'

beLean()
await import('./run-server.ts')
