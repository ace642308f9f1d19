import type { StationChild, StationClass } from './desk.ts'
import { useState } from 'react'
import type { StationFamily } from '#contract/checkin/station.ts'
import type { ApiFailure } from '../../../api/call.ts'

/** What is chosen for each child: whether they come in, and the class. */
export type Tick = { isTicked: boolean; classId: string | null }
type Ticks = Readonly<Record<string, Tick>>

/** In class already: nothing to choose. Who went home may come back. */
export const isToCome = ({ state }: StationChild): boolean => state !== 'checked_in'

const wasHere = ({ state }: StationChild): boolean => state === 'checked_in' || state === 'checked_out'

/**
 * Who is ticked from the start: whoever is registered or came the last time. Of a family that nobody knows anything
 * about, everybody for whom there is a class.
 */
export function firstTicks(children: readonly StationChild[]): Ticks {
  const expected = (child: StationChild): boolean => child.state === 'registered' || child.cameLastTime
  const knowsAny = children.some((child) => expected(child) || wasHere(child))
  return Object.fromEntries(
    children.map((child) => {
      const classId = child.classId ?? child.suggestedClassId
      const isTicked = !wasHere(child) && (knowsAny ? expected(child) : classId !== null)
      return [child.personId, { isTicked, classId }]
    }),
  )
}

/** Those who come in, and who of them has no class yet. */
export function chosenOf(ticks: Ticks): { children: { personId: string; classId: string }[]; without: string[] } {
  const ticked = Object.entries(ticks).filter(([, { isTicked }]) => isTicked)
  return {
    children: ticked.flatMap(([personId, { classId }]) => (classId === null ? [] : [{ personId, classId }])),
    without: ticked.flatMap(([personId, { classId }]) => (classId === null ? [personId] : [])),
  }
}

const fits = (ageMonths: number | null, { ageFrom, ageUntil }: StationClass): boolean =>
  ageMonths === null || ((ageFrom === null || ageMonths >= ageFrom) && (ageUntil === null || ageMonths <= ageUntil))

/** Classes for a child's age, and the others, which the desk may choose too. */
export function classesFor(
  ageMonths: number | null,
  classes: readonly StationClass[],
): { fitting: StationClass[]; others: StationClass[] } {
  const fitting = classes.filter((one) => fits(ageMonths, one))
  return { fitting, others: classes.filter((one) => !fitting.includes(one)) }
}

/** The class with a place for a child who is so many years old; null: none, or several. */
export function classOfYears(years: number | null, classes: readonly StationClass[]): string | null {
  if (years === null) return null
  const { fitting } = classesFor(years * 12, classes)
  const [open, ...others] = fitting.filter(({ placesLeft }) => placesLeft === null || placesLeft > 0)
  return open && others.length === 0 ? open.id : null
}

/** Who of a family comes in and to which class; `problemOf` names what keeps a child out. */
export function useTicks({ children }: StationFamily, failure: ApiFailure | null) {
  const [ticks, setTicks] = useState(() => firstTicks(children))
  const [isAsked, setAsked] = useState(false)
  const chosen = chosenOf(ticks)
  const isFull = (classId: string | null): boolean =>
    failure?.code === 'class_full' && classId !== null && Object.hasOwn(failure.fields, classId)
  return {
    ticks,
    chosen,
    change: (personId: string, tick: Tick) => setTicks({ ...ticks, [personId]: tick }),
    /** Every child who is ticked has a class. */
    isWhole: () => {
      setAsked(true)
      return chosen.without.length === 0 && chosen.children.length > 0
    },
    problemOf: (personId: string): 'class_full' | 'no_class' | undefined => {
      const tick = ticks[personId]
      if (!tick?.isTicked) return undefined
      if (isFull(tick.classId)) return 'class_full'
      return isAsked && tick.classId === null ? 'no_class' : undefined
    },
  }
}
