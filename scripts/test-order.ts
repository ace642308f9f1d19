import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chanceFrom } from '../server/demo/crowd/chance.ts'

/** Files that take longest: begun last, one processor would wait for them alone. */
export const LONGEST = [
  'e2e/accessibility.test.ts',
  'server/backup.test.ts',
  'server/stop.test.ts',
  'server/messaging/campaigns/deliver-campaign.test.ts',
  'server/platform/embedded/cluster.test.ts',
  'server/messaging/contacts/parse-contact-file.test.ts',
  'server/api-tests/hostile-input.test.ts',
  'server/api-tests/access.test.ts',
]

/**
 * The order in which test files run: each project's longest files first, one project after the other, because a worker loads
 * for each project what its tests need. `TEST_ORDER=<number>` runs all files in the random order of that seed instead.
 */
export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env['TEST_ORDER']
    if (seed) return shuffle(files, Number(seed))
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name))
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    // The demo of the browser tests is made while the others run.
    const projects = [...byProject].sort(([a], [b]) => Number(a === 'browser') - Number(b === 'browser'))
    return projects.flatMap(([, own]) => [...own.filter(isLong), ...own.filter((file) => !isLong(file))])
  }
}

/** The same seed gives the same order, whatever order the files were found in. */
function shuffle(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const { next } = chanceFrom(seed)
  return files
    .toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    .map((file) => ({ file, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file }) => file)
}
