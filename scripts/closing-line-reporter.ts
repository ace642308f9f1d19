import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one plain line, `12 passed, 0 failed, 1 skipped`, for programs that read the log. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const states = tests.map((test) => test.result().state)
    const count = (state: string): number => states.filter((one) => one === state).length
    // A file that cannot be read, a hook that throws and an error nobody caught fail no test, and the run all the same.
    const broken = modules.filter((module) => !module.ok() && !hasFailedTest(module)).length + unhandled.length
    const failed = count('failed') + broken
    // After what other reporters print at the end, and when it is known whether setting up and tearing down went well.
    process.once('exit', (code) => {
      console.log(
        `${count('passed')} passed, ${failed || Math.sign(code)} failed, ${count('skipped') + count('pending')} skipped`,
      )
    })
  }
}

const hasFailedTest = (module: TestModule): boolean => [...module.children.allTests('failed')].length > 0
