import { BaseSequencer, type TestSpecification } from 'vitest/node'

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

/** The order in which test files are begun: one kind of test after the other, as a worker loads for each what it needs. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name))
    const byKind = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...byKind.values()].flatMap((kind) => [...kind.filter(isLong), ...kind.filter((file) => !isLong(file))])
  }
}
