import type { OpenHours, SendingHours } from '#contract/messaging/sending-hours.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useCountryName } from '../../languages/names.ts'

/** Days that follow each other and have the same hours: Monday is 1. */
type DayGroup = { first: number; last: number; hours: OpenHours | null }

export function dayGroups(week: SendingHours['week']): DayGroup[] {
  const groups: DayGroup[] = []
  for (const [index, hours] of week.entries()) {
    const group = groups.at(-1)
    if (group && isSame(group.hours, hours)) group.last = index + 1
    else groups.push({ first: index + 1, last: index + 1, hours })
  }
  return groups
}

const isSame = (one: OpenHours | null, other: OpenHours | null): boolean =>
  one?.opens === other?.opens && one?.closes === other?.closes

const DAYS = 7
const isWhole = ({ opens, closes }: OpenHours): boolean => opens === '00:00' && closes === '24:00'

/** Sending hours as people read them. */
export function useHoursWords() {
  const t = useTexts()
  const format = useFormat()
  const countryName = useCountryName()
  const span = (hours: OpenHours): string =>
    isWhole(hours)
      ? t('operator.hours.always')
      : t('operator.hours.span', { opens: format.clock(hours.opens), closes: format.clock(hours.closes) })
  const daysOf = ({ first, last }: DayGroup): string => {
    if (last - first === DAYS - 1) return t('operator.hours.everyDay')
    const [from, to] = [format.weekdayName(first, 'long'), format.weekdayName(last, 'long')]
    return first === last ? from : t('operator.hours.from', { first: from, last: to })
  }
  return {
    span,
    /** Each line says on which days and when. */
    lines: (week: SendingHours['week']) =>
      dayGroups(week).map((group) => ({
        days: daysOf(group),
        hours: group.hours ? span(group.hours) : t('operator.hours.closed'),
      })),
    nameOf: ({ country, routeName }: Pick<SendingHours, 'country' | 'routeName'>) => ({
      country: country === null ? t('operator.hours.everywhereElse') : countryName(country),
      route: routeName ?? t('operator.hours.allRoutes'),
    }),
  }
}
