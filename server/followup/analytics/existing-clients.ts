import type { getFirstTimerAnalytics, getFirstTimerAnalyticsDashboard } from '#contract/followup/existing-analytics.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { dayIn, type Day } from '../../platform/runtime/index.ts'
import { selectSources, selectStages, selectWorkingWeek } from '../lists/index.ts'
import { daysUntil, readUsDate, yearOf, type Days } from './days.ts'
import { selectGroups } from './figures-store.ts'
import { averageOf, inflowOf, interestOf, lengthOf, rateOf, sourcesOf, stagesOf, totalsOf } from './fold.ts'
import { guestsOf } from './guest-store.ts'
import { selectDescribed, selectLatest, type Described } from './people-store.ts'

type Query = Received<typeof getFirstTimerAnalytics>['query']
type Figures = Answer<typeof getFirstTimerAnalytics>['returnObject']

const NOT_SPECIFIED = 'Not Specified'
const SHOWN = 100
const DEFAULT_DAYS = 30
/** Columns that a chart can show; more days are months of nobody. */
const DAYS_MOST = 3_660

/** The period asked for, or the last 30 days. Throws `invalid_input`. */
function daysOf({ startDate, endDate }: Query, today: Day): Days {
  if (!startDate && !endDate) return daysUntil(today, DEFAULT_DAYS)
  const until = endDate ? readUsDate(endDate) : today
  if (until === null) throw refused('endDate', 'Write the day as M/D/YYYY.')
  const from = startDate ? readUsDate(startDate) : daysUntil(until, DEFAULT_DAYS).from
  if (from === null) throw refused('startDate', 'Write the day as M/D/YYYY.')
  if (from > until) throw refused('startDate', 'The first day is after the last.')
  if (lengthOf({ from, until }) > DAYS_MOST) throw refused('startDate', 'Ask for up to ten years.')
  return { from, until }
}

const refused = (field: string, sentence: string): ApiError =>
  new ApiError('invalid_input', { fields: { [field]: sentence } })

const interests = ['Yes', 'No', 'Maybe', 'On Transit']

/** The figures in the shape of existing clients. */
export async function readAnalytics(tx: Tx, query: Query, at: Date): Promise<Figures> {
  const today = dayIn((await selectWorkingWeek(tx)).timeZone, at)
  const days = daysOf(query, today)
  const guests = { ...days, owner: query.personId || null, asOf: today }
  const [groups, stages, sources, firsttimers] = await Promise.all([
    selectGroups(tx, { guests, before: null }),
    selectStages(tx),
    selectSources(tx),
    selectLatest(tx, guestsOf(guests), SHOWN),
  ])
  const totals = totalsOf(groups, 'day')
  const { by, parts } = inflowOf(groups, days, { today, compared: false })
  return {
    totalGuests: totals.guests,
    averageActivity: averageOf(totals),
    retentionRate: rateOf(totals),
    lifeCycleSummary: stagesOf(groups, stages).map((stage) => [stage.name, stage.guests] as const),
    retentionSummary: {
      categories: parts.map(({ from }) => (by === 'week' ? from : from.slice(0, 7))),
      series: [{ name: 'Number of Guest', data: parts.map((part) => part.guests) }],
    },
    interestedSummary: interestOf(groups).map(({ answer, guests: value }) => ({
      name: (answer === null ? undefined : interests[answer]) ?? NOT_SPECIFIED,
      value,
    })),
    sourceSummary: sourcesOf(groups, sources).map(({ name, guests: value }) => ({
      name: name ?? NOT_SPECIFIED,
      value,
    })),
    firsttimers,
  }
}

type Dashboard = Answer<typeof getFirstTimerAnalyticsDashboard>['returnObject']

/** The same, and who they are as people. */
export async function readAnalyticsDashboard(tx: Tx, query: Query, at: Date): Promise<Dashboard> {
  const figures = await readAnalytics(tx, query, at)
  const today = dayIn((await selectWorkingWeek(tx)).timeZone, at)
  const guests = { ...daysOf(query, today), owner: query.personId || null, asOf: today }
  const described = await selectDescribed(tx, guestsOf(guests), yearOf(today))
  return {
    ...figures,
    ageGroupSummary: summaryOf(described, 'age'),
    genderSummary: summaryOf(described, 'gender'),
    maritalSummary: summaryOf(described, 'marital'),
    wantToBeVisitedSummary: summaryOf(described, 'visit', interests),
  }
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

function summaryOf(described: readonly Described[], property: string, names: readonly string[] = []) {
  return described
    .filter((each) => each.property === property)
    .map(({ value, guests }) => ({
      name: (names[Number(value || -1)] ?? capital(value)) || NOT_SPECIFIED,
      value: guests,
    }))
    .toSorted((one, other) => other.value - one.value || (one.name < other.name ? -1 : 1))
}
