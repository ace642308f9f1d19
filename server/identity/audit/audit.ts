import { orderedId } from '#server/platform/ordered-id.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { Actor } from '#server/platform/http/index.ts'
import { insertEntry, type Audited } from './audit-store.ts'

/** Notes an act in the church's log, in the transaction of the act: either both are kept or neither. */
export async function audit(tx: Tx, tenantId: TenantId, actor: Actor, entry: Audited): Promise<void> {
  await insertEntry(tx, { id: orderedId(), tenantId, actor, subjectId: null, details: {}, ...entry })
}
