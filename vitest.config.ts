import { defineConfig } from 'vitest/config'
import LongestFirst from './scripts/longest-first.ts'

const testFiles = '**/*.test.{ts,tsx}'

export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    globalSetup: './server/test-kit/cluster/global-setup.ts',
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: false,
        test: {
          name: 'house',
          // Each file has a database and a server of its own; what they import is loaded once for each worker.
          isolate: false,
          include: ['contract', 'server', 'sandbox', 'web', 'scripts'].map((folder) => `${folder}/${testFiles}`),
          // Not more than there are processors: files are read in processes of low priority, which others would starve.
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: false,
        test: {
          name: 'browser',
          globalSetup: './e2e/kit/prepare-demo.ts',
          // Each file has a server of its own; the browser and what they import are there once for each worker.
          isolate: false,
          include: [`e2e/${testFiles}`],
          // They wait often, also on two cores; after the others.
          maxWorkers: 3,
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
