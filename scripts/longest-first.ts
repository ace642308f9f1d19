import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest: begun last, one processor would wait for them alone. */
export const LONGEST = [
  'e2e/accessibility.test.ts',
  'server/stop.test.ts',
  'server/messaging/campaigns/deliver-campaign.test.ts',
  'server/platform/embedded/cluster.test.ts',
  'server/messaging/contacts/parse-contact-file.test.ts',
  'server/api-tests/hostile-input.test.ts',
  'server/api-tests/access.test.ts',
]

/** The order in which test files are begun. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
