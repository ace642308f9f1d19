import path from 'node:path'
import type { RunnerTask, TestError } from 'vitest'
import { suitesIn } from '#server/test-kit/failures/around-tests.ts'

/** scripts/failures-reporter.ts empties it when a run begins, and lists what is in it at the end. */
const FAILURES = path.resolve(process.env['FAILURES_DIR'] ?? '.failures')
const LONGEST_NAME = 120

let running: Readonly<RunnerTask> | undefined
const named = new WeakSet<TestError>()

export function noteRunning(task: Readonly<RunnerTask>): void {
  running = task
}

/** Where the running test, or the suite whose hooks run, leaves what explains it; undefined while neither has failed. */
export function folderOfFailure(isAboutToFail: boolean): string | undefined {
  if (!running) return undefined
  for (const task of [running, ...suitesIn(running.file)]) {
    const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined
    if (error && !named.has(error)) return nameFolder(task, error)
  }
  return isAboutToFail ? folderOf(running) : undefined
}

/** Says the folder beside the error, before anything is awaited: the result of a suite soon leaves this process. */
export function nameFolder(task: Readonly<RunnerTask>, error: TestError): string {
  const folder = folderOf(task)
  if (!named.has(error)) error.message += `\nWhat it left: ${path.relative('.', folder)}`
  named.add(error)
  return folder
}

/** `.failures/e2e/people.test.ts/<name-of-the-test>`. */
function folderOf(task: Readonly<RunnerTask>): string {
  const name = task === task.file ? 'hooks of the file' : namesOf(task).join(' ')
  return path.join(FAILURES, task.file.name, nameForDisk(name))
}

const namesOf = (task: Readonly<RunnerTask>): string[] => [...(task.suite ? namesOf(task.suite) : []), task.name]

const nameForDisk = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replaceAll(/^-|-$/g, '')
