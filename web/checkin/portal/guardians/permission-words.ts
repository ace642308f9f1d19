import type { Guardian } from '#contract/checkin/guardians.ts'
import { calendarDay, useFormat } from '../../../languages/format.tsx'
import { useTexts, type TextId } from '../../../languages/index.ts'
import type { Permission } from './filter.ts'
import type { GuardianList } from './use-guardian-form.ts'

export const permissionNames: Record<Permission, TextId> = {
  allowed: 'portal.guardians.allowed',
  limited: 'portal.guardians.limited',
  not_now: 'portal.guardians.notNow',
  used: 'portal.guardians.used',
  not_authorised: 'portal.guardians.notAuthorised',
}

export const permissionTones = {
  allowed: 'ok',
  limited: 'info',
  not_now: 'warn',
  used: 'neutral',
  not_authorised: 'bad',
} as const satisfies Record<Permission, string>

/** Name of a weekday, 1 Monday to 7 Sunday. */
export function useWeekdayName(length: 'short' | 'long'): (weekday: number) => string {
  const { weekdayName } = useFormat()
  return (weekday) => weekdayName(weekday, length)
}

/** The limits of a permission in few words: "Ada only, Fri, until Nov 30, 2026, once"; '' without any. */
export function useLimits(childrenOfFamily: GuardianList['children']): (guardian: Guardian) => string {
  const t = useTexts()
  const format = useFormat()
  const weekday = useWeekdayName('short')
  const namesOf = (ids: readonly string[]) =>
    childrenOfFamily.flatMap(({ personId, firstName }) => (ids.includes(personId) ? [firstName] : [])).join(', ')
  return ({ terms, usedAt, byChurch }) => {
    if (!terms) return t('portal.guardians.nothing')
    const { childIds, weekdays, fromDay, untilDay, oneTime } = terms
    const names = childIds ? namesOf(childIds) : ''
    return [
      byChurch && t('portal.guardians.byChurch'),
      names && t('portal.guardians.onlyFor', { names }),
      weekdays
        .toSorted((one, other) => one - other)
        .map(weekday)
        .join(' '),
      fromDay && t('portal.guardians.from', { day: format.day(fromDay) }),
      untilDay && t('portal.guardians.until', { day: format.day(untilDay) }),
      usedAt
        ? t('portal.guardians.usedOn', { day: format.day(calendarDay(new Date(usedAt), format.timeZone)) })
        : oneTime && t('portal.guardians.once'),
    ]
      .filter(Boolean)
      .join(', ')
  }
}
