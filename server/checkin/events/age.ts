/** Any part may be missing. */
export type BornOn = { birthDay: number | null; birthMonth: number | null; birthYear: number | null }

/** Of whom only the year is known. */
const MIDDLE_OF_THE_YEAR = 7

/** Whole months lived on a calendar day (YYYY-MM-DD), never below 0; null: the year is not known. */
export function ageInMonths({ birthDay, birthMonth, birthYear }: BornOn, onDay: string): number | null {
  if (birthYear === null) return null
  const [year = 0, month = 1, day = 1] = onDay.split('-').map(Number)
  const months = (year - birthYear) * 12 + month - (birthMonth ?? MIDDLE_OF_THE_YEAR)
  return Math.max(0, day < (birthDay ?? 1) ? months - 1 : months)
}
