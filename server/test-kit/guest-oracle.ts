import { secondVisitOf, type HistoryPerson } from './guest-histories.ts'

/** The figures of first-timers counted by hand, one person after the other: nothing of it is the product's. */

export type Asked = { today: string; from: string; until: string; owner: string | null; asOf: string }

const DAY_MS = 86_400_000
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`)
const text = (date: Date): string => date.toISOString().slice(0, 10)
export const plusDays = (day: string, days: number): string => text(new Date(noon(day).getTime() + days * DAY_MS))
const daysApart = (from: string, to: string): number => Math.round((noon(to).getTime() - noon(from).getTime()) / DAY_MS)

/** What the calendar on the wall of a place shows. */
export function wallDay(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const shown = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${shown['year']}-${shown['month']}-${shown['day']}`
}

/** As almanacs print them. */
export const easters: Record<string, string> = {
  '2024': '2024-03-31',
  '2025': '2025-04-20',
  '2026': '2026-04-05',
  '2027': '2027-03-28',
  '2028': '2028-04-16',
  '2029': '2029-04-01',
  '2030': '2030-04-21',
  '2031': '2031-04-13',
  '2032': '2032-03-28',
  '2033': '2033-04-17',
  '2034': '2034-04-09',
  '2035': '2035-03-25',
  '2036': '2036-04-13',
  '2037': '2037-04-05',
}

export function guestsAmong(people: readonly HistoryPerson[], { from, until, owner }: Asked): HistoryPerson[] {
  const found: HistoryPerson[] = []
  for (const person of people) {
    if (person.isArchived || person.firstVisitOn === null) continue
    if (person.firstVisitOn < from || person.firstVisitOn > until) continue
    if (owner === 'none' && person.ownerId !== null) continue
    if (owner !== null && owner !== 'none' && person.ownerId !== owner) continue
    found.push(person)
  }
  return found
}

export function hasReturned(person: HistoryPerson, asOf: string): boolean {
  const second = secondVisitOf(person)
  if (second !== null && second <= asOf) return true
  return person.memberOn !== null && person.memberOn <= asOf
}

export function daysToSecond(person: HistoryPerson, asOf: string): number | null {
  const second = secondVisitOf(person)
  return second === null || second > asOf ? null : daysApart(person.firstVisitOn ?? '', second)
}

/** Stages 1 to 5 are the path of first-timers; 6, 7 and 10 of new converts mean the first, the second and the last of it. */
const placeOnPath: Record<number, number> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 1, 7: 2, 8: 1, 9: 1, 10: 5 }
export const hasReached = (person: HistoryPerson, stageId: number): boolean =>
  (placeOnPath[person.furthestId] ?? 0) >= stageId

export function bandOf({ clockFrom, contactedAt }: HistoryPerson): string | null {
  if (clockFrom === null) return null
  if (contactedAt === null) return 'waiting'
  const hours = (contactedAt.getTime() - clockFrom.getTime()) / 3_600_000
  if (hours <= 24) return 'within24'
  if (hours <= 36) return 'within36'
  return hours <= 72 ? 'within72' : 'later'
}

/** The smallest value that so much of all are not above. */
export function lowQuantile(values: readonly number[], share: number): number | null {
  for (const value of values.toSorted((a, b) => a - b))
    if (values.filter((each) => each <= value).length >= values.length * share) return value
  return null
}

const minutesTo = ({ clockFrom, contactedAt }: HistoryPerson): number =>
  Math.max(0, Math.ceil(((contactedAt?.getTime() ?? 0) - (clockFrom?.getTime() ?? 0)) / 60_000))

function countBy<K>(people: readonly HistoryPerson[], keyOf: (person: HistoryPerson) => K): Map<K, number> {
  const counts = new Map<K, number>()
  for (const person of people) counts.set(keyOf(person), (counts.get(keyOf(person)) ?? 0) + 1)
  return counts
}

/** Every day of a period on its own, put to its week or month. */
function columnsOf(guests: readonly HistoryPerson[], { from, until }: Asked) {
  const byWeek = daysApart(from, until) + 1 <= 120
  const columns: { from: string; until: string; guests: number }[] = []
  for (let day = from; day <= until; day = plusDays(day, 1)) {
    const begins = byWeek ? noon(day).getUTCDay() === 1 : day.endsWith('-01')
    if (begins || columns.length === 0) columns.push({ from: day, until: day, guests: 0 })
    const column = columns.at(-1)
    if (!column) continue
    column.until = day
    column.guests += guests.filter((person) => person.firstVisitOn === day).length
  }
  return { by: byWeek ? 'week' : 'month', columns }
}

export function oracleFigures(people: readonly HistoryPerson[], asked: Asked) {
  const guests = guestsAmong(people, asked)
  const returned = guests.filter((person) => hasReturned(person, asked.asOf))
  const lags = guests.map((person) => daysToSecond(person, asked.asOf)).filter((days) => days !== null)
  const clocked = guests.filter(({ clockFrom }) => clockFrom !== null)
  const reached = clocked.filter(({ contactedAt }) => contactedAt !== null).map(minutesTo)
  const sources = countBy(guests, ({ sourceId }) => sourceId)
  return {
    guests: guests.length,
    returned: returned.length,
    activities: guests.reduce((sum, { activities }) => sum + activities, 0),
    stages: [1, 2, 3, 4, 5].map((id) => ({ id, guests: guests.filter((person) => hasReached(person, id)).length })),
    inflow: columnsOf(guests, asked),
    interest: Object.fromEntries(countBy(guests, ({ interest }) => `${interest}`)),
    sources: Object.fromEntries(
      [...sources].map(([id, count]) => [`${id}`, [count, returned.filter(({ sourceId }) => sourceId === id).length]]),
    ),
    secondVisit: { people: lags.length, medianDays: lowQuantile(lags, 0.5) },
    firstContact: {
      people: clocked.length,
      bands: Object.fromEntries(
        ['within24', 'within36', 'within72', 'later', 'waiting'].map((band) => [
          band,
          clocked.filter((person) => bandOf(person) === band).length,
        ]),
      ),
      medianMinutes: lowQuantile(reached, 0.5),
      p90Minutes: lowQuantile(reached, 0.9),
    },
  }
}

/** The last twelve months, the latest first: guests, and who came again within so many days once nobody can be added. */
export function oracleMonths(people: readonly HistoryPerson[], { today, owner }: Pick<Asked, 'today' | 'owner'>) {
  const months: string[] = []
  for (let day = today; months.length < 12; day = plusDays(day, -1)) {
    const month = day.slice(0, 7)
    if (!months.includes(month)) months.push(month)
  }
  return months.map((month) => {
    const [from, until] = [`${month}-01`, `${month}-31`]
    const guests = guestsAmong(people, { today, from, until: until < today ? until : today, owner, asOf: today })
    let last = `${month}-28`
    while (plusDays(last, 1).startsWith(month)) last = plusDays(last, 1)
    return {
      month,
      guests: guests.length,
      within: [7, 30, 90, 180].map((days) => {
        const isRipe = plusDays(last, days) < today
        if (!isRipe) return null
        return guests.filter((person) => (daysToSecond(person, today) ?? Infinity) <= days).length
      }),
    }
  })
}
