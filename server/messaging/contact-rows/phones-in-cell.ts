import type { RejectedReason } from '#contract/messaging/contact-files.ts'
import { normalisePhone } from '#server/platform/phones/index.ts'

export type PhonesInCell = { phones: string[]; rejected: { value: string; reason: RejectedReason }[] }

/** Longer cells are essays: nobody has that many numbers. */
const LONGEST_CELL = 1_000
const BETWEEN_NUMBERS = /[,;|/&\n\t،؛、，；]+|:::|(?<!\s)\s+(?:or|and|ou|et)\s+/i

/** The numbers of one cell. Mostly it is one; several are taken apart only when that gives valid numbers. */
export function phonesInCell(cell: string, isoCode: string): PhonesInCell {
  const whole = normalisePhone(cell, isoCode)
  if (whole.ok) return { phones: [whole.e164], rejected: [] }
  const refused: PhonesInCell = { phones: [], rejected: [{ value: cell, reason: whole.reason }] }
  if (cell.length > LONGEST_CELL || cell.length < 12) return refused
  return several(cell.split(BETWEEN_NUMBERS), isoCode) ?? allOf(cell.trim().split(/\s+/), isoCode) ?? refused
}

/** Whether a cell holds one or several numbers and nothing else. */
export function isPhoneCell(cell: string, isoCode: string): boolean {
  const { phones, rejected } = phonesInCell(cell, isoCode)
  return phones.length > 0 && rejected.length === 0
}

function several(parts: string[], isoCode: string): PhonesInCell | null {
  if (parts.length < 2) return null
  const read = parts.map((value) => ({ value, ...normalisePhone(value, isoCode) }))
  const phones = read.flatMap((part) => (part.ok ? [part.e164] : []))
  const rejected = read.flatMap((part) =>
    part.ok || part.reason === 'empty' ? [] : [{ value: part.value, reason: part.reason }],
  )
  return phones.length > 0 ? { phones, rejected } : null
}

/** Spaces also stand inside numbers, so that every part must be a number by itself. */
function allOf(parts: string[], isoCode: string): PhonesInCell | null {
  const found = several(parts, isoCode)
  return found && found.rejected.length === 0 ? found : null
}
