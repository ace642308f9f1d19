import { isCharged, minorFor, readDecimal, exponentOf } from '#contract/billing/exact.ts'
import { email } from '#contract/identity/signup.ts'
import type { Settings } from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { changesOf } from './changes.ts'
import {
  insertBankAccount,
  lockInstallation,
  selectBankAccounts,
  selectInstallation,
  updateInstallation,
  withdrawBankAccount,
  type BankAccountRecord,
  type InstallationRecord,
} from './installation-store.ts'
import { readSettings } from './read-settings.ts'

export type SettingsChange = { wanted: Settings; actor: Actor; at: Date }

/** Changes how the installation is reached and paid. Throws `invalid_input`. */
export async function saveSettings(tx: Tx, { wanted, actor, at }: SettingsChange): Promise<Settings> {
  const installation = installationOf(wanted)
  const accounts = accountsOf(wanted)
  await lockInstallation(tx)
  const changes = changesOf(await selectInstallation(tx), installation)
  if (changes) {
    await updateInstallation(tx, installation)
    await noteAtDesk(tx, actor, { act: 'settings.changed', details: changes, at })
  }
  await saveBankAccounts(tx, accounts, { actor, at })
  return readSettings(tx)
}

/** An account that changes is another one: the old row stays as it was, for payments were made to it. */
async function saveBankAccounts(
  tx: Tx,
  wanted: Map<string, BankAccountRecord>,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const present = new Map((await selectBankAccounts(tx)).map((account) => [account.currency, account]))
  for (const currency of [...new Set([...present.keys(), ...wanted.keys()])].sort()) {
    const [before = null, after = null] = [present.get(currency), wanted.get(currency)]
    if (before && after && !changesOf(before, after)) continue
    await withdrawBankAccount(tx, currency)
    if (after) await insertBankAccount(tx, after)
    await noteAtDesk(tx, actor, { act: 'bank_account.changed', details: { currency, before, after }, at })
  }
}

function installationOf({ supportEmail, supportPhone, chatUrl, approvalLimits }: Settings): InstallationRecord {
  if (supportEmail && !email.safeParse(supportEmail).success) throw refused('supportEmail', 'Enter a valid email.')
  if (chatUrl && !URL.canParse(chatUrl)) throw refused('chatUrl', 'Enter a valid web address.')
  return {
    supportEmail: supportEmail || null,
    supportPhone: supportPhone || null,
    chatUrl: chatUrl || null,
    approvalLimits: limitsOf(approvalLimits),
  }
}

/** In the order of the currencies, as the database keeps them too. */
function limitsOf(limits: Settings['approvalLimits']): Record<string, number> {
  const sorted = onceEach('approvalLimits', limits).toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  return Object.fromEntries(sorted.map(({ currency, amount }) => [currency, minorOf(amount, currency)]))
}

function accountsOf({ bankAccounts }: Settings): Map<string, BankAccountRecord> {
  const accounts = onceEach('bankAccounts', bankAccounts)
  return new Map(
    accounts.map(({ currency, accountName, accountNumber, bank, note }) => [
      currency,
      { currency, accountName, accountNumber, bank, note },
    ]),
  )
}

/** Each currency once, and only what money can be taken in. */
function onceEach<Row extends { currency: string }>(field: string, rows: readonly Row[]): readonly Row[] {
  const seen = new Set<string>()
  for (const [index, { currency }] of rows.entries()) {
    if (!isCharged(currency)) throw refused(`${field}.${index}.currency`, `${currency} is not supported.`)
    if (seen.has(currency)) throw refused(`${field}.${index}.currency`, `${currency} stands here twice.`)
    seen.add(currency)
  }
  return rows
}

/** Minor units of an amount that has no more decimals than its currency. */
function minorOf(amount: string, currency: string): number {
  const price = readDecimal(amount)
  const decimals = amount
    .trim()
    .replace(/^\d+\.?/, '')
    .replace(/0+$/, '').length
  if (!price || decimals > exponentOf(currency))
    throw refused('approvalLimits', `${currency} has ${exponentOf(currency)} decimals.`)
  return Number(minorFor([{ price, count: 1n }], currency))
}

const refused = (field: string, message: string): ApiError =>
  new ApiError('invalid_input', { fields: { [field]: message } })
