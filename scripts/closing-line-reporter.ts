import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends the run with one plain line, `12 passed, 0 failed, 1 skipped`, for whoever reads the log by machine; before it
 * stands each test that passed only when it was run once more: a fault of the test or the product, to be understood.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const states = tests.map((test) => test.result().state)
    const passedLater = tests.filter((test) => test.diagnostic()?.flaky)
    const count = (state: string): number => states.filter((one) => one === state).length
    // A file that cannot be read, a hook that throws and an error nobody caught fail no test, and the run all the same.
    const broken = modules.filter((module) => !module.ok() && !hasFailedTest(module)).length + unhandled.length
    const failed = count('failed') + broken
    // After what other reporters print at the end, and when it is known whether setting up and tearing down went well.
    process.once('exit', (code) => {
      for (const { fullName, module } of passedLater)
        console.log(`Passed only when run once more: ${module.relativeModuleId} > ${fullName}`)
      console.log(
        `${count('passed')} passed, ${failed || Math.sign(code)} failed, ${count('skipped') + count('pending')} skipped`,
      )
    })
  }
}

const hasFailedTest = (module: TestModule): boolean => [...module.children.allTests('failed')].length > 0
