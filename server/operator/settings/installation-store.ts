import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type InstallationRecord = {
  supportEmail: string | null
  supportPhone: string | null
  chatUrl: string | null
  /** Minor units by currency. */
  approvalLimits: Record<string, number>
}

export async function selectInstallation(tx: Tx): Promise<InstallationRecord> {
  const { rows } = await sql<InstallationRecord>`
    select support_email as "supportEmail", support_phone as "supportPhone", chat_url as "chatUrl",
      approval_limits as "approvalLimits" from installation`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The installation has no row of its own')
  return row
}

export async function updateInstallation(tx: Tx, installation: InstallationRecord): Promise<void> {
  await sql`
    update installation set support_email = ${installation.supportEmail}, support_phone = ${installation.supportPhone},
      chat_url = ${installation.chatUrl}, approval_limits = ${JSON.stringify(installation.approvalLimits)}::jsonb`.execute(
    tx,
  )
}

export type BankAccountRecord = {
  currency: string
  accountName: string
  accountNumber: string
  bank: string
  note: string
}

/** The accounts that churches are shown, by currency. */
export async function selectBankAccounts(tx: Tx): Promise<BankAccountRecord[]> {
  const { rows } = await sql<BankAccountRecord>`
    select currency, account_name as "accountName", account_number as "accountNumber", bank, note
    from bank_account where offered order by currency`.execute(tx)
  return rows
}

/** The account of a currency is shown no more; its row stays, for payments were made to it. */
export async function withdrawBankAccount(tx: Tx, currency: string): Promise<void> {
  await sql`update bank_account set offered = false where currency = ${currency} and offered`.execute(tx)
}

export async function insertBankAccount(tx: Tx, account: BankAccountRecord): Promise<void> {
  await sql`
    insert into bank_account (currency, account_name, account_number, bank, note)
    values (${account.currency}, ${account.accountName}, ${account.accountNumber}, ${account.bank}, ${account.note})`.execute(
    tx,
  )
}
