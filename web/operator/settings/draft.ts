import { type Settings, readSettings, saveSettings } from '#contract/operator/settings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readSupport } from '#contract/installation.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'
import { recently, WITH_EACH } from '../form/password-again.tsx'

type Keyed<Row> = Row & { key: string }

/** The settings as they are being written: texts for what may be empty, and rows that keep their place. */
export type SettingsDraft = {
  legalName: string
  taxNumber: string
  supportEmail: string
  supportPhone: string
  chatUrl: string
  approvalLimits: Keyed<Settings['approvalLimits'][number]>[]
  bankAccounts: Keyed<Settings['bankAccounts'][number]>[]
}

const keyed = <Row extends object>(row: Row): Keyed<Row> => ({ ...row, key: crypto.randomUUID() })
function keyless<Row extends { key: string }>(row: Row): Omit<Row, 'key'> {
  const { key: _, ...rest } = row
  return rest
}

export const draftOf = (settings: Settings): SettingsDraft => ({
  legalName: settings.legalName ?? '',
  taxNumber: settings.taxNumber ?? '',
  supportEmail: settings.supportEmail ?? '',
  supportPhone: settings.supportPhone ?? '',
  chatUrl: settings.chatUrl ?? '',
  approvalLimits: settings.approvalLimits.map(keyed),
  bankAccounts: settings.bankAccounts.map(keyed),
})

/** As the contract takes it: what is empty is not there. */
export const settingsOf = (draft: SettingsDraft): Settings => ({
  legalName: draft.legalName.trim() || null,
  taxNumber: draft.taxNumber.trim() || null,
  supportEmail: draft.supportEmail.trim() || null,
  supportPhone: draft.supportPhone.trim() || null,
  chatUrl: draft.chatUrl.trim() || null,
  approvalLimits: draft.approvalLimits.map(keyless).map((limit) => ({ ...limit, amount: limit.amount.trim() })),
  bankAccounts: draft.bankAccounts.map(keyless),
})

export const newLimit = (): SettingsDraft['approvalLimits'][number] => keyed({ currency: '', amount: '' })
export const newAccount = (): SettingsDraft['bankAccounts'][number] =>
  keyed({ currency: '', accountName: '', accountNumber: '', bank: '', note: '' })

/** The currency that stands in more than one row, if one does. */
export function twiceIn(rows: readonly { currency: string }[]): string | undefined {
  const seen = new Set<string>()
  return rows.find(({ currency }) => currency !== '' && (seen.has(currency) || !seen.add(currency)))?.currency
}

/** Rows with this one changed. */
export const changed = <Row extends { key: string }>(
  rows: readonly Row[],
  key: string,
  change: Partial<Omit<Row, 'key'>>,
): Row[] => rows.map((row) => (row.key === key ? { ...row, ...change } : row))

export const without = <Row extends { key: string }>(rows: readonly Row[], key: string): Row[] =>
  rows.filter((row) => row.key !== key)

/** How the installation is reached and paid; what somebody is writing is not read anew under their hands. */
export const useSettings = () => useQuery({ ...read(readSettings), staleTime: Infinity, gcTime: 0 })

type Saving = {
  wanted: Settings
  reason: string
  /** As they were when writing began. */
  before: Settings
}

/**
 * Asked for as a whole: when they were changed meanwhile, nothing is asked for and those are the answer. What differs waits
 * for a second operator.
 */
export function useSaveSettings() {
  const save = async ({ wanted, before, reason }: Saving) => {
    const now = await call(readSettings)
    if (JSON.stringify(now) !== JSON.stringify(before)) return { settings: now, isSaved: false, change: null }
    const change = await recently(() => call(saveSettings, { body: { ...wanted, reason } }))
    return { settings: now, isSaved: true, change }
  }
  const client = useQueryClient()
  return useCall(save, {
    refreshes: [...WITH_EACH, readSupport],
    done: ({ settings }) => client.setQueryData(read(readSettings).queryKey, settings),
  })
}
