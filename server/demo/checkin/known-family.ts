import { familyRoles } from '#contract/people/families.ts'
import { isSmall, type DemoPerson } from '../crowd/demo-person.ts'
import type { Household } from '../crowd/households.ts'
import type { DemoCrowd } from '../crowd/make-crowd.ts'
import { addDays } from '../../platform/runtime/index.ts'

/** The family that guides and tests sign in as: by its father's phone. */
export const GUARDIAN = { email: 'family@grace.example', phone: '+2348031234567' } as const

export type KnownFamily = {
  household: Household
  father: DemoPerson
  /** Peanut allergy; asthma; may not leave with `barred`. */
  children: readonly [peanuts: DemoPerson, asthma: DemoPerson, guarded: DemoPerson]
  aunt: DemoPerson
  barred: DemoPerson
}

const FAMILY_NAME = 'Ọlátúnjí'
const kids = [
  { firstName: 'Tèmítọ́pẹ́', isWoman: true, daysOld: 8 * 366 + 40 },
  { firstName: 'Ayọ̀mídé', isWoman: false, daysOld: 4 * 366 + 90 },
  { firstName: 'Oluwaṣẹ́gun', isWoman: false, daysOld: 6 * 366 + 150 },
] as const

/** Gives the known father three small children, taken from the crowd, and the two adults whom his grants are about. */
export function knowFamily({ people, households }: DemoCrowd, today: string): KnownFamily {
  const household = households.find(({ members }) => members.some(({ person }) => person.phone === GUARDIAN.phone))
  const father = people.find(({ phone }) => phone === GUARDIAN.phone)
  const [first, second, third] = takeChildren(households, household, today)
  const [aunt, barred] = takeAdults(people, households)
  if (!household || !father || !first || !second || !third || !aunt || !barred)
    throw new Error('The known family of the demo is not there')
  const children = [first, second, third] as const
  household.members = household.members.filter(({ role }) => role === familyRoles.father || role === familyRoles.mother)
  for (const [index, child] of children.entries()) {
    const kid = kids[index]
    if (!kid) continue
    rename(child, { ...kid, lastName: FAMILY_NAME })
    giveBirth(child, addDays(today, -kid.daysOld))
    household.members.push({ person: child, role: kid.isWoman ? familyRoles.daughter : familyRoles.son })
  }
  rename(aunt, { firstName: 'Fọláṣadé', lastName: FAMILY_NAME, isWoman: true })
  rename(barred, { firstName: 'Kúnlé', lastName: 'Ṣódípọ̀', isWoman: false })
  for (const person of [aunt, barred]) household.members.push({ person, role: familyRoles.guardian })
  return { household, father, children, aunt, barred }
}

/** Small ones without a phone, out of their families. */
function takeChildren(households: Household[], own: Household | undefined, today: string): DemoPerson[] {
  const taken: DemoPerson[] = []
  for (const household of own ? [own, ...households] : []) {
    const child = household.members.find(
      ({ person }) => isSmall(person, today) && person.phone === null && !person.sharesPhoneOf && person.email === null,
    )
    if (!child || taken.length === kids.length) continue
    household.members = household.members.filter((member) => member !== child)
    taken.push(child.person)
  }
  return taken
}

/** Members of no family and no group whose phone is theirs alone. */
function takeAdults(people: DemoPerson[], households: Household[]): DemoPerson[] {
  const housed = new Set(households.flatMap(({ members }) => members.map(({ person }) => person)))
  const owners = Map.groupBy(people, ({ phone }) => phone)
  const alone = people.filter(
    (person) =>
      person.kind === 'member' &&
      person.phone !== null &&
      owners.get(person.phone)?.length === 1 &&
      person.email === null &&
      person.groups.length === 0 &&
      !housed.has(person),
  )
  return alone.slice(0, 2)
}

type Name = Pick<DemoPerson, 'firstName' | 'lastName' | 'isWoman'>

function rename(person: DemoPerson, { firstName, lastName, isWoman }: Name): void {
  Object.assign(person, { firstName, lastName, isWoman, gender: isWoman ? 'female' : 'male' })
}

function giveBirth(person: DemoPerson, bornOn: string): void {
  const [birthYear, birthMonth, birthDay] = bornOn.split('-').map(Number)
  Object.assign(person, { bornOn, birthYear, birthMonth, birthDay, joinedOn: addDays(bornOn, 365) })
}
