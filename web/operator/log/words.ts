import type { ChangeKind } from '#contract/operator/changes.ts'
import type { ConsoleAct } from '#contract/operator/console-acts.ts'
import { type TextId, useTexts } from '../../languages/index.ts'
import type { ConsoleEntry } from '#contract/operator/settings.ts'
import { useFormat } from '../../languages/format.tsx'
import { useMoney } from '../../languages/money.ts'
import { usePricePlace } from '../prices/words.ts'
import { useCountryName } from '../../languages/names.ts'

export const actNames: Record<ConsoleAct, TextId> = {
  'operator.signed_in': 'operator.act.signedIn',
  'operator.invited': 'operator.act.invited',
  'operator.joined': 'operator.act.joined',
  'operator.removed': 'operator.act.removed',
  'operator.second_factor_on': 'operator.act.factorOn',
  'operator.second_factor_off': 'operator.act.factorOff',
  'operator.second_factor_reset': 'operator.act.factorReset',
  'change.asked': 'operator.act.changeAsked',
  'change.refused': 'operator.act.changeRefused',
  'change.withdrawn': 'operator.act.changeWithdrawn',
  'change.stale': 'operator.act.changeStale',
  'change.expired': 'operator.act.changeExpired',
  'church.subscription_changed': 'operator.act.subscriptionChanged',
  'church.days_given': 'operator.act.daysGiven',
  'churches.exported': 'operator.act.exported',
  'sender.approved': 'operator.act.senderApproved',
  'sender.processing': 'operator.act.senderProcessing',
  'sender.refused': 'operator.act.senderRefused',
  'payment.first_approved': 'operator.act.paymentFirst',
  'payment.approved': 'operator.act.paymentApproved',
  'payment.refused': 'operator.act.paymentRefused',
  'payment.taken_aside': 'operator.act.paymentAside',
  'payment.refunded': 'operator.act.paymentRefunded',
  'payment.incident_handled': 'operator.act.incidentHandled',
  'payment.proof_read': 'operator.act.proofRead',
  'plan.added': 'operator.act.planAdded',
  'plan.changed': 'operator.act.planChanged',
  'price.set': 'operator.act.priceSet',
  'price.ended': 'operator.act.priceEnded',
  'tax.set': 'operator.act.taxSet',
  'route.changed': 'operator.act.routeChanged',
  'sending_hours.added': 'operator.act.hoursAdded',
  'sending_hours.changed': 'operator.act.hoursChanged',
  'sending_hours.removed': 'operator.act.hoursRemoved',
  'holidays.changed': 'operator.act.holidaysChanged',
  'reply.assigned': 'operator.act.replyAssigned',
  'reply.removed': 'operator.act.replyRemoved',
  'settings.changed': 'operator.act.settingsChanged',
  'bank_account.changed': 'operator.act.accountChanged',
}

