import { z } from 'zod/mini'
import { isCharged, minorFor, readDecimal, exponentOf } from '#contract/billing/exact.ts'
import { email } from '#contract/identity/signup.ts'
import { bankAccount, type Settings, type SettingsSent } from '#contract/operator/settings.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { confirmedAct, changesOf } from '../changes/index.ts'
import { noteOperatorAct, type Noted } from '../log/index.ts'
import {
  insertBankAccount,
  selectBankAccounts,
  selectInstallation,
  updateInstallation,
  withdrawBankAccount,
  type BankAccountRecord,
  type InstallationRecord,
} from './settings-store.ts'

/** Each setting by itself, so that two may change at once: `supportEmail`, `approvalLimits.NGN`, `bankAccounts.NGN`. */
const flat = z.object({
  legalName: z.optional(z.nullable(z.string())),
  taxNumber: z.optional(z.nullable(z.string())),
  supportEmail: z.optional(z.nullable(z.string())),
  supportPhone: z.optional(z.nullable(z.string())),
  chatUrl: z.optional(z.nullable(z.string())),
  /** Minor units by currency; null: no limit any more. */
  approvalLimits: z.optional(z.record(z.string(), z.nullable(z.int()))),
  bankAccounts: z.optional(z.record(z.string(), z.nullable(bankAccount))),
})
type Flat = z.infer<typeof flat>

/**
 * How the installation is reached and paid, and above which sums two operators decide: those settings that were changed,
 * the others stay whatever becomes of them. Also where churches ask for help: there they ask where to send money.
 */
export const saveSettings = confirmedAct({
  kind: 'settings',
  shape: flat,
  look: async (tx, wanted) => {
    const now = keyed(await present(tx))
    const after = keyed(wanted)
    const before = Object.fromEntries(Object.keys(after).map((key) => [key, now[key] ?? null]))
    const changes = changesOf(before, after)
    return changes && { subject: '', details: {}, ...changes }
  },
  apply: async (tx, _context, { wanted, change, actor, at }) => {
    const why = { reason: change.reason, askedBy: change.askedBy.name }
    const note = (noted: Pick<Noted, 'act' | 'details'>) =>
      noteOperatorAct(tx, actor, { ...noted, details: { ...noted.details, ...why }, at })
    const before = await selectInstallation(tx)
    const after = merged(before, wanted)
    const changes = changesOf(before, after)
    if (changes) {
      await updateInstallation(tx, after)
      await note({ act: 'settings.changed', details: changes })
    }
    await saveBankAccounts(tx, wanted.bankAccounts ?? {}, note)
  },
})

/** What of the settings is to change; throws `invalid_input`. */
export async function changedSettings(tx: Tx, sent: SettingsSent): Promise<Flat> {
  const now = await present(tx)
  const { legalName = now.legalName, taxNumber = now.taxNumber } = sent
  const settings = { ...sent, legalName, taxNumber }
  const { approvalLimits, ...installation } = installationOf(settings)
  const accounts = Object.fromEntries(accountsOf(settings))
  const all = {
    ...installation,
    approvalLimits: over(now.approvalLimits, approvalLimits),
    bankAccounts: over(now.bankAccounts, accounts),
  }
  const changed = changesOf(keyed(now), keyed(all))?.after ?? {}
  return flat.parse(unkeyed(changed))
}

/** What is wanted, and null for what is there and wanted no more. */
const over = <T>(now: Record<string, T>, wanted: Record<string, T>): Record<string, T | null> => ({
  ...Object.fromEntries(Object.keys(now).map((key) => [key, null])),
  ...wanted,
})

async function present(tx: Tx): Promise<InstallationRecord & { bankAccounts: Record<string, BankAccountRecord> }> {
  const accounts = await selectBankAccounts(tx)
  return {
    ...(await selectInstallation(tx)),
    bankAccounts: Object.fromEntries(accounts.map((account) => [account.currency, account])),
  }
}

const NESTED = ['approvalLimits', 'bankAccounts'] as const

function keyed({ approvalLimits = {}, bankAccounts = {}, ...plain }: Flat): Record<string, unknown> {
  const nested = { approvalLimits, bankAccounts }
  const rows = NESTED.flatMap((name) =>
    Object.entries(nested[name]).map(([currency, value]) => [`${name}.${currency}`, value] as const),
  )
  return { ...plain, ...Object.fromEntries(rows) }
}

function unkeyed(rows: Record<string, unknown>): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(rows)) {
    const [name = '', currency] = key.split('.')
    settings[name] = currency === undefined ? value : { ...(settings[name] as object), [currency]: value }
  }
  return settings
}

/** In the order of the currencies, as the database keeps them too. */
function merged(before: InstallationRecord, wanted: Flat): InstallationRecord {
  const limits = Object.entries({ ...before.approvalLimits, ...wanted.approvalLimits })
    .filter((limit): limit is [string, number] => limit[1] !== null)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const or = (name: Exclude<keyof InstallationRecord, 'approvalLimits'>) =>
    wanted[name] === undefined ? before[name] : wanted[name]
  return {
    legalName: or('legalName'),
    taxNumber: or('taxNumber'),
    supportEmail: or('supportEmail'),
    supportPhone: or('supportPhone'),
    chatUrl: or('chatUrl'),
    approvalLimits: Object.fromEntries(limits),
  }
}

/** An account that changes is another one: the old row stays as it was, for payments were made to it. */
async function saveBankAccounts(
  tx: Tx,
  wanted: Record<string, BankAccountRecord | null>,
  note: (noted: Pick<Noted, 'act' | 'details'>) => Promise<void>,
): Promise<void> {
  const present = new Map((await selectBankAccounts(tx)).map((account) => [account.currency, account]))
  for (const [currency, after] of Object.entries(wanted)) {
    const before = present.get(currency) ?? null
    await withdrawBankAccount(tx, currency)
    if (after) await insertBankAccount(tx, after)
    await note({ act: 'bank_account.changed', details: { currency, before, after } })
  }
}

function installationOf(settings: Settings): InstallationRecord {
  const { legalName, taxNumber, supportEmail, supportPhone, chatUrl, approvalLimits } = settings
  if (supportEmail && !email.safeParse(supportEmail).success) throw refused('supportEmail', 'Enter a valid email.')
  if (chatUrl && !URL.canParse(chatUrl)) throw refused('chatUrl', 'Enter a valid web address.')
  return {
    legalName: legalName || null,
    taxNumber: taxNumber || null,
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
