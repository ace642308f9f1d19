import { globSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Reporter } from 'vitest/node'

const FAILURES = process.env['FAILURES_DIR'] ?? '.failures'

/** Names at the end of a run the folders in which failed browser tests left what explains them (e2e/kit/failures). */
export default class FailuresReporter implements Reporter {
  onTestRunStart(): void {
    rmSync(FAILURES, { recursive: true, force: true })
  }

  onTestRunEnd(): void {
    const folders = globSync('**/failure.txt', { cwd: FAILURES }).map((file) => path.join(FAILURES, path.dirname(file)))
    if (folders.length > 0) console.log(`Screenshots, traces, consoles and server logs of what failed:`)
    for (const folder of folders.toSorted()) console.log(`  ${folder}`)
  }
}
