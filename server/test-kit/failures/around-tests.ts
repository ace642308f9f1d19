import {
  aroundAll,
  aroundEach,
  type RunnerTask,
  type RunnerTestFile,
  type RunnerTestSuite,
  type TestError,
} from 'vitest'

type Listener = {
  /** A try of a test begins, or hooks of a file or a suite before or after its tests. */
  begin: (task: Readonly<RunnerTask>) => void
  /** A test failed, or hooks of a suite did; the last of the errors is new. */
  explain: (task: Readonly<RunnerTask>, error: TestError) => Promise<void>
}

/** Called once by the setup file of a project. Hooks can fail too, so the listener is called around all hooks of a test and of a file. */
export function aroundTests({ begin, explain }: Listener): void {
  const explained = new WeakSet<TestError>()
  const explainOne = (task: Readonly<RunnerTask>, error: TestError): Promise<void> => {
    // Vitest prints only one of the errors that have the same stack.
    error.stack = `${error.stack}\n${task.id}`
    return explain(task, error)
  }
  const explainSuites = async (file: Readonly<RunnerTestFile>): Promise<void> => {
    for (const suite of suitesIn(file)) {
      const error = errorOf(suite)
      if (!error || explained.has(error)) continue
      explained.add(error)
      await explainOne(suite, suite === file ? error : repeatInFile(file, suite, error))
    }
  }
  aroundEach(async (runTest, { task }) => {
    // The hooks of a suite can have failed since the last test.
    await explainSuites(task.file)
    begin(task)
    await runTest()
    const error = errorOf(task)
    if (error) await explainOne(task, error)
    begin(task.file)
  })
  // Vitest reads the parameters of this function as text: a second one would have to name fixtures.
  aroundAll(async (...[runFile, , { file }]) => {
    begin(file)
    await runFile()
    await explainSuites(file)
  })
}

const errorOf = ({ result }: Readonly<RunnerTask>): TestError | undefined =>
  result?.state === 'fail' ? result.errors?.at(-1) : undefined

/** What is added to an error of a `describe` may be lost: its result can have left this process. The result of the file has not. */
function repeatInFile(
  file: Readonly<RunnerTestFile>,
  { name }: Readonly<RunnerTestSuite>,
  error: TestError,
): TestError {
  const repeated: TestError = { ...error, message: `The hooks of "${name}" failed: ${error.message}` }
  if (file.result) file.result.errors = [...(file.result.errors ?? []), repeated]
  return repeated
}

export const suitesIn = (suite: Readonly<RunnerTestSuite>): Readonly<RunnerTestSuite>[] => [
  suite,
  ...suite.tasks.flatMap((task) => (task.type === 'suite' ? suitesIn(task) : [])),
]
