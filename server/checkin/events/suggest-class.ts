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
