import type { Registrable } from '#contract/checkin/registration.ts'
import { isFixed } from './choices.ts'
import type { Translate } from '../../../languages/index.ts'
import { roleName } from '../persons/roles.ts'

const CHILDREN: readonly number[] = [3, 4, 5]
const isChild = ({ role }: Registrable): boolean => CHILDREN.includes(role)
const MONTHS = 12
/** A child for whom no class can be suggested, as nobody knows how old it is. */
export const isAgeless = (person: Registrable): boolean =>
  isChild(person) && person.ageMonths === null && !isFixed(person)
/** Below two years the months are said, as parents do. */
const IN_MONTHS_UNTIL = 24

/** "Daughter, 8 years"; nobody says how old the parents are. */
export function personWords(t: Translate, person: Registrable): string {
  const { role, ageMonths } = person
  const name = t(roleName(role))
  if (ageMonths === null || !isChild(person)) return name
  return ageMonths < IN_MONTHS_UNTIL
    ? t('portal.register.months', { role: name, count: ageMonths })
    : t('portal.register.years', { role: name, count: Math.floor(ageMonths / MONTHS) })
}

/** Children first: they are whom a family registers most. */
export const childrenFirst = (people: readonly Registrable[]): Registrable[] => [
  ...people.filter(isChild),
  ...people.filter((person) => !isChild(person)),
]
