import { readFileSync } from 'node:fs'
import type { Reporter, TestModule, TestProject, TestRunEndReason, Vitest } from 'vitest/node'
import { currentFloor, FLOOR_FILE, type TestFloor } from './check/test-floor.ts'

type Counted = 'house' | 'browser'
/** The projects of vitest.config.ts whose tests are counted together. */
const PROJECTS: Record<Counted, string[]> = { house: ['house', 'web'], browser: ['browser'] }
type Verdict = { isTooLow: boolean; sentence: string }
/** Above the floor by so much, a line that raises it is worth writing. */
const MUCH = 1.02

export function judgeCount(name: Counted, count: number, floor: TestFloor): Verdict | null {
  const least = floor[name]
  if (count < least)
    return {
      isTooLow: true,
      sentence: `${name} has ${count} tests, ${least - count} fewer than the floor of ${least}. Bring them back, or add a line to ${FLOOR_FILE} that says why they went.`,
    }
  if (count <= least * MUCH) return null
  return {
    isTooLow: false,
    sentence: `${name} has ${count} tests; the floor of ${least} in ${FLOOR_FILE} can be raised.`,
  }
}

/** Fails a run of all files of a project that has fewer tests than the floor. A run of some files is not judged. */
export default class TestFloorReporter implements Reporter {
  readonly #file: string
  #vitest: Vitest | undefined

  constructor({ file = FLOOR_FILE }: { file?: string } = {}) {
    this.#file = file
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): Promise<void> {
    if (!this.#vitest || this.#vitest.config.testNamePattern || reason === 'interrupted') return
    for (const [name, parts] of Object.entries(PROJECTS) as [Counted, string[]][]) {
      const projects = this.#vitest.projects.filter((project) => parts.includes(project.name))
      const ran = modules.filter((module) => projects.includes(module.project))
      if (projects.length === 0 || !(await areWhole(projects, ran))) continue
      const floor = currentFloor(readFileSync(this.#file, 'utf8'))
      const verdict = judgeCount(name, ran.flatMap((module) => [...module.children.allTests()]).length, floor)
      if (verdict) console.log(verdict.sentence)
      if (verdict?.isTooLow) process.exitCode = 1
    }
  }
}

/** A file that could not be read has no tests, and fails the run by itself. */
async function areWhole(projects: readonly TestProject[], ran: readonly TestModule[]): Promise<boolean> {
  const found = await Promise.all(projects.map((project) => project.globTestFiles()))
  const testFiles = found.flatMap((files) => files.testFiles)
  const read = new Set(ran.filter((module) => module.errors().length === 0).map(({ moduleId }) => moduleId))
  return testFiles.every((file) => read.has(file))
}