/** What the parts of a line are called; the first ones are the ones that tell most. */
const fieldNames: Record<string, TextId> = {
  kind: 'operator.field.kind',
  mask: 'operator.senders.mask',
  reference: 'operator.payments.reference',
  name: 'operator.field.name',
  route: 'operator.field.route',
  planName: 'operator.churches.plan',
  product: 'operator.field.product',
  isoCode: 'operator.churches.country',
  year: 'operator.holidays.year',
  currency: 'operator.church.currency',
  amount: 'operator.payments.amount',
  email: 'operator.field.email',
  purpose: 'operator.payments.what',
  units: 'operator.churches.units',
  months: 'operator.field.months',
  reason: 'operator.form.reason',
  askedBy: 'operator.field.askedBy',
  church: 'operator.churches.church',
  amountMinor: 'operator.payments.amount',
  format: 'operator.field.format',
  rows: 'operator.field.rows',
  from: 'operator.field.from',
  state: 'operator.senders.state',
  membershipSize: 'operator.churches.size',
  expiresOn: 'operator.churches.expires',
  startsOn: 'operator.prices.startsOn',
  toCome: 'operator.prices.toCome',
  rate: 'operator.tax.rate',
  days: 'operator.days.days',
  legalName: 'operator.settings.legalName',
  taxNumber: 'operator.settings.taxNumber',
  description: 'operator.prices.planDescription',
  offered: 'operator.field.offered',
  countries: 'operator.routes.countries',
  rateNumerator: 'operator.routes.numerator',
  rateDenominator: 'operator.routes.denominator',
  gateway: 'operator.routes.gateway',
  fallbackGateway: 'operator.routes.fallback',
  returnsUndelivered: 'operator.routes.returns',
  availability: 'operator.routes.availability',
  reachesDnd: 'operator.routes.reachesDnd',
  network: 'operator.senders.network',
  agreed: 'operator.hours.agreed',
  releases: 'operator.hours.releases',
  zone: 'operator.hours.zone',
  closedOnHolidays: 'operator.hours.closedOnHolidays',
  source: 'operator.hours.source',
  checkedOn: 'operator.hours.checkedOn',
  supportEmail: 'operator.settings.email',
  supportPhone: 'operator.settings.phone',
  chatUrl: 'operator.settings.chat',
  approvalLimits: 'operator.settings.limits',
  accountName: 'operator.settings.accountName',
  accountNumber: 'operator.settings.accountNumber',
  bank: 'operator.settings.bank',
  note: 'operator.settings.note',
}

/** Words of the log that stand for something; names that people gave are told as they are. */
const valueNames: Record<string, TextId> = {
  pending: 'operator.senders.pending',
  processing: 'operator.senders.processing',
  approved: 'operator.senders.approved',
  refused: 'operator.senders.refused',
  units: 'operator.prices.sms',
  sms: 'operator.prices.sms',
  email: 'operator.prices.email',
  subscription: 'operator.church.subscription',
  created: 'operator.payments.created',
  succeeded: 'operator.payments.succeeded',
  failed: 'operator.payments.failed',
  cancelled: 'operator.payments.cancelled',
  review: 'operator.payments.review',
  refunded: 'operator.payments.refunded',
  console: 'operator.field.byCommand',
  church: 'operator.hours.zoneChurch',
  recipient: 'operator.hours.zoneRecipient',
  csv: 'operator.field.csv',
  xlsx: 'operator.field.xlsx',
  txt: 'operator.field.txt',
}

/** What is asked of a second operator, in a few words. */
export const kindNames: Record<ChangeKind, TextId> = {
  settings: 'operator.change.settings',
  price: 'operator.change.price',
  plan: 'operator.change.plan',
  route: 'operator.change.route',
  sending_hours: 'operator.change.hours',
  public_holidays: 'operator.change.holidays',
  tax: 'operator.change.tax',
  operator_invite: 'operator.change.invite',
  operator_remove: 'operator.change.remove',
  operator_reset_factor: 'operator.change.resetFactor',
  subscription: 'operator.change.subscription',
  subscription_days: 'operator.days.title',
  payment_approve: 'operator.change.approve',
  payment_refund: 'operator.change.refund',
}

type Fields = Record<string, unknown>
type Change = { name: string; before: string; after: string }
type Told = { name: string; value: string }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The parts of a bank account, as they are read. */
const ACCOUNT = ['bank', 'accountName', 'accountNumber', 'note']

/** Of what has parts only those that differ are told: `bankAccounts.NGN` as it is, or its `accountNumber`. */
const pathsOf = (key: string, before: unknown, after: unknown): [string, unknown, unknown][] =>
  isFields(before) && isFields(after)
    ? ACCOUNT.filter((part) => before[part] !== after[part]).map((part) => [
        `${key}.${part}`,
        before[part],
        after[part],
      ])
    : [[key, before, after]]

