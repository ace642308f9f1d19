import path from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'

/** Seconds since `npm run test:quick` began, after which no further file is begun. */
type Limits = { near: number; far: number }
type Result = { isWell: boolean; ran: string[] }

const LEAST_SECONDS = 10

/**
 * Runs test files in this order within a time: those that are near the change until `limits.near`, the others only until
 * `limits.far`. Answers which ran to their end.
 */
export async function runTests(near: readonly string[], far: readonly string[], limits: Limits): Promise<Result> {
  const order = [...near, ...far]
  const waiting = new Set(near.map((file) => path.resolve(file)))
  let modules: readonly TestModule[] = []
  let isWell = true
  let begun = Infinity
  const watch = {
    onTestModuleStart: (): void => void (begun = Math.min(begun, process.uptime())),
    onTestModuleEnd: ({ moduleId }: TestModule): void => void waiting.delete(moduleId),
    onTestRunEnd: (ended: readonly TestModule[], errors: readonly unknown[]): void => {
      modules = ended
      isWell = errors.length === 0 && ended.every((module) => module.state() !== 'failed')
    },
  }
  const vitest = await createVitest({
    watch: false,
    reporters: ['default', './scripts/failures-reporter.ts', watch],
    sequence: { sequencer: sequencerOf(order.map((file) => path.resolve(file))) },
  })
  const timer = setInterval(() => {
    const seconds = process.uptime()
    // On a slow machine too some files run.
    if (seconds < begun + LEAST_SECONDS) return
    if (seconds > limits.near || (seconds > limits.far && waiting.size === 0))
      void vitest.cancelCurrentRun('keyboard-input')
  }, 250)
  try {
    // Tells the reporters that they begin.
    await vitest.standalone()
    await vitest.runTestSpecifications(order.map((file) => specificationOf(file)))
  } finally {
    clearInterval(timer)
    await vitest.close()
  }
  return { isWell, ran: modules.filter(isComplete).map((module) => module.relativeModuleId) }

  function specificationOf(file: string): TestSpecification {
    return vitest
      .getProjectByName(file.startsWith('e2e/') ? 'browser' : file.startsWith('web/') ? 'web' : 'house')
      .createSpecification(path.resolve(file))
  }
}

function isComplete(module: TestModule): boolean {
  const results = [...module.children.allTests()].map((test) => test.result())
  // A test that is skipped because the run was stopped has a note that says so.
  return results.length > 0 && results.every((one) => one.state !== 'pending' && !('note' in one && one.note))
}

const sequencerOf = (order: readonly string[]) =>
  class NearestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId))
    }
  }
