/** Works on jobs apart from the server, for an installation that has outgrown one process. */
import { beLean } from './lean.mjs'

beLean()
await import('./run-worker.ts')
