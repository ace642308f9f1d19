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

type Offered = {
  id: string
  groupId: string | null
  name: string
  ageFrom: number | null
  ageUntil: number | null
  placesLeft: number | null
}
export type LastChoice = { groupId: string | null; name: string }

/** The class that fits and has places: the one of the last time, else the first of the person's age. Null: none does. */
export function suggestClass(
  classes: readonly Offered[],
  { last, ageMonths }: { last: LastChoice | null; ageMonths: number | null },
): string | null {
  const open = classes.filter(({ placesLeft }) => placesLeft === null || placesLeft > 0)
  const again = last && open.find((one) => isSame(one, last))
  if (again) return again.id
  return (ageMonths !== null && open.find((one) => fits(one, ageMonths))?.id) || null
}

const isSame = ({ groupId, name }: Offered, last: LastChoice): boolean =>
  last.groupId === null ? name.toLowerCase() === last.name.toLowerCase() : groupId === last.groupId

/** A class without any age suggests itself to nobody. */
const fits = ({ ageFrom, ageUntil }: Offered, ageMonths: number): boolean =>
  (ageFrom !== null || ageUntil !== null) &&
  (ageFrom === null || ageMonths >= ageFrom) &&
  (ageUntil === null || ageMonths <= ageUntil)
