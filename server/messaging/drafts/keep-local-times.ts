import { churchMoved } from '../../identity/index.ts'
import { instantOf, wallTime } from '../../platform/runtime/index.ts'
import { saveGoesAt, lockScheduled } from './draft-store.ts'

/**
 * What was to go at nine goes at nine where the church is now. No job is moved: one that comes too early finds nothing to do,
 * and the sweep finds what is due.
 */
export const keepLocalTimes = churchMoved.reaction(async (tx, { from, to }) => {
  for (const { id, goesAt } of await lockScheduled(tx)) {
    const moved = instantOf(to, wallTime(from, goesAt).slice(0, 16))
    if (moved) await saveGoesAt(tx, id, moved)
  }
})
