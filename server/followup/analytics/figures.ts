import { WITHIN_DAYS, type readFirstTimerFigures, type readFirstTimerMonths } from '#contract/followup/analytics.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { addDays, dayIn, instantOf, type Day } from '../../platform/runtime/index.ts'
import { selectSources, selectStages, selectWorkingWeek, type Stage } from '../lists/index.ts'
import { closedOn, daysBefore, daysUntil, easterOf, ripeOn, twelveMonths, yearOf, type Days } from './days.ts'
import {
  selectChanges,
  selectDays,
  selectGroups,
  selectLastVisit,
  selectTotals,
  type DayGroup,
  type MonthChange,
} from './figures-store.ts'
import {
  firstContactOf,
  inflowOf,
  interestOf,
  pathOf,
  placesOf,
  secondVisitOf,
  sourcesOf,
  stagesOf,
  totalsOf,
} from './fold.ts'
import type { Guests } from './guest-store.ts'
import { selectLogged, type LoggedGroup } from './log-store.ts'
import { listOwners } from './owners.ts'

const USUAL_DAYS = 30

/** The figures of the first-timers of a period that ends today in the church's zone. */
export async function readFigures(
  tx: Tx,
  { days = `${USUAL_DAYS}`, owner = null, compare }: Figuring,
  at: Date,
): Promise<Answer<typeof readFirstTimerFigures>> {
  const { timeZone } = await selectWorkingWeek(tx)
  const today = dayIn(timeZone, at)
  const period = daysUntil(today, Number(days))
  const guests = { ...period, owner, asOf: today }
  const before = compare ? daysBefore(period, today, compare) : null
  const [groups, stages, sources, owners] = await Promise.all([
    selectGroups(tx, { guests, before: before && { ...before, owner } }),
    selectStages(tx),
    selectSources(tx),
    listOwners(tx),
  ])
  const totals = totalsOf(groups, 'day')
  return {
    ...period,
    owners,
    ...totals,
    stages: stagesOf(groups, stages),
    inflow: inflowOf(groups, period, { today, compared: before !== null }),
    interest: interestOf(groups),
    sources: sourcesOf(groups, sources),
    secondVisit: secondVisitOf(groups),
    firstContact: firstContactOf(groups),
    before: before && {
      ...before,
      ...totalsOf(groups, 'before'),
      ...(await readLogged(tx, { ...before, owner }, { timeZone, stages })),
    },
    lastVisitOn: totals.guests === 0 ? await selectLastVisit(tx, { ...guests, from: FIRST_DAY }) : null,
  }
}

/** The last 30 days in three numbers: guests, who came again, and guests of the 30 days before. */
export async function guestTotals(tx: Tx, at: Date): ReturnType<typeof selectTotals> {
  const today = dayIn((await selectWorkingWeek(tx)).timeZone, at)
  const days = daysUntil(today, 2 * USUAL_DAYS)
  return selectTotals(tx, { ...days, owner: null, asOf: today }, daysUntil(today, USUAL_DAYS).from)
}

type Figuring = {
  days?: Received<typeof readFirstTimerFigures>['query']['days']
  owner?: string | null | undefined
  compare?: 'last_year' | 'easter' | undefined
}

const FIRST_DAY = '0001-01-01'

/** What had been done about guests by the end of a day, and how far they had come. */
async function readLogged(
  tx: Tx,
  guests: Guests,
  { timeZone, stages }: { timeZone: string; stages: readonly Stage[] },
) {
  const until = instantOf(timeZone, `${addDays(guests.asOf, 1)}T00:00`) ?? new Date(0)
  const groups = await selectLogged(tx, guests, { until, places: placesOf(stages) })
  const sum = (list: readonly LoggedGroup[], of: 'guests' | 'activities') =>
    list.reduce((total, group) => total + group[of], 0)
  return {
    activities: sum(groups, 'activities'),
    stages: pathOf(stages).map(({ id }, place) => ({
      id,
      guests: sum(
        groups.filter((group) => group.place >= place),
        'guests',
      ),
    })),
  }
}

/** Who came again within 7, 30, 90 and 180 days, by month of the first visit, the latest month first. */
export async function readMonths(tx: Tx, owner: string | null, at: Date): Promise<Answer<typeof readFirstTimerMonths>> {
  const { timeZone } = await selectWorkingWeek(tx)
  const today = dayIn(timeZone, at)
  const months = twelveMonths(today)
  const from = months.at(-1)?.from ?? today
  // What is counted of an owner's guests changes with the owner: nothing is told of it.
  const closed = owner === null ? closedMonths(months, { timeZone, today }) : []
  const [days, changes] = await Promise.all([
    selectDays(tx, { from, until: today, owner, asOf: today }, WITHIN_DAYS),
    closed.length === 0 ? [] : selectChanges(tx, closed),
  ])
  return {
    months: months.map((month) => {
      const change = changes.find((each) => each.from === month.from)
      const inside = days.filter(({ day }) => day >= month.from && day <= month.until)
      return monthOf(month, { days: inside, change, today })
    }),
  }
}

function closedMonths(months: readonly Days[], { timeZone, today }: { timeZone: string; today: Day }) {
  return months
    .filter((month) => closedOn(month) <= today)
    .flatMap((month) => {
      const since = instantOf(timeZone, `${closedOn(month)}T00:00`)
      return since ? [{ ...month, since }] : []
    })
}

type MonthParts = { days: readonly DayGroup[]; change: MonthChange | undefined; today: Day }

function monthOf(month: Days, { days, change, today }: MonthParts) {
  const easter = easterOf(yearOf(month.from))
  return {
    ...month,
    guests: days.reduce((sum, { guests }) => sum + guests, 0),
    isOver: month.until < today,
    within: WITHIN_DAYS.map((most, place) => {
      const ripe = ripeOn(month, most)
      const people = days.reduce((sum, { within }) => sum + (within[place] ?? 0), 0)
      return { days: most, people: ripe <= today ? people : null, ripeOn: ripe }
    }),
    easterOn: easter >= month.from && easter <= month.until ? easter : null,
    changed: change ? { since: closedOn(month), added: change.added, removed: change.removed } : null,
  }
}
