import { useMemo, useState } from 'react'
import { nothingSelected, rangeOf, tick, tickedIn, ticksAbove, type Selection } from './selection.ts'
import type { Ticks } from './table-shape.ts'

type Held = { value: Selection; onChange: (selection: Selection) => void }

/** Ticking rows, ranges with Shift, and all rows in sight. */
export function useTicks<Row>(rows: readonly Row[], idOf: (row: Row) => string, held: Held | undefined) {
  const [last, setLast] = useState<string | null>(null)
  const ids = useMemo(() => rows.map(idOf), [rows, idOf])
  const isTicked = useMemo(() => tickedIn(held?.value ?? nothingSelected), [held?.value])
  if (!held) return undefined
  const { value, onChange } = held
  const above = ticksAbove(value, ids)
  const ticks: Ticks = {
    isTicked,
    above,
    onTick: (id, withShift) => {
      onChange(tick(value, withShift ? rangeOf(ids, last, id) : [id], !isTicked(id)))
      setLast(id)
    },
    onTickAll: () => {
      if (value.kind === 'matching')
        return onChange(above === 'all' ? nothingSelected : { kind: 'matching', except: [] })
      onChange(tick(value, ids, above !== 'all'))
    },
  }
  return ticks
}
