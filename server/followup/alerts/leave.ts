import type { TenantId, Tx } from '../../platform/database/index.ts'
import { handOn, lockCardsOf, openDesk, updateHandOn } from '../newcomers/index.ts'
import { releaseTasks, updateTaskOwners } from '../tasks/index.ts'
import { isOnTeam } from '../team/index.ts'

type Left = { tenantId: TenantId; accountId: string; at: Date }

/**
 * Whoever no longer follows people up leaves nobody behind: their people go to the deputy, else to the pool, with tasks,
 * notes and history; tasks about people of others are those of whoever looks after these.
 */
export async function leaveNobody(tx: Tx, { tenantId, accountId, at }: Left): Promise<void> {
  const desk = await openDesk(tx, at)
  if (isOnTeam(desk.team, accountId)) return
  for (const card of await lockCardsOf(tx, accountId)) {
    const ownerId = await handOn(tx, { tenantId, by: null, at }, { desk, card, reason: 'left' })
    const { personId } = card
    await updateTaskOwners(tx, { from: accountId, personIds: [personId], ownerId, at })
    // Nobody has touched it yet: it goes on once more when the new owner does not either.
    if (ownerId === null) await updateHandOn(tx, personId, null)
  }
  await releaseTasks(tx, { from: accountId, at })
}
