import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Stands for the desk where the demo is made and no operator is there yet. */
export const DEMO_DESK = '0199f3c0-6c00-7000-8000-000000000100'

export async function hasPlans(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from plan limit 1`.execute(tx)
  return rows.length > 0
}

export type DemoPlan = { id: string; name: string; description: string; membershipSize: number }

export async function insertPlan(tx: Tx, { id, name, description, membershipSize }: DemoPlan): Promise<void> {
  await sql`
    insert into plan (id, name, description, membership_size)
    values (${id}, ${name}, ${description}, ${membershipSize})`.execute(tx)
}

export async function insertPrice(
  tx: Tx,
  { planId, currency, amount }: { planId: string | null; currency: string; amount: string },
): Promise<void> {
  await sql`
    insert into price (product, plan_id, currency, amount)
    values (${planId === null ? 'sms' : 'subscription'}, ${planId}, ${currency}, ${amount}::numeric)`.execute(tx)
}

export type DemoBankAccount = {
  currency: string
  accountName: string
  accountNumber: string
  bank: string
  note: string
}

export async function insertBankAccount(tx: Tx, account: DemoBankAccount): Promise<void> {
  await sql`
    insert into bank_account (currency, account_name, account_number, bank, note)
    values (${account.currency}, ${account.accountName}, ${account.accountNumber}, ${account.bank}, ${account.note})`.execute(
    tx,
  )
}

export type DemoInstallation = { supportEmail: string; supportPhone: string; approvalLimits: Record<string, number> }

export async function saveInstallation(tx: Tx, made: DemoInstallation): Promise<void> {
  await sql`
    update installation set support_email = ${made.supportEmail}, support_phone = ${made.supportPhone},
      approval_limits = ${JSON.stringify(made.approvalLimits)}::jsonb`.execute(tx)
}

/** Puts the church that was entered on a plan of the demo. */
export async function choosePlan(tx: Tx, tenantId: string, planId: string, startedOn: string): Promise<void> {
  await sql`
    update subscription s set plan_id = p.id, plan_name = p.name, started_on = ${startedOn}::date
    from plan p where s.tenant_id = ${tenantId} and p.id = ${planId}`.execute(tx)
}
