import type { ContactBand, GuestFigures } from '#contract/followup/analytics.ts'
import { addDays, daysBetween, type Day } from '../../platform/runtime/index.ts'
import type { Source, Stage } from '../lists/index.ts'
import { partsOf, type Days } from './days.ts'
import type { Group } from './figures-store.ts'
import { bandMinutes } from './guest-store.ts'

const guestsIn = (groups: readonly Group[]): number => groups.reduce((sum, { guests }) => sum + guests, 0)
const returnedIn = (groups: readonly Group[]): number => groups.reduce((sum, { returned }) => sum + returned, 0)
const of = (groups: readonly Group[], property: Group['property']): Group[] =>
  groups.filter((group) => group.property === property)

/** How many there are, how many of them came again, and what was done about them. */
export function totalsOf(groups: readonly Group[], property: 'day' | 'before') {
  const days = of(groups, property)
  return {
    guests: guestsIn(days),
    returned: returnedIn(days),
    activities: days.reduce((sum, { activities }) => sum + activities, 0),
  }
}

/**
 * The value at which so much of the guests is reached: with a half the median, of an even number the lower of both. Null
 * of nobody.
 */
function quantileOf(groups: readonly Group[], share: number): number | null {
  const sorted = groups
    .filter(({ value }) => value !== null && value >= 0)
    .toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0))
  const wanted = Math.ceil(guestsIn(sorted) * share)
  let reached = 0
  return sorted.find(({ guests }) => (reached += guests) >= wanted)?.value ?? null
}

export function inflowOf(
  groups: readonly Group[],
  days: Days,
  { today, compared }: { today: Day; compared: boolean },
): GuestFigures['inflow'] {
  const { by, parts } = partsOf(days, today)
  const inside = (part: Days, property: 'day' | 'before'): number =>
    guestsIn(
      of(groups, property).filter(({ value }) => {
        const day = addDays(days.from, value ?? 0)
        return day >= part.from && day <= part.until
      }),
    )
  return {
    by,
    parts: parts.map((part) => ({
      ...part,
      guests: inside(part, 'day'),
      before: compared ? inside(part, 'before') : null,
    })),
  }
}

/** The open stages of the path that first-timers go, in its order. */
export const pathOf = (stages: readonly Stage[]): Stage[] =>
  stages.filter(({ track, isRetired }) => track === 'first_timer' && !isRetired)

/**
 * The stages from which somebody has come at least as far as this one. Who went another path counts by what their stage
 * means: a member is a member; everybody was there once.
 */
export function furthestFor(stages: readonly Stage[], stage: Stage): number[] {
  const path = pathOf(stages)
  const placeOf = (each: Stage): number => {
    if (each.track === stage.track) return each.position
    const same = path.find(({ meaning }) => meaning !== null && meaning === each.meaning)
    return same?.position ?? path[0]?.position ?? 0
  }
  const isFirst = path[0]?.id === stage.id
  return stages.filter((each) => isFirst || placeOf(each) >= stage.position).map(({ id }) => id)
}

/** How far on the path each stage is, counted from 0. */
export const placesOf = (stages: readonly Stage[]): { id: number; place: number }[] =>
  stages.map(({ id }) => {
    const places = pathOf(stages).map((stage, place) => (furthestFor(stages, stage).includes(id) ? place : 0))
    return { id, place: Math.max(0, ...places) }
  })

export const stagesOf = (groups: readonly Group[], stages: readonly Stage[]): GuestFigures['stages'] =>
  pathOf(stages).map((stage) => {
    const furthest = furthestFor(stages, stage)
    const reached = of(groups, 'told').filter((group) => furthest.includes(group.stage ?? 0))
    return { id: stage.id, name: stage.name, guests: guestsIn(reached) }
  })

const answerOf = (value: number | null): number | null => (value === null || value < 0 ? null : value)

export const interestOf = (groups: readonly Group[]): GuestFigures['interest'] =>
  [...Map.groupBy(of(groups, 'told'), ({ answer }) => answerOf(answer))]
    .map(([answer, list]) => ({ answer, guests: guestsIn(list) }))
    .toSorted((one, other) => (one.answer ?? 9) - (other.answer ?? 9))

/** The most first, in the church's order among equals; not specified last. */
export function sourcesOf(groups: readonly Group[], sources: readonly Source[]): GuestFigures['sources'] {
  const bySource = Map.groupBy(of(groups, 'told'), ({ source }) => answerOf(source))
  const place = (id: number | null): number => sources.findIndex((source) => source.id === id)
  return [...bySource]
    .map(([id, list]) => ({
      id,
      name: sources.find((source) => source.id === id)?.name ?? null,
      guests: guestsIn(list),
      returned: returnedIn(list),
    }))
    .toSorted((one, other) => {
      const last = Number(one.id === null) - Number(other.id === null)
      return last || other.guests - one.guests || place(one.id) - place(other.id)
    })
}

export function secondVisitOf(groups: readonly Group[]): GuestFigures['secondVisit'] {
  const lags = of(groups, 'lag').filter(({ value }) => value !== null)
  return { people: guestsIn(lags), medianDays: quantileOf(lags, 0.5) }
}

export function firstContactOf(groups: readonly Group[]): GuestFigures['firstContact'] {
  const clocks = of(groups, 'contact').filter(({ value }) => value !== null)
  const inBand = (band: ContactBand): number => {
    const [from, until] = bandMinutes[band]
    return guestsIn(clocks.filter(({ value }) => value !== null && value >= from && value <= until))
  }
  const bands = {
    within24: inBand('within24'),
    within36: inBand('within36'),
    within72: inBand('within72'),
    later: inBand('later'),
    waiting: inBand('waiting'),
  }
  return {
    people: guestsIn(clocks),
    bands,
    medianMinutes: quantileOf(clocks, 0.5),
    p90Minutes: quantileOf(clocks, 0.9),
  }
}

/** Activities a guest, one decimal. */
export const averageOf = ({ guests, activities }: { guests: number; activities: number }): number =>
  guests === 0 ? 0 : Math.round((activities / guests) * 10) / 10

/** Percent, one decimal. */
export const rateOf = ({ guests, returned }: { guests: number; returned: number }): number =>
  guests === 0 ? 0 : Math.round((returned / guests) * 1000) / 10

/** How many days a period has. */
export const lengthOf = ({ from, until }: Days): number => daysBetween(from, until) + 1
