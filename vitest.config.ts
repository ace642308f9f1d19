import os from 'node:os'
import { defineConfig } from 'vitest/config'
import TestOrder from './scripts/test-order.ts'

const testFiles = '**/*.test.{ts,tsx}'
const cluster = './server/test-kit/cluster/global-setup.ts'
/** Of both kinds of test together: they wait often, so that there is work for one more than there are processors. */
const maxWorkers = Math.min(os.availableParallelism(), 4) + 1

/** Node loads the sources itself, as it does in production: a quarter of the processor time of all tests was transforming them. */
const experimental = { viteModuleRunner: false }

export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    teardownTimeout: 30_000,
    sequence: { sequencer: TestOrder },
    projects: [
      {
        extends: false,
        test: {
          name: 'house',
          globalSetup: cluster,
          setupFiles: ['./server/test-kit/seeded-chance.ts'],
          // Each file has a database and a server of its own; what they import is loaded once for each worker.
          isolate: false,
          include: ['contract', 'server', 'sandbox', 'scripts'].map((folder) => `${folder}/${testFiles}`),
          maxWorkers,
          experimental,
          testTimeout: 40_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: false,
        test: {
          // Components are TSX, which Node does not load.
          name: 'web',
          isolate: false,
          include: [`web/${testFiles}`],
          maxWorkers,
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
          maxWorkers,
          experimental,
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
