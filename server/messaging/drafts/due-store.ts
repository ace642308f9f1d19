import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

type DueDraft = { tenantId: string; draftId: string; goesAt: Date }

/** Messages of all churches whose time has come, the longest due first. */
export async function selectDueDrafts(tx: Tx, at: Date): Promise<DueDraft[]> {
  const { rows } = await sql<DueDraft>`
    select tenant_id as "tenantId", draft_id as "draftId", goes_at as "goesAt" from find_due_drafts(${at})`.execute(tx)
  return rows
}

export type ChurchOfDraft = { name: string; isoCode: string; timeZone: string }

/** The church that was entered. */
export async function selectChurch(tx: Tx): Promise<ChurchOfDraft | null> {
  const { rows } = await sql<ChurchOfDraft>`
    select name, iso_code as "isoCode", time_zone as "timeZone" from church`.execute(tx)
  return rows[0] ?? null
}

/** Churches that keep messages sent before an instant. */
export async function selectChurchesToForget(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_sent_drafts(${before})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}
