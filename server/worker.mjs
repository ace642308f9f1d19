/** Works on jobs apart from the server, for an installation that has outgrown one process. */
import { runBuilt } from './built.mjs'

if (!(await runBuilt('run-worker'))) await import('./run-worker.ts')
