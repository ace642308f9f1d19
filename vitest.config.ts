import os from 'node:os'
import { defineConfig } from 'vitest/config'
import TestOrder from './scripts/test-order.ts'

const testFiles = '**/*.test.{ts,tsx}'
const seededChance = './server/test-kit/seeded-chance.ts'
const cluster = './server/test-kit/cluster/global-setup.ts'
/** Of both kinds of test together: they wait often, so that there is work for one more than there are processors. */
const maxWorkers = Math.min(os.availableParallelism(), 4) + 1

/** Node loads the sources itself, as it does in production: a quarter of the processor time of all tests was transforming them. */
const experimental = { viteModuleRunner: false }

export default defineConfig({
  test: {
    reporters: [
      'default',
      './scripts/failures-reporter.ts',
      './scripts/test-floor-reporter.ts',
      './scripts/closing-line-reporter.ts',
    ],
    teardownTimeout: 30_000,
    sequence: { sequencer: TestOrder },
    projects: [
      {
        extends: false,
        test: {
          name: 'house',
          globalSetup: cluster,
          setupFiles: [seededChance, './server/test-kit/failures/explain-failures.ts'],
          // Each file has a database and a server of its own; what they import is loaded once for each worker.
          isolate: false,
          include: ['contract', 'server', 'sandbox', 'scripts'].map((folder) => `${folder}/${testFiles}`),
          maxWorkers,
          experimental,
          expect: { requireAssertions: true },
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
          setupFiles: [seededChance],
          maxWorkers,
          expect: { requireAssertions: true },
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
          setupFiles: [seededChance, './e2e/kit/failures/explain-failures.ts'],
          maxWorkers,
          experimental,
          expect: { poll: { timeout: 15_000 }, requireAssertions: true },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
