import os from 'node:os'
import { defineConfig } from 'vitest/config'
import LongestFirst from './scripts/longest-first.ts'

const testFiles = '**/*.test.{ts,tsx}'
const cluster = './server/test-kit/cluster/global-setup.ts'
/** Of both kinds of test together: they wait often, so that there is work for one more than there are processors. */
const maxWorkers = Math.min(os.availableParallelism(), 4) + 1

/** On a machine that is shared a walk may fail by chance: there it is walked once more, and named at the end of the run. */
const secondWalks = process.env['CI'] ? 1 : 0

export default defineConfig({
  test: {
    reporters: [
      'default',
      './scripts/failures-reporter.ts',
      './scripts/test-floor-reporter.ts',
      './scripts/closing-line-reporter.ts',
    ],
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: false,
        test: {
          name: 'house',
          globalSetup: cluster,
          // Each file has a database and a server of its own; what they import is loaded once for each worker.
          isolate: false,
          include: ['contract', 'server', 'sandbox', 'web', 'scripts'].map((folder) => `${folder}/${testFiles}`),
          setupFiles: './server/test-kit/failures/explain-failures.ts',
          maxWorkers,
          expect: { requireAssertions: true },
          testTimeout: 40_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: false,
        test: {
          name: 'browser',
          globalSetup: [cluster, './e2e/kit/prepare-demo.ts'],
          // Each file has a server of its own; the browser and what they import are there once for each worker.
          isolate: false,
          include: [`e2e/${testFiles}`],
          setupFiles: './e2e/kit/failures/explain-failures.ts',
          retry: secondWalks,
          maxWorkers,
          expect: { poll: { timeout: 15_000 }, requireAssertions: true },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
