import type { ImportFile } from '#contract/people/imports.ts'
import type { ImportState } from './words.ts'

const OFTEN_MS = 1_000
const SELDOM_MS = 4_000
/** More rows than these take minutes: there is no need to ask every second. */
const MANY_ROWS = 20_000

const moving: ReadonlySet<ImportState> = new Set(['checking', 'applying', 'undoing'])

/** Somebody is at work on it in the background. */
export const isMoving = (state: ImportState): boolean => moving.has(state)

/** Milliseconds until an import should be looked at again; false when nothing happens with it by itself. */
export function paceOf({ state, rows }: Pick<ImportFile, 'state' | 'rows'>): number | false {
  if (!isMoving(state)) return false
  return rows > MANY_ROWS ? SELDOM_MS : OFTEN_MS
}
