import { afterEach, beforeEach, expect, inject, vi } from 'vitest'
import { idFor, mutantAt } from './mutate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The mutated file of each mutant. */
    mutatedFiles: string[]
  }
}

// One worker runs many mutants: each test file loads the modules anew, and the mutated one in place of the one on disk.
vi.resetModules()
const at = mutantAt(expect.getState().testPath ?? '')
const file = at === null ? undefined : inject('mutatedFiles')[at]
if (at !== null && file !== undefined) vi.doMock(idFor(file, at).replace(/\?.*/, ''), () => import(idFor(file, at)))

/** A mutant is caught by one test: after the first failure the rest of its file is skipped. */
let hasFailed = false
beforeEach(({ skip }) => skip(hasFailed, 'another test has failed'))
afterEach(({ task }) => {
  if (task.result?.state === 'fail') hasFailed = true
})
