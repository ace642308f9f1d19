import type { GrantTerms, Guardian } from '#contract/checkin/guardians.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import type { Tone } from '../../ui/surfaces/badge.tsx'
import type { Child } from './queries.ts'

export const permissions: Record<Guardian['permission'], { tone: Tone; text: TextId }> = {
  allowed: { tone: 'ok', text: 'checkin.grant.allowed' },
  limited: { tone: 'info', text: 'checkin.grant.limited' },
  not_now: { tone: 'neutral', text: 'checkin.grant.notNow' },
  used: { tone: 'neutral', text: 'checkin.grant.used' },
  not_authorised: { tone: 'bad', text: 'checkin.grant.notAuthorised' },
}

/** Name of a weekday, 1 Monday to 7 Sunday. */
export function useWeekdayName(length: 'short' | 'long'): (weekday: number) => string {
  const { weekdayName } = useFormat()
  return (weekday) => weekdayName(weekday, length)
}

/** What was said of somebody, in a few words each: whose child, which days, and the note. */
export function useTermsWords(childrenOfFamily: readonly Child[]): (terms: GrantTerms | null) => string[] {
  const t = useTexts()
  const format = useFormat()
  const weekday = useWeekdayName('short')
  return (terms) => {
    if (!terms) return [t('checkin.grant.nothingSaid')]
    const { childIds, fromDay, untilDay, weekdays, oneTime, note } = terms
    const names = childrenOfFamily.flatMap(({ personId, firstName }) =>
      childIds?.includes(personId) ? [firstName] : [],
    )
    return [
      names.length > 0 ? t('checkin.grant.onlyFor', { names: names.join(', ') }) : t('checkin.grant.allChildren'),
      weekdays
        .toSorted((one, other) => one - other)
        .map(weekday)
        .join(' '),
      fromDay ? t('checkin.grant.fromDay', { day: format.day(fromDay) }) : '',
      untilDay ? t('checkin.grant.untilDay', { day: format.day(untilDay) }) : '',
      oneTime ? t('checkin.grant.once') : '',
      note,
    ].filter(Boolean)
  }
}
