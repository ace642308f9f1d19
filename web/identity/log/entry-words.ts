import type { AuditRow } from '#contract/identity/audit.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { actWords, listWords } from './act-words.ts'
import { detailWords, type Details } from './detail-words.ts'

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
    return { what, more: detailWords({ act, details, t, format, amount }) }
  }
}
