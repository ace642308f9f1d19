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
          include: [`e2e/${testFiles}`],
          // Each has a server and a browser of its own, which wait for each other: two at a time, after the others.
          maxWorkers: 2,
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
