import { sql } from 'kysely'
import type { Receipt } from '#contract/billing/receipts.ts'
import type { BillingParty } from '#contract/billing/subscription.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Payment } from '#contract/billing/payments.ts'

const DIGITS = 6

/**
 * Writes the receipt of a payment that succeeded and has none, and answers its number, `NX-2026-000123`: numbers run
 * without a gap through a calendar year (UTC) of the installation. Both parties, payer and plan are kept as they are called now.
 * Every other payment that succeeds waits for the number until this transaction ends, so it is taken last, after the units.
 */
export async function issueReceipt(
  tx: Tx,
  payment: { tenantId: string; paymentId: string; at: Date },
): Promise<string> {
  const year = payment.at.getUTCFullYear()
  const count = await nextReceiptNumber(tx, year)
  await insertReceipt(tx, payment)
  return `NX-${year}-${String(count).padStart(DIGITS, '0')}`
}

/** Takes the next number of a year; whoever wants the one after it waits until this transaction ends. */
async function nextReceiptNumber(tx: Tx, year: number): Promise<number> {
  const { rows } = await sql<{ number: number | null }>`select next_receipt_number(${year}) as number`.execute(tx)
  const number = rows[0]?.number
  if (number === undefined || number === null) throw new Error('There is no next receipt number')
  return number
}

/** Writes down who paid, and for which plan, as they are called now. */
async function insertReceipt(
  tx: Tx,
  { tenantId, paymentId, at }: { tenantId: string; paymentId: string; at: Date },
): Promise<void> {
  const { rows } = await sql`
    insert into receipt (tenant_id, payment_id, issued_at, church_name, payer_email, payer_name, plan_name, legal_name,
      tax_number, issuer_name, issuer_tax_number)
    select p.tenant_id, p.id, ${at}, c.name, coalesce(a.email, ''),
      concat_ws(' ', nullif(h.first_name, ''), nullif(h.last_name, '')), l.name, coalesce(b.legal_name, ''),
      coalesce(b.tax_number, ''), coalesce(i.legal_name, ''), coalesce(i.tax_number, '')
    from payment p
    cross join installation i
    left join billing_party b on b.tenant_id = p.tenant_id
    join church c on c.tenant_id = p.tenant_id
    left join account a on a.tenant_id = p.tenant_id and a.id = p.created_by
    left join person h on h.tenant_id = a.tenant_id and h.id = a.person_id
    left join plan l on l.id = p.plan_id
    where p.tenant_id = ${tenantId} and p.id = ${paymentId} returning 1`.execute(tx)
  if (rows.length !== 1) throw new Error('A receipt is written for a payment that is there')
}

type ReceiptRecord = Omit<Receipt, 'issuedAt' | 'refundedAt' | 'supportEmail'> & {
  issuedAt: Date
  /** When the money was given back; null: it was not. */
  refundedAt: Date | null
  /** How much of it, null likewise. */
  refunded: { amountMinor: number; currency: string } | null
  /** Of the church. */
  timeZone: string
}

/** A receipt with all that its page says besides: how the issuer is reached. */
export type WholeReceipt = ReceiptRecord & { supportEmail: string | null }

/** With our sum and, where the provider took another, that. */
type Ordered = ReceiptRecord & { taken: { amountMinor: number; currency: string } | null }

/** What was taken, where that is not our sum; the lines have their shares of it as they had of ours. */
function asTaken({ taken, ...ordered }: Ordered): ReceiptRecord {
  if (!taken) return ordered
  const { taxMinor: ofOurs, amountMinor: ours, lines } = ordered
  const taxMinor = Number((BigInt(ofOurs) * BigInt(taken.amountMinor)) / BigInt(ours))
  return { ...ordered, ...taken, taxMinor, lines: shared(lines, taken.amountMinor - taxMinor) }
}

/** Null: the church has no payment of this id, or it has not succeeded. */
export async function selectReceipt(tx: Tx, tenantId: string, paymentId: string): Promise<ReceiptRecord | null> {
  const { rows } = await sql<Ordered>`
    select p.receipt_number as number, p.id as "paymentId", r.issued_at as "issuedAt", p.reference, p.method,
      r.church_name as "churchName", r.payer_name as "payerName", r.payer_email as "payerEmail",
      r.legal_name as "legalName", r.tax_number as "taxNumber", r.issuer_name as "issuerName",
      r.issuer_tax_number as "issuerTaxNumber", p.tax_minor as "taxMinor", trim_scale(p.tax_rate)::text as "taxRate",
      p.tax_name as "taxName",
      p.amount_minor as "amountMinor", p.currency, case when p.taken_minor is not null then
        json_build_object('amountMinor', p.taken_minor, 'currency', p.taken_currency) end as taken, p.units, r.plan_name as "planName", p.months, p.lines,
      f.done_at as "refundedAt", case when f.done_at is not null then
        json_build_object('amountMinor', f.amount_minor, 'currency', f.currency) end as refunded, c.time_zone as "timeZone"
    from receipt r
    join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
    join church c on c.tenant_id = r.tenant_id
    left join payment_refund f on f.tenant_id = p.tenant_id and f.payment_id = p.id and f.state = 'done'
    where r.tenant_id = ${tenantId} and r.payment_id = ${paymentId}`.execute(tx)
  return rows[0] ? asTaken(rows[0]) : null
}

/** Lines that add up to another sum, each with its share of it: rounded down, and the last line has the rest. */
export function shared(lines: Payment['lines'], amountMinor: number): Payment['lines'] {
  const whole = lines.reduce((sum, line) => sum + BigInt(line.amountMinor), 0n)
  const shares = lines.map((line) =>
    whole === 0n ? 0 : Number((BigInt(line.amountMinor) * BigInt(amountMinor)) / whole),
  )
  const rest = amountMinor - shares.slice(0, -1).reduce((sum, share) => sum + share, 0)
  return lines.map((line, place) => ({
    ...line,
    amountMinor: shares[place + 1] === undefined ? rest : (shares[place] ?? 0),
  }))
}

/** As whom a church wants its receipts. */
export async function selectParty(tx: Tx, tenantId: string): Promise<BillingParty> {
  const { rows } = await sql<BillingParty>`
    select legal_name as "legalName", tax_number as "taxNumber" from billing_party
    where tenant_id = ${tenantId}`.execute(tx)
  return rows[0] ?? { legalName: '', taxNumber: '' }
}

export async function saveParty(tx: Tx, tenantId: string, party: BillingParty & { at: Date }): Promise<void> {
  await sql`
    insert into billing_party (tenant_id, legal_name, tax_number, changed_at)
    values (${tenantId}, ${party.legalName}, ${party.taxNumber}, ${party.at})
    on conflict (tenant_id) do update
      set legal_name = excluded.legal_name, tax_number = excluded.tax_number, changed_at = excluded.changed_at`.execute(
    tx,
  )
}
