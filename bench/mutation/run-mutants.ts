import path from 'node:path'
import type { Plugin } from 'vite'
import {
  createVitest,
  escapeTestName,
  type TestModule,
  type TestSpecification,
  type TestState,
  type Vitest,
} from 'vitest/node'
import type { Mutant } from './lists.ts'
import { idFor, mutantAt, mutate, ROOT } from './mutate.ts'

/** What the tests of a mutant showed: which test failed, or why the mutant does not count as caught. */
type Verdict = { caughtBy: string } | { problem: string }

/** Runs the tests of all mutants in one process, prints each verdict, and returns the problems of those that are not caught. */
export async function runMutants(mutants: readonly Mutant[]): Promise<Map<Mutant, string>> {
  const loaded = new Set<Mutant>()
  const verdicts = new Map<Mutant, Verdict>()
  /** By test file: the tests that ran with some mutant. */
  const ran = new Map<string, Set<string>>()
  const vitest = await openVitest(
    mutate(mutants, (mutant) => loaded.add(mutant)),
    (module) => {
      const at = mutantAt(module.moduleId)
      const mutant = at === null ? undefined : mutants[at]
      if (!mutant) return
      const verdict = judge(module, loaded.has(mutant))
      verdicts.set(mutant, verdict)
      ran.set(mutant.tests, new Set([...(ran.get(mutant.tests) ?? []), ...namesOf(module, ['passed', 'failed'])]))
      const [sign, said] = 'caughtBy' in verdict ? ['✓', verdict.caughtBy] : ['✗', verdict.problem]
      console.log(`${sign} ${mutant.rule} | ${said}`)
    },
  )
  // Closing stops the run's PostgreSQL.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void vitest.exit(true))
  const project = vitest.getRootProject()
  project.provide(
    'mutatedFiles',
    mutants.map(({ file }) => file),
  )
  await run(
    vitest,
    mutants.map((mutant, at) =>
      project.createSpecification(idFor(mutant.tests, at), {
        testNamePattern: new RegExp(escapeTestName(mutant.test ?? '', false)),
      }),
    ),
  )
  // Without a fault the same tests must pass. Those after the first failure did not run, and need not run here.
  const unmutated = await run(
    vitest,
    [...ran].map(([tests, names]) => project.createSpecification(path.join(ROOT, tests), { testNames: [...names] })),
  )
  await vitest.close()
  const passed = new Map(unmutated.map((module) => [module.relativeModuleId, namesOf(module, ['passed'])]))
  return new Map(
    mutants.flatMap((mutant) => {
      const verdict = verdicts.get(mutant) ?? { problem: 'its tests did not run' }
      if ('problem' in verdict) return [[mutant, verdict.problem]]
      const isSound = passed.get(mutant.tests)?.includes(verdict.caughtBy)
      return isSound ? [] : [[mutant, `this test does not pass without the fault either: ${verdict.caughtBy}`]]
    }),
  )
}

const openVitest = (plugin: Plugin, onTestModuleEnd: (module: TestModule) => void): Promise<Vitest> =>
  createVitest(
    {
      config: false,
      root: ROOT,
      watch: false,
      cache: false,
      name: 'mutants',
      reporters: [{ onTestModuleEnd }],
      globalSetup: ['./server/test-kit/cluster/global-setup.ts'],
      setupFiles: ['./bench/mutation/set-up-mutant.ts'],
      isolate: false,
      maxWorkers: 3,
      testTimeout: 40_000,
      hookTimeout: 60_000,
    },
    { plugins: [plugin] },
  )

async function run(vitest: Vitest, specifications: TestSpecification[]): Promise<TestModule[]> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  for (const error of unhandledErrors) console.log('An error that no test caught:', error)
  return testModules
}

function judge(module: TestModule, isLoaded: boolean): Verdict {
  const [caughtBy] = namesOf(module, ['failed'])
  if (caughtBy !== undefined) return { caughtBy }
  const [error] = [module, ...module.children.allSuites()].flatMap((part) => part.errors())
  if (error) return { problem: `broken mutant: no test failed, but the file or a hook did: ${error.message}` }
  if (namesOf(module, ['passed']).length === 0) return { problem: 'no test has this name' }
  if (!isLoaded)
    return { problem: 'the tests do not load the file through Vite; a child process reads it from the disk' }
  return { problem: 'survived' }
}

const namesOf = (module: TestModule, states: TestState[]): string[] =>
  [...module.children.allTests()].filter((test) => states.includes(test.result().state)).map((test) => test.fullName)
