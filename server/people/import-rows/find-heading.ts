import { isNothing } from './clean-cell.ts'
import { roleOfHeading } from './heading-words.ts'

type IsTelling = (cell: string) => boolean

const TITLE_ROWS = 10
const SAMPLE_ROWS = 200
const SAMPLE_CELLS = 200
const ALONE = new Set(['name', 'fullName', 'firstName', 'lastName', 'phone', 'mobile', 'email'])

/**
 * Index of the row of headings, -1 when there is none: the one with most headings above the first phone or address (titles
 * may stand above it), or, in a language that is not known, a first row of words above columns of other things.
 */
export function findHeading(rows: readonly string[][], isTelling: IsTelling): number {
  const known = knownHeading(rows, isTelling)
  return known >= 0 ? known : strangeHeading(rows, isTelling)
}

function knownHeading(rows: readonly string[][], isTelling: IsTelling): number {
  let best = { index: -1, headings: 0 }
  for (let index = 0, seen = 0; index < rows.length && seen < TITLE_ROWS; index += 1) {
    const cells = (rows[index] ?? []).slice(0, SAMPLE_CELLS)
    if (cells.some(isTelling)) break
    if (cells.some((cell) => cell.trim() !== '')) seen += 1
    const roles = cells.map(roleOfHeading).filter((role) => role !== null)
    const isHeading =
      roles.length > 1 || (cells.filter((cell) => cell.trim()).length === 1 && roles.some((role) => ALONE.has(role)))
    if (isHeading && roles.length > best.headings) best = { index, headings: roles.length }
  }
  return best.index
}

function strangeHeading(rows: readonly string[][], isTelling: IsTelling): number {
  const first = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const heading = rows[first]?.slice(0, SAMPLE_CELLS) ?? []
  const sample = rows.slice(first + 1, first + 1 + SAMPLE_ROWS)
  const areWords = heading.every((cell) => cell.trim() === '' || /^\p{L}[\p{L}\p{M}\s._-]*$/u.test(cell.trim()))
  if (first < 0 || !areWords || sample.length === 0) return -1
  const isOtherwise = heading.some((cell, column) => {
    const cells = sample.map((row) => row[column] ?? '').filter((each) => !isNothing(each))
    const different = cells.filter((each) => isTelling(each) || /^[\d\s./:-]+$/.test(each))
    return cell.trim() !== '' && cells.length > 0 && different.length * 2 > cells.length
  })
  return isOtherwise ? first : -1
}