/** Stand for something: `pending`, `sms`. Names that people gave do not. */
const CODED = new Set(['state', 'purpose', 'product', 'from', 'format', 'zone'])
/** The fields of sending hours that are days. */
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** The column of the church says it already. */
const SAID = new Set(['church', 'before', 'after'])

/** How a field of the log is read. */
function useValue(currency: string) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const placeOf = usePricePlace()
  const countryName = useCountryName()
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('operator.log.nothing')
    if (typeof value === 'boolean') return t(value ? 'operator.log.yes' : 'operator.log.no')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value)) return value.map(plain).join(', ')
    if (isFields(value)) return ACCOUNT.flatMap((part) => (value[part] ? [plain(value[part])] : [])).join(', ')
    return typeof value === 'string' ? value : ''
  }
  return (key: string, value: unknown): string => {
    const [field = '', of = currency] = key.split('.')
    if (typeof value === 'number' && (field === 'amountMinor' || field === 'approvalLimits'))
      return money.minor(value, of)
    if (field === 'approvalLimits' && value === null) return t('operator.settings.noLimit')
    if (field === 'countries')
      return Array.isArray(value)
        ? value.map((code) => countryName(String(code))).join(', ')
        : t('operator.routes.everyOther')
    if (field === 'kind' && isKind(value)) return t(kindNames[value])
    if (field === 'isoCode') return placeOf({ isoCode: typeof value === 'string' ? value : null })
    if (field === 'approvalLimits' && isFields(value))
      return plain(Object.entries(value).map(([code, minor]) => money.minor(Number(minor), code)))
    if (typeof value !== 'string') return plain(value)
    if (field === 'amount' || field === 'toCome') return money.decimal(value, currency)
    if (field === 'expiresOn' || field === 'checkedOn' || field === 'startsOn') return format.day(value)
    const word = CODED.has(field) ? valueNames[value] : undefined
    return word ? t(word) : plain(value)
  }
}

const isKind = (value: unknown): value is keyof typeof kindNames => typeof value === 'string' && value in kindNames

/** What a line of the log tells beside act and church, in words. */
export function useDetails({ details }: Pick<ConsoleEntry, 'details'>): { told: Told[]; changes: Change[] } {
  const t = useTexts()
  const format = useFormat()
  const valueOf = useValue(typeof details['currency'] === 'string' ? details['currency'] : '')
  const nameOf = (field: string) => {
    const [name = '', of, part] = field.split('.')
    if (part)
      return t('operator.settings.accountPart', {
        currency: of ?? '',
        part: t(fieldNames[part] ?? 'operator.field.other'),
      })
    if (name === 'approvalLimits' && of) return t('operator.settings.limitOf', { currency: of })
    if (name === 'bankAccounts' && of) return t('operator.settings.accountOf', { currency: of })
    if (name === 'holiday' && of) return format.day(of)
    const weekday = WEEKDAYS.indexOf(name)
    if (weekday >= 0) return format.weekdayName(weekday + 1, 'long')
    const known = fieldNames[name]
    return known ? t(known) : t('operator.field.other')
  }
  const order = Object.keys(fieldNames)
  const told = Object.keys(details)
    .filter((field) => !SAID.has(field))
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((field) => ({ name: nameOf(field), value: valueOf(field, details[field]) }))
  const [before, after] = [fieldsOf(details['before']), fieldsOf(details['after'])]
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .flatMap((field) => pathsOf(field, before[field], after[field]))
    .map(([field, from, to]) => ({ name: nameOf(field), before: valueOf(field, from), after: valueOf(field, to) }))
  return { told, changes }
}

/** The same in one line. */
export function useSummary(entry: Pick<ConsoleEntry, 'details'>): string {
  const t = useTexts()
  const { told, changes } = useDetails(entry)
  return [
    ...told.map(({ value }) => value),
    ...changes.map(({ name, before, after }) => t('operator.log.change', { name, before, after })),
  ].join(' · ')
}
