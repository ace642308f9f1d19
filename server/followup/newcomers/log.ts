import { randomUUIDv7 } from 'node:crypto'
import { announcement } from '../../platform/announcements.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { changeActivities } from './card-store.ts'
import { insertLog, type LogEntry } from './log-store.ts'

/**
 * What happened to newcomers, as it was written in their log, in the same transaction: rules of automation go by it.
 * `depth` counts how many rules led to it, one after another: 0 is what people and visits do.
 */
export const newcomersChanged = announcement<{ tenantId: TenantId; entries: readonly LogEntry[]; depth: number }>()

/** Writes lines of the activity log. Contacts and messages count as activities. */
export async function note(
  tx: Tx,
  tenantId: TenantId,
  lines: readonly Omit<LogEntry, 'id'>[],
  depth = 0,
): Promise<LogEntry[]> {
  if (lines.length === 0) return []
  const entries = lines.map((line) => ({ ...line, id: randomUUIDv7() }))
  await insertLog(tx, tenantId, entries)
  const active = entries.filter(isActivity).map(({ personId }) => personId)
  if (active.length > 0) await changeActivities(tx, active, 1)
  await newcomersChanged.announce(tx, { tenantId, entries, depth })
  return entries
}

export const isActivity = ({ kind }: Pick<LogEntry, 'kind'>): boolean => kind === 'contact' || kind === 'message'
