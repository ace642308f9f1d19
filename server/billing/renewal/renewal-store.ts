import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

export type RenewalRecord = {
  isOn: boolean
  months: number
  currency: string
  switchedBy: string
  switchedAt: Date
}

/** Null: the church has never let a card be kept. */
export async function selectRenewal(tx: Tx, tenantId: string): Promise<RenewalRecord | null> {
  const { rows } = await sql<RenewalRecord>`
    select is_on as "isOn", months, currency, switched_by as "switchedBy", switched_at as "switchedAt"
    from renewal where tenant_id = ${tenantId}`.execute(tx)
  return rows[0] ?? null
}

export async function saveRenewalRow(tx: Tx, tenantId: string, renewal: RenewalRecord): Promise<void> {
  await sql`
    insert into renewal (tenant_id, is_on, months, currency, switched_by, switched_at)
    values (${tenantId}, ${renewal.isOn}, ${renewal.months}, ${renewal.currency}, ${renewal.switchedBy}, ${renewal.switchedAt})
    on conflict (tenant_id) do update set is_on = excluded.is_on, months = excluded.months, currency = excluded.currency,
      switched_by = excluded.switched_by, switched_at = excluded.switched_at`.execute(tx)
}

/** The renewal of the subscription that ends on one day. */
export type Round = {
  expiresOn: string
  planId: string
  months: number
  amountMinor: number
  currency: string
  announcedAt: Date
  firstOn: string
  /** Null: no more tries. */
  nextAt: Date | null
  declines: number
  declineCode: string | null
  paymentId: string | null
}

export async function selectRound(tx: Tx, tenantId: string, expiresOn: string): Promise<Round | null> {
  const { rows } = await sql<Round>`
    select expires_on::text as "expiresOn", plan_id as "planId", months, amount_minor as "amountMinor", currency,
      announced_at as "announcedAt", first_on::text as "firstOn", next_at as "nextAt", declines,
      decline_code as "declineCode", payment_id as "paymentId"
    from renewal_round where tenant_id = ${tenantId} and expires_on = ${expiresOn}::date for update`.execute(tx)
  return rows[0] ?? null
}

type Announced = Pick<
  Round,
  'expiresOn' | 'planId' | 'months' | 'amountMinor' | 'currency' | 'announcedAt' | 'firstOn' | 'nextAt'
>

/** Writes down what is announced; announced anew where the sum has changed. False: somebody else has just done so. */
export async function announceRound(tx: Tx, tenantId: string, round: Announced): Promise<boolean> {
  const { rows } = await sql`
    insert into renewal_round as r (tenant_id, expires_on, plan_id, months, amount_minor, currency, announced_at, first_on, next_at)
    values (${tenantId}, ${round.expiresOn}::date, ${round.planId}, ${round.months}, ${round.amountMinor}, ${round.currency},
      ${round.announcedAt}, ${round.firstOn}::date, ${round.nextAt})
    on conflict (tenant_id, expires_on) do update set plan_id = excluded.plan_id, months = excluded.months,
      amount_minor = excluded.amount_minor, currency = excluded.currency, announced_at = excluded.announced_at,
      first_on = excluded.first_on, next_at = excluded.next_at
      where (r.plan_id, r.months, r.amount_minor, r.currency)
        is distinct from (excluded.plan_id, excluded.months, excluded.amount_minor, excluded.currency)
    returning 1`.execute(tx)
  return rows.length === 1
}

type Of = { tenantId: string; expiresOn: string }

/** A try has begun; should nothing be heard of it, it is looked at again then. */
export async function noteTry(
  tx: Tx,
  { tenantId, expiresOn }: Of,
  { paymentId, nextAt }: { paymentId: string | null; nextAt: Date | null },
): Promise<void> {
  await sql`
    update renewal_round set payment_id = coalesce(${paymentId}, payment_id), next_at = ${nextAt}
    where tenant_id = ${tenantId} and expires_on = ${expiresOn}::date`.execute(tx)
}

/** The bank said no, or nothing could be bought. `nextAt`: the next try; null: there is none. */
export async function noteRoundDecline(
  tx: Tx,
  { tenantId, expiresOn }: Of,
  { code, nextAt }: { code: string; nextAt: Date | null },
): Promise<void> {
  await sql`
    update renewal_round set declines = declines + 1, decline_code = ${code}, next_at = ${nextAt}
    where tenant_id = ${tenantId} and expires_on = ${expiresOn}::date`.execute(tx)
}

/** The round whose latest try a payment is; null: it is none. */
export async function selectRoundOf(tx: Tx, tenantId: string, paymentId: string): Promise<Round | null> {
  const { rows } = await sql<{ expiresOn: string }>`
    select expires_on::text as "expiresOn" from renewal_round
    where tenant_id = ${tenantId} and payment_id = ${paymentId}`.execute(tx)
  return rows[0] ? selectRound(tx, tenantId, rows[0].expiresOn) : null
}

/** Churches whose renewal is to be told or tried by now. */
export async function selectDue(tx: Tx, at: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from renewals_due(${at})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}
