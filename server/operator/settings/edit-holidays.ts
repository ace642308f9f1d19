import { z } from 'zod/mini'
import { publicHoliday, saveHolidays, type HolidayYear, type PublicHoliday } from '#contract/operator/holidays.ts'
import { replaceHolidays, selectHolidayYear } from '../../messaging/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { changesOf, confirmedAct } from '../changes/index.ts'
import { noteOperatorAct } from '../log/index.ts'

const { source, checkedOn } = saveHolidays.body.shape
const wanted = z.object({ country: z.string(), year: z.int(), days: z.array(publicHoliday), source, checkedOn })

/**
 * Puts other public holidays in the place of those of a country in a year; they count from the next message that is handed
 * over. Throws `invalid_input` for a day of another year, or one that is named twice.
 */
export const editHolidays = confirmedAct({
  kind: 'public_holidays',
  shape: wanted,
  look: async (tx, year) => {
    refuseDays(year)
    const present = await selectHolidayYear(tx, year)
    if (!present && year.days.length === 0) return null
    const changes = changesIn(present, year)
    const { country } = year
    return (
      changes && { subject: `${country} ${year.year}`, details: { isoCode: country, year: `${year.year}` }, ...changes }
    )
  },
  apply: async (tx, _context, { wanted: year, looked, change, actor, at }) => {
    await replaceHolidays(tx, year)
    const { details: about, before, after } = looked
    const details = { ...about, before, after, reason: change.reason, askedBy: change.askedBy.name }
    await noteOperatorAct(tx, actor, { act: 'holidays.changed', subjectId: looked.subject, details, at })
  },
})

function refuseDays({ year, days }: HolidayYear): void {
  const named = new Set(days.map(({ day }) => day))
  if (named.size < days.length) throw refused('Each day may be named once.')
  if (days.some(({ day }) => !day.startsWith(`${year}-`))) throw refused(`Each day must be in ${year}.`)
}

/** Each day by itself; of a year that is taken away nothing is left. */
function changesIn(present: HolidayYear | null, year: HolidayYear): ReturnType<typeof changesOf> {
  const [before, after] = [toldOf(present), toldOf(year.days.length > 0 ? year : null)]
  const none = Object.fromEntries([...Object.keys(before), ...Object.keys(after)].map((key) => [key, null]))
  return changesOf({ ...none, ...before }, { ...none, ...after })
}

const toldOf = (year: HolidayYear | null): Record<string, string | null> =>
  year
    ? {
        ...Object.fromEntries(year.days.map((holiday) => [`holiday.${holiday.day}`, nameOf(holiday)])),
        source: year.source,
        checkedOn: year.checkedOn,
      }
    : {}

/** `~` before the name of one that is not announced yet, as it is written in calendars. */
const nameOf = ({ name, isEstimated }: PublicHoliday): string => (isEstimated ? `~ ${name}` : name)

const refused = (message: string): ApiError => new ApiError('invalid_input', { fields: { days: message } })
