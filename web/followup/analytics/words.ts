import type { GuestFigures } from '#contract/followup/analytics.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { proportionOf } from '../charts/proportion.ts'

/** Of the numbers that stand for them. */
export const interestWords: readonly TextId[] = [
  'followup.analytics.interestYes',
  'followup.analytics.interestNo',
  'followup.analytics.interestMaybe',
  'followup.analytics.interestOnTransit',
]

export const periodWords = {
  '30': 'followup.analytics.period30',
  '90': 'followup.analytics.period90',
  '120': 'followup.analytics.period120',
  '365': 'followup.analytics.period365',
} as const satisfies Record<string, TextId>

/** How shares and days are said on these screens. */
export function useAnalyticsWords() {
  const t = useTexts()
  const format = useFormat()
  const fraction = (count: number, of: number) =>
    t('followup.analytics.fraction', { count: format.number(count), of: format.number(of) })
  const range = (low: number, high: number) =>
    t('followup.analytics.range', {
      low: format.number(Math.round(low * 100)),
      high: format.number(Math.round(high * 100)),
    })
  return {
    fraction,
    range,
    /** 42.1%, or "3 of 7" of a few; nothing of nobody. */
    share: (count: number, of: number): string => {
      const said = proportionOf(count, of)
      if (said.kind === 'none') return format.number(0)
      return said.kind === 'few' ? fraction(count, of) : format.share(said.share)
    },
    /** Beside a number: a percentage, or nothing where there are too few for one. */
    note: (count: number, of: number): string => {
      const said = proportionOf(count, of)
      if (said.kind === 'range') return `${format.share(said.share)} (${range(said.low, said.high)})`
      return said.kind === 'share' ? format.share(said.share) : ''
    },
    /** The same in its two parts, for a chart. */
    parts: (count: number, of: number): { note: string; range?: string } => {
      const said = proportionOf(count, of)
      if (said.kind === 'none' || said.kind === 'few') return { note: '' }
      const note = format.share(said.share)
      return said.kind === 'range' ? { note, range: range(said.low, said.high) } : { note }
    },
    days: ({ from, until }: { from: string; until: string }): string =>
      t('followup.analytics.days', { from: format.day(from), until: format.day(until) }),
    month: (from: string): string => format.months()[Number(from.slice(5, 7)) - 1] ?? '',
  }
}

/** A minute is nobody's unit of waiting: hours, and from two days on days. */
export function useWaiting() {
  const t = useTexts()
  const format = useFormat()
  return (minutes: number): string => {
    const hours = minutes / 60
    if (hours < 48) return t('followup.analytics.hours', { count: format.number(Math.round(hours * 10) / 10) })
    return t('followup.analytics.waitDays', { count: Math.round(hours / 2.4) / 10 })
  }
}

export const ownerName = ({ firstName, lastName }: GuestFigures['owners'][number]): string =>
  `${firstName} ${lastName}`.trim()

export const compareWords = {
  last_year: 'followup.analytics.compareLastYear',
  easter: 'followup.analytics.compareEaster',
  none: 'followup.analytics.compareNone',
} as const satisfies Record<string, TextId>
