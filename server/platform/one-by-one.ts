import type { AppContext } from './app-context.ts'

/**
 * Does the same for one church after the other: one that fails does not keep the rest from it. The first failure is thrown
 * at the end, so that the job is tried again.
 */
export async function oneByOne<T>(
  { log }: Pick<AppContext, 'log'>,
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const one of all)
    try {
      await work(one)
    } catch (error) {
      log.error({ err: error }, 'it failed for one church and goes on with the next')
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
