import { unguarded } from '#server/platform/guard.ts'

/** More than any field may hold, so that a row with too much of a value can still say so. */
const CELL_MAX_LENGTH = 1_000
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g
/** What stands for the rest of a text that is too long. */
const CUT = '\u2026\u2063'

/** The text of a cell, and whether the end of it was left out. */
export const openCell = (cell: string): { text: string; isCut: boolean } =>
  cell.endsWith(CUT) ? { text: cell.slice(0, -CUT.length), isCut: true } : { text: cell, isCut: false }

/** What stands for a text that could not be read. */
export const UNREADABLE = '\ufffd'

/**
 * A cell as it is kept: what the database or a screen cannot hold is gone, and what we once wrote before a formula. One
 * that held nothing else is UNREADABLE, so that it is noticed; one that is too long ends in a sign for `openCell`.
 */
export function cleanCell(text: string): string {
  const trimmed = text.trim()
  const whole = trimmed.slice(0, 2 * CELL_MAX_LENGTH).toWellFormed()
  const clean = unguarded(whole.replace(CONTROLS, '').replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim())
  if (clean === '' && whole.trim() !== '') return UNREADABLE
  if (clean.length <= CELL_MAX_LENGTH && trimmed.length <= 2 * CELL_MAX_LENGTH) return clean
  const letters = Array.from(clean)
  const isCut = letters.length > CELL_MAX_LENGTH || trimmed.length > 2 * CELL_MAX_LENGTH
  return isCut ? `${letters.slice(0, CELL_MAX_LENGTH).join('')}${CUT}` : clean
}

/** Signs by which people say that there is nothing. */
const NOTHING = /^(?:[-–—._*?/\\#\s]*|n\s*[/.]\s*a\.?|nil|none|null|aucune?|n[ée]ant|nenhum|ningun[oa]|hakuna)$/i

export const isNothing = (cell: string): boolean => NOTHING.test(cell)
