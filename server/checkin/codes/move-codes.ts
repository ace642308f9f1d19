import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { moveFreeCodes, selectStayedBehind } from './code-store.ts'
import { giveCode } from './give-code.ts'

/** Takes the codes of an event to another day. One that somebody else has on that day is replaced: passes show the new one. */
export async function moveCodes(
  tx: Tx,
  tenantId: TenantId,
  { eventId, day }: { eventId: string; day: string },
): Promise<void> {
  await moveFreeCodes(tx, eventId, day)
  for (const registrationId of await selectStayedBehind(tx, eventId, day))
    await giveCode(tx, tenantId, { day, registrationId })
}
