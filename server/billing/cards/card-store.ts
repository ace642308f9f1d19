import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { KeptCard } from '../providers/index.ts'

export type SavedCard = Omit<KeptCard, 'token'> & {
  id: string
  provider: 'stripe' | 'paystack'
  /** Who agreed that it is kept. */
  keptBy: string
  /** It was declined for good, and is charged no more. */
  isRefused: boolean
}

const card = sql`id, provider, owner, brand, last4, exp_month as "expMonth", exp_year as "expYear", kept_by as "keptBy",
  refused_at is not null as "isRefused"`

/** The church's card; null: it has none. */
export async function selectCard(tx: Tx, tenantId: string): Promise<SavedCard | null> {
  const { rows } = await sql<SavedCard>`
    select ${card} from saved_card where tenant_id = ${tenantId} and removed_at is null`.execute(tx)
  return rows[0] ?? null
}

type Of = { tenantId: string; cardId: string }

/** By what one is charged; null: it was taken away, or declined for good. */
export async function selectChargeable(
  tx: Tx,
  { tenantId, cardId }: Of,
): Promise<Pick<KeptCard, 'token' | 'owner'> | null> {
  const { rows } = await sql<{ token: string | null; owner: string }>`
    select token, owner from saved_card
    where tenant_id = ${tenantId} and id = ${cardId} and removed_at is null and refused_at is null`.execute(tx)
  const { token = null, owner = '' } = rows[0] ?? {}
  return token === null ? null : { token, owner }
}

type NewCard = KeptCard & { tenantId: string; id: string; provider: string; keptBy: string; at: Date }

/** The same card again is as new: its bank may say yes by now. False: the church has another one, or none. */
export async function renewCard(tx: Tx, kept: NewCard): Promise<boolean> {
  const { rows } = await sql`
    update saved_card set owner = ${kept.owner}, brand = ${kept.brand}, last4 = ${kept.last4}, exp_month = ${kept.expMonth},
      exp_year = ${kept.expYear}, kept_by = ${kept.keptBy}, kept_at = ${kept.at}, refused_at = null, refused_code = null
    where tenant_id = ${kept.tenantId} and provider = ${kept.provider} and token = ${kept.token} and removed_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function insertCard(tx: Tx, kept: NewCard): Promise<void> {
  await sql`
    insert into saved_card (tenant_id, id, provider, token, owner, brand, last4, exp_month, exp_year, kept_by, kept_at)
    values (${kept.tenantId}, ${kept.id}, ${kept.provider}, ${kept.token}, ${kept.owner}, ${kept.brand}, ${kept.last4},
      ${kept.expMonth}, ${kept.expYear}, ${kept.keptBy}, ${kept.at})`.execute(tx)
}

/** Takes the church's card away; answers it, null where there was none. */
export async function takeAway(tx: Tx, tenantId: string, at: Date): Promise<SavedCard | null> {
  const { rows } = await sql<SavedCard>`
    update saved_card set removed_at = ${at} where tenant_id = ${tenantId} and removed_at is null
    returning ${card}`.execute(tx)
  return rows[0] ?? null
}

/** Declined for good: it is charged no more. */
export async function refuseCard(
  tx: Tx,
  { tenantId, cardId }: Of,
  { code, at }: { code: string; at: Date },
): Promise<void> {
  await sql`
    update saved_card set refused_at = ${at}, refused_code = ${code}
    where tenant_id = ${tenantId} and id = ${cardId} and refused_at is null`.execute(tx)
}

/** What a card that was taken away is forgotten by at its provider; null: it has been. */
export async function selectToForget(
  tx: Tx,
  { tenantId, cardId }: Of,
): Promise<{ provider: string; token: string } | null> {
  const { rows } = await sql<{ provider: string; token: string | null }>`
    select provider, token from saved_card
    where tenant_id = ${tenantId} and id = ${cardId} and removed_at is not null and token is not null`.execute(tx)
  const { provider = '', token = null } = rows[0] ?? {}
  return token === null ? null : { provider, token }
}

/** The provider has been told: nothing can be charged by it any more, and nobody needs it. */
export async function blankCard(tx: Tx, { tenantId, cardId }: Of): Promise<void> {
  await sql`
    update saved_card set token = null
    where tenant_id = ${tenantId} and id = ${cardId} and removed_at is not null`.execute(tx)
}

/** Cards of all churches that were taken away and not forgotten by their providers. */
export async function selectAllToForget(tx: Tx, most: number): Promise<Of[]> {
  const { rows } = await sql<Of>`
    select tenant_id as "tenantId", card_id as "cardId" from cards_to_forget(${most})`.execute(tx)
  return rows
}
