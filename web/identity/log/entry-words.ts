import type { AuditRow } from '#contract/identity/audit.ts'
import { useFormat, type Format } from '../../languages/format.tsx'
import { useTexts, type TextId, type Translate } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useCountryName } from '../../languages/names.ts'
import { actWords, listWords, fieldWords, kindWords, methodWords, permissionWords } from './act-words.ts'
import { roleNames } from '../../session/roles.ts'

type Details = AuditRow['details']
type Detail = Details[string]
type Told = {
  act: AuditRow['act']
  details: Details
  t: Translate
  format: Format
  amount: (major: string, currency: string) => string
  countryName: (isoCode: string) => string
}

const word = (words: Record<string, TextId>, name: string, t: Translate) => {
  const id = words[name]
  return id ? t(id) : name
}
const texts = (value: Detail): readonly string[] => (Array.isArray(value) ? value : [])
const textIn = (value: Detail | undefined): string => (typeof value === 'string' ? value : '')
const roles =
  (id: TextId) =>
  (value: Detail, { t }: Told) =>
    t(id, { roles: roleNames(texts(value), t) })
const count =
  (id: TextId) =>
  (value: Detail, { t, format }: Told) =>
    typeof value === 'number' && value > 0 ? t(id, { count: value, number: format.number(value) }) : null

const threshold =
  (id: TextId) =>
  (value: Detail, { t, format }: Told) =>
    t(id, { number: typeof value === 'number' ? format.number(value) : 'none' })

/** A day of the calendar as people write it; anything else as it is. */
const dayIn = (value: Detail, format: Format) =>
  /^\d{4}-\d{2}-\d{2}$/.test(textIn(value)) ? format.day(textIn(value)) : String(value)

const silent = () => null

const plainWords = (value: Detail, { format }: Told): string | null => {
  if (typeof value === 'boolean') return null
  if (typeof value === 'number') return format.number(value)
  return texts(value).join(', ') || dayIn(value, format)
}

/** What each detail says below the sentence; null where the sentence has said it, or where there is nothing to say. */
const said: Record<string, (value: Detail, told: Told) => string | null> = {
  method: (value, { t }) => word(methodWords, textIn(value), t),
  byMail: (value, { t }) => (value === true ? t('identity.log.byMail') : null),
  sessionsEnded: count('identity.log.alsoEnded'),
  roles: roles('identity.log.asRoles'),
  before: (value, told) =>
    told.act === 'units.alert_changed'
      ? threshold('identity.log.alertBefore')(value, told)
      : roles('identity.log.rolesBefore')(value, told),
  after: roles('identity.log.rolesAfter'),
  threshold: (value, told) => threshold('identity.log.alertNow')(value, told),
  day: (value, { format }) => dayIn(value, format),
  isoCode: (value, { countryName }) => countryName(textIn(value)),
  classes: count('identity.log.classes'),
  events: (value, told) => (value === 1 ? null : count('identity.log.events')(value, told)),
  messages: count('identity.log.messages'),
  kept: count('identity.log.kept'),
  permission: (value, { t }) => word(permissionWords, textIn(value), t),
  oneTime: (value, { t }) => (value === true ? t('identity.log.oneTime') : null),
  fields: (value, { t }) =>
    t('identity.log.fields', {
      fields: texts(value)
        .map((field) => word(fieldWords, field, t))
        .join(', '),
    }),
  kind: (value, { t }) => t('identity.log.kind', { kind: word(kindWords, textIn(value), t) }),
  groups: count('identity.log.inGroups'),
  members: count('identity.log.members'),
  rows: (value, told) => (told.details['list'] ? null : count('identity.log.rows')(value, told)),
  add: count('identity.log.added'),
  added: count('identity.log.added'),
  update: count('identity.log.updated'),
  updated: count('identity.log.updated'),
  units: (value, told) => (told.act === 'units.granted' ? null : count('identity.log.units')(value, told)),
  recipients: count('identity.log.recipients'),
  reference: (value, { t }) => t('identity.log.reference', { reference: String(value) }),
  reason: (value, { t }) => (value ? t('identity.log.reason', { reason: String(value) }) : null),
  amount: (value, { details, amount }) => amount(String(value), textIn(details['currency'])),
  purpose: (value, { t }) => t(value === 'units' ? 'identity.log.forUnits' : 'identity.log.forSubscription'),
  approval: (value, { details, t }) =>
    t('identity.log.approval', { approval: String(value), needed: String(details['approvalsNeeded'] ?? value) }),
  planName: (value, { t }) => t('identity.log.plan', { plan: String(value) }),
  planBefore: (value, { details, t }) =>
    value && value !== details['planName'] ? t('identity.log.planBefore', { plan: String(value) }) : null,
  months: count('identity.log.months'),
  days: count('identity.log.days'),
  expiresOn: (value, { format, t }) => t('identity.log.until', { day: dayIn(value, format) }),
  expiredBefore: silent,
  approvalsNeeded: silent,
  proofs: silent,
  currency: silent,
  channel: silent,
  optedOut: silent,
  role: silent,
  again: silent,
  removed: silent,
  sessions: silent,
  people: silent,
  group: silent,
  name: silent,
  mask: silent,
  undone: silent,
  list: silent,
  format: silent,
}

/** What the details of an entry add to its sentence, each part readable; one that has no words says only its value. */
export function detailWords(told: Told): string[] {
  return Object.entries(told.details).flatMap(([name, value]) => {
    if (value === null) return []
    const words = said[name]
    const sentence = words ? words(value, told) : plainWords(value, told)
    return sentence ? [sentence] : []
  })
}

const COUNTS = ['people', 'sessions', 'units', 'rows'] as const
const NAMES = ['group', 'name', 'mask'] as const

const numberIn = (details: Details): number => {
  const found = COUNTS.map((name) => details[name]).find((value) => typeof value === 'number')
  return typeof found === 'number' ? found : 0
}
const nameIn = (details: Details): string => String(NAMES.map((name) => details[name]).find(Boolean) ?? '')
const yes = (value: unknown) => (value === true ? 'yes' : 'no')

/** An entry of the log in words: what was done, and what else there is to know of it. */
export function useEntryWords() {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const countryName = useCountryName()
  const amount = (major: string, currency: string) =>
    currency && /^\d+(\.\d+)?$/.test(major) ? money.decimal(major, currency) : `${major} ${currency}`.trim()
  return ({ act, details }: Pick<AuditRow, 'act' | 'details'>) => {
    const list = listWords[String(details['list'])]
    const what = t(actWords[act], {
      count: numberIn(details),
      number: format.number(numberIn(details)),
      name: nameIn(details),
      list: list ? t(list) : String(details['list'] ?? ''),
      format: String(details['format'] ?? ''),
      again: yes(details['again']),
      removed: yes(details['removed']),
      off: yes(details['optedOut']),
    })
    return { what, more: detailWords({ act, details, t, format, amount, countryName }) }
  }
}
