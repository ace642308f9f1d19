import { majorText } from '#contract/billing/exact.ts'
import type { ChangeKind } from '#contract/operator/changes.ts'
import type { ChangeRecord } from './change-store.ts'

type ChangeNotification = Pick<ChangeRecord, 'kind' | 'churchName' | 'details' | 'before' | 'after'>

const titles: Record<ChangeKind, string> = {
  settings: 'Change settings',
  price: 'Change price',
  plan: 'Change plan',
  route: 'Change SMS route',
  operator_invite: 'Invite operator',
  operator_remove: 'Remove operator',
  operator_reset_factor: 'Reset two-step verification',
  subscription: 'Change plan or expiry',
  payment_approve: 'Approve payment',
  payment_refund: 'Refund payment',
}

/** What is asked for, in a few words: for mails and for the command on the server. */
export const titleOf = ({ kind }: Pick<ChangeNotification, 'kind'>): string => titles[kind]

const names: Record<string, string> = {
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
  chatUrl: 'Support chat',
  amount: 'Amount',
  name: 'Name',
  description: 'Description',
  membershipSize: 'Number of people',
  offered: 'Available to churches',
  countries: 'Countries',
  rateNumerator: 'Units',
  rateDenominator: 'per number of pages',
  returnsUndelivered: 'Return units for messages that are not delivered',
  planName: 'Plan',
  expiresOn: 'Expires',
  state: 'Status',
  email: 'Email',
  church: 'Church',
  reference: 'Reference',
  purpose: 'For',
  currency: 'Currency',
  units: 'Units',
  months: 'Months',
  product: 'Product',
  isoCode: 'Country',
  route: 'Route',
}

function nameOf(key: string): string {
  const [field = '', currency] = key.split('.')
  if (field === 'approvalLimits') return `Limit for one operator (${currency})`
  if (field === 'bankAccounts') return `Bank account (${currency})`
  return names[field] ?? field
}

function valueOf(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  const [field, currency = ''] = key.split('.')
  if (field === 'approvalLimits') return `${currency} ${majorText(Number(value), currency)}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') {
    const account = value as Record<string, string>
    return ['bank', 'accountName', 'accountNumber', 'note'].flatMap((part) => account[part] || []).join(', ')
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** What it is about and what becomes what, line by line. */
export function linesOf({ details, before, after }: ChangeNotification): string[] {
  const told = Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${nameOf(key)}: ${valueOf(key, value)}`)
  const changes = Object.keys(after).map(
    (key) => `${nameOf(key)}: ${valueOf(key, before[key])} → ${valueOf(key, after[key])}`,
  )
  return [...told, ...changes]
}
