import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { lockSize, selectCapacity, type Capacity } from './figures-store.ts'

/** The most people that any plan of the church's country allows, or the one that it has. */
export const mostPeople = ({ membershipSize, plans }: Capacity): number =>
  Math.max(membershipSize, ...plans.map((plan) => plan.membershipSize))

/** The smallest plan for so many people; null: there is none. */
export const planFor = ({ plans }: Capacity, people: number): Capacity['plans'][number] | null =>
  plans.find(({ membershipSize }) => membershipSize >= people) ?? null

/**
 * Refuses more people than the largest plan allows, before anything is begun: nothing that could be chosen would open the gate
 * again. `adding` come besides those who are there and those on their way. Throws `beyond_largest_plan` with both numbers.
 */
export async function refuseBeyondLargest(tx: Tx, adding: number): Promise<void> {
  await lockSize(tx)
  const capacity = await selectCapacity(tx)
  const [people, most] = [capacity.people + capacity.coming + adding, mostPeople(capacity)]
  if (people <= most) return
  throw new ApiError('beyond_largest_plan', {
    message: `There would be ${inEnglish(people)} people, and the largest plan allows ${inEnglish(most)}.`,
    fields: { people: String(people), most: String(most) },
  })
}

/** Does what may bring people, and undoes it when there would be more than the largest plan allows. */
export async function withinLargest<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  // Not held before: people are locked before the size, which the work holds once it has brought somebody.
  const { people } = await selectCapacity(tx)
  const done = await work()
  // What brings nobody is never refused: a church that is beyond already can still undo and tidy up.
  if ((await selectCapacity(tx)).people > people) await refuseBeyondLargest(tx, 0)
  return done
}

const inEnglish = (count: number): string => count.toLocaleString('en-US')
