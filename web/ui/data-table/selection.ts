import { useState } from 'react'

/**
 * Which rows are ticked: one by one, or everything that the list's search and filters find but for those unticked again.
 * `ids` stand in the order in which they were ticked and may be rows that a filter hides now. An act on the server takes
 * both, as `selectionOf` of the contract says.
 */
export type Selection = { kind: 'ids'; ids: readonly string[] } | { kind: 'matching'; except: readonly string[] }

export const nothingSelected: Selection = { kind: 'ids', ids: [] }
export const everythingSelected: Selection = { kind: 'matching', except: [] }

/** As many rows as an act takes one by one: SELECTED_MOST of contract/people/changes.ts. */
export const TICKED_MOST = 1_000

/** More rows than an act takes are ticked one by one, or unticked again. */
export const hasTooMany = (selection: Selection): boolean =>
  (selection.kind === 'ids' ? selection.ids : selection.except).length > TICKED_MOST

/** How many rows are ticked, of a list that finds `total`. */
export const selectedCount = (selection: Selection, total: number): number =>
  selection.kind === 'ids' ? selection.ids.length : Math.max(0, total - selection.except.length)

/** Tells of each row whether it is ticked. */
export function tickedIn(selection: Selection): (id: string) => boolean {
  if (selection.kind === 'ids') {
    const ids = new Set(selection.ids)
    return (id) => ids.has(id)
  }
  const except = new Set(selection.except)
  return (id) => !except.has(id)
}

const joined = (ids: readonly string[], more: readonly string[]) => [...new Set([...ids, ...more])]

function without(ids: readonly string[], gone: readonly string[]) {
  const leaving = new Set(gone)
  return ids.filter((id) => !leaving.has(id))
}

/** Ticks or unticks these rows. When everything that matches is ticked, those unticked become the exceptions. */
export function tick(selection: Selection, rows: readonly string[], isOn: boolean): Selection {
  if (selection.kind === 'ids') {
    return { kind: 'ids', ids: isOn ? joined(selection.ids, rows) : without(selection.ids, rows) }
  }
  return { kind: 'matching', except: isOn ? without(selection.except, rows) : joined(selection.except, rows) }
}

/** The rows from one to the other, both included, whichever stands first; only the second when the first is gone. */
export function rangeOf(rows: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : rows.indexOf(from), rows.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}

type ShownTicks = 'all' | 'some' | 'none'

/** What the box above the rows shows: whether the rows in sight are ticked. */
export function ticksAbove(selection: Selection, rows: readonly string[]): ShownTicks {
  if (selection.kind === 'matching' && selection.except.length > 0) return 'some'
  const isTicked = tickedIn(selection)
  const ticked = rows.filter(isTicked).length
  if (ticked === 0) return 'none'
  return ticked === rows.length ? 'all' : 'some'
}

/**
 * Holds what is ticked. `found` names what the list's search and filters look for: when that changes, "everything that
 * matches" would mean other rows, so it is let go; rows ticked one by one stay ticked.
 */
export function useTableSelection(found: string) {
  const [value, onChange] = useState<Selection>(nothingSelected)
  const [seen, setSeen] = useState(found)
  if (found !== seen) {
    setSeen(found)
    if (value.kind === 'matching') onChange(nothingSelected)
  }
  return { value, onChange }
}
