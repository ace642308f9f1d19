import { sql } from 'kysely'
import type { Tx } from '../platform/database/index.ts'

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

export type SavedPassword = { email: string; passwordHash: string }

export async function selectOperatorPasswords(tx: Tx): Promise<SavedPassword[]> {
  const { rows } = await sql<SavedPassword>`
    select email, password_hash as "passwordHash" from operator where password_hash is not null and removed_at is null`.execute(
    tx,
  )
  return rows
}

/** Of the staff of the church that was entered, and of its guardians. */
export async function selectPasswords(tx: Tx): Promise<SavedPassword[]> {
  const { rows } = await sql<SavedPassword>`
    select email, password_hash as "passwordHash" from account where email is not null and password_hash is not null
    union all
    select email, password_hash from guardian_account where email is not null`.execute(tx)
  return rows
}

/** The person who has this phone and looks after children in a family, without a guardian’s account. */
export async function findParent(tx: Tx, phone: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p join family_member m on m.person_id = p.id and m.role in (1, 2)
    where p.phone = ${phone} and p.archived_at is null
      and not exists (select from guardian_account g where g.person_id = p.id)
    order by p.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
