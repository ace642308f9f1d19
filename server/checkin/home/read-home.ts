import type { readHome as call } from '#contract/checkin/registration.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ownFamily } from '../family/own-family.ts'
import { upcomingEvents } from '../events/upcoming-events.ts'
import { listPasses, type Holder } from '../passes/passes.ts'
import { selectCalls, selectWelcome } from './home-store.ts'

/** A call that nobody answered for so long is over. */
const CALL_MS = 2 * 60 * 60 * 1000

/** The portal's first screen. Throws `not_found` for who has no family. */
export async function readHome(tx: Tx, holder: Holder, at: Date): Promise<Answer<typeof call>> {
  const { familyId } = await ownFamily(tx, holder.personId)
  const [welcome, coming, passes, calls] = await Promise.all([
    selectWelcome(tx, familyId, holder.personId),
    upcomingEvents(tx, familyId, at),
    listPasses(tx, holder, at),
    selectCalls(tx, familyId, new Date(at.getTime() - CALL_MS)),
  ])
  return {
    welcomeName: welcome.name,
    members: welcome.members,
    next: coming.find(({ state }) => state !== 'cancelled') ?? null,
    passes,
    calls: calls.map(({ at: askedAt, ...one }) => ({ ...one, at: askedAt.toISOString() })),
  }
}
