import { useState } from 'react'
import type { StationFamily } from '#contract/checkin/station.ts'
import type { ApiFailure } from '../../../api/call.ts'
import { chosenOf, firstTicks, type Tick } from './ticks.ts'

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
