import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

const MONTHS = 12
/** A leap year: it has every day that a birthday can be on. */
const ANY_YEAR = 2000

/** January to December in the reader's language. */
export function useMonthNames(): readonly string[] {
  const { i18n } = useLingui()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.locale, { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: MONTHS }, (_, month) => format.format(Date.UTC(ANY_YEAR, month)))
  }, [i18n.locale])
}

type Birthday = { birthDay: number | null; birthMonth: number | null; birthYear: number | null }

const optionsOf = ({ birthDay, birthMonth, birthYear }: Birthday): Intl.DateTimeFormatOptions => ({
  ...(birthDay !== null && { day: 'numeric' }),
  ...(birthMonth !== null && { month: 'long' }),
  ...(birthYear !== null && { year: 'numeric' }),
})

/** A birthday as far as it is known: "June 3", "June 1990", "1990"; '' for none. */
export function useBirthday(): (birthday: Birthday) => string {
  const { i18n } = useLingui()
  return (birthday) => {
    const { birthDay, birthMonth, birthYear } = birthday
    if (birthMonth === null && birthYear === null) return ''
    const day = new Date(Date.UTC(birthYear ?? ANY_YEAR, (birthMonth ?? 1) - 1, birthDay ?? 1))
    return new Intl.DateTimeFormat(i18n.locale, { ...optionsOf(birthday), timeZone: 'UTC' }).format(day)
  }
}
