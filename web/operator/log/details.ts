import type { DeskEntry } from '#contract/operator/settings.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { usePricePlace } from '../prices/words.ts'
import { fieldNames, valueNames } from './words.ts'

type Fields = Record<string, unknown>
type Change = { name: string; before: string; after: string }
type Told = { name: string; value: string }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** Stand for something: `pending`, `sms`. Names that people gave do not. */
const CODED = new Set(['state', 'purpose', 'product'])
/** The column of the church says it already. */
const SAID = new Set(['church', 'before', 'after'])

/** How a field of the log is read. */
function useValue(currency: string) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const placeOf = usePricePlace()
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('operator.log.nothing')
    if (typeof value === 'boolean') return t(value ? 'operator.log.yes' : 'operator.log.no')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value)) return value.map(plain).join(', ')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (field: string, value: unknown): string => {
    if (field === 'isoCode') return placeOf({ isoCode: typeof value === 'string' ? value : null })
    if (field === 'approvalLimits' && isFields(value))
      return plain(Object.entries(value).map(([code, minor]) => money.minor(Number(minor), code)))
    if (typeof value !== 'string') return plain(value)
    if (field === 'amount') return money.decimal(value, currency)
    if (field === 'expiresOn') return format.day(value)
    const word = CODED.has(field) ? valueNames[value] : undefined
    return word ? t(word) : plain(value)
  }
}

/** What a line of the log tells beside act and church, in words. */
export function useDetails({ details }: DeskEntry): { told: Told[]; changes: Change[] } {
  const t = useTexts()
  const valueOf = useValue(typeof details['currency'] === 'string' ? details['currency'] : '')
  const nameOf = (field: string) => {
    const known = fieldNames[field]
    return known ? t(known) : field
  }
  const order = Object.keys(fieldNames)
  const told = Object.keys(details)
    .filter((field) => !SAID.has(field))
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((field) => ({ name: nameOf(field), value: valueOf(field, details[field]) }))
  const [before, after] = [fieldsOf(details['before']), fieldsOf(details['after'])]
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({
      name: nameOf(field),
      before: valueOf(field, before[field]),
      after: valueOf(field, after[field]),
    }))
  return { told, changes }
}

/** The same in one line. */
export function useSummary(entry: DeskEntry): string {
  const t = useTexts()
  const { told, changes } = useDetails(entry)
  return [
    ...told.map(({ value }) => value),
    ...changes.map(({ name, before, after }) => t('operator.log.change', { name, before, after })),
  ].join(' · ')
}
