import type { Translate } from '../languages/index.ts'

const YEAR = 12

/** A child's age as it is said: "8 years", and in months as long as the child is not two. */
export function ageWords(months: number | null, t: Translate): string {
  if (months === null) return t('checkin.age.unknown')
  return months < 2 * YEAR
    ? t('checkin.age.months', { count: months })
    : t('checkin.age.years', { count: Math.floor(months / YEAR) })
}

/** Whose a class is: "2 to 5 years", "18 months to 3 years", "from 18 years"; '' for everybody. Months, both included. */
export function agesWords(from: number | null, until: number | null, t: Translate): string {
  if (from === null && until === null) return ''
  if (until === null) return t('checkin.age.from', { age: point(from ?? 0, t) })
  const isWhole = (until + 1) % YEAR === 0
  const last = Math.floor(until / YEAR)
  if (isWhole && (from ?? 0) % YEAR === 0) return t('checkin.age.wholeYears', { from: (from ?? 0) / YEAR, until: last })
  const end = isWhole ? t('checkin.age.years', { count: last }) : point(until, t)
  return t('checkin.age.fromTo', { from: point(from ?? 0, t), until: end })
}

function point(months: number, t: Translate): string {
  const years = Math.floor(months / YEAR)
  const rest = months % YEAR
  if (years === 0) return t('checkin.age.months', { count: months })
  if (rest === 0) return t('checkin.age.years', { count: years })
  return t('checkin.age.both', { years, months: rest })
}
