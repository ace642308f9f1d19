import { familyRoles } from '#contract/people/families.ts'
import type { Chance } from './chance.ts'
import type { DemoPerson } from './demo-person.ts'
import type { NamePool } from './names.ts'
import { addDays } from './visit-days.ts'

/** People who live together; roles as in `familyRoles`. */
export type Household = { name: string; address: string | null; members: { person: DemoPerson; role: number }[] }

export type Kin = 'father' | 'mother' | 'child' | 'ward' | 'guardian' | 'other'

/** Whoever gets a place in a family is taken from these. */
export type Forming = {
  grown: DemoPerson[]
  /** Children who have no phone of their own. */
  small: DemoPerson[]
  /** So many of the small ones, the first, have a parent's phone: one in a family. */
  sharing: number
  /** Full names that no family gives once more: guides and tests find these people by them. */
  unique: ReadonlySet<string>
  today: string
  chance: Chance
}

/** `head`: somebody known, who is the father. */
type Shape = { kin: readonly Kin[]; pool: NamePool; head?: DemoPerson }
type Member = { person: DemoPerson; kin: Kin; isSmall: boolean }

const YEAR_DAYS = 365.25
const isYoung = (kin: Kin): boolean => kin === 'child' || kin === 'ward'

/** Puts a family together: one family name, given names that differ, ages that go together. */
export function formHousehold(forming: Forming, { kin, pool, head }: Shape): Household {
  const { chance, unique } = forming
  const lastName = head?.lastName ?? chance.pick(pool.families)
  const members: Member[] = head ? [memberOf(head, 'father')] : []
  for (const one of kin.slice(members.length))
    members.push(...takeOne(forming, one, head !== undefined || members.some(({ isSmall }) => isSmall)))
  const taken = new Set<string>()
  for (const { person, kin: one } of members) {
    if (person !== head) giveName(person, { kin: one, lastName, pool, taken, unique, chance })
    taken.add(person.firstName)
  }
  giveAges(members, forming)
  shareOne(members, forming)
  const isCouple = kin.includes('father') && kin.includes('mother')
  for (const { person, kin: one } of members) {
    person.isParent = one === 'father' || one === 'mother'
    if (person.isParent) person.maritalStatus = isCouple ? 'married' : chance.pick(['widowed', 'divorced', 'single'])
  }
  return {
    name: `${lastName} family`,
    address: null,
    members: members.map(({ person, kin: one }) => ({ person, role: roleOf(one, person) })),
  }
}

const memberOf = (person: DemoPerson, kin: Kin, isSmall = false): Member => ({ person, kin, isSmall })

/** Nobody, when all have their place. As long as some share a phone a family has one small child, later any number. */
function takeOne(forming: Forming, kin: Kin, hasSmall: boolean): Member[] {
  const mayBeSmall = kin === 'child' && (forming.sharing === 0 || !hasSmall)
  const small = mayBeSmall ? forming.small.shift() : undefined
  if (small) return [memberOf(small, kin, true)]
  const grown = forming.grown.shift()
  return grown ? [memberOf(grown, kin)] : []
}

type Naming = {
  kin: Kin
  lastName: string
  pool: NamePool
  taken: ReadonlySet<string>
  unique: ReadonlySet<string>
  chance: Chance
}

function giveName(person: DemoPerson, { kin, lastName, pool, taken, unique, chance }: Naming): void {
  person.isWoman = kin === 'mother' || (kin !== 'father' && chance.next() < 0.5)
  const names = (person.isWoman ? pool.women : pool.men).filter(
    (name) => !taken.has(name) && !unique.has(`${name} ${lastName}`),
  )
  person.firstName = chance.pick(names)
  // Wards and their guardians seldom have one name.
  person.lastName = kin === 'ward' ? chance.pick(pool.families) : lastName
}

function giveAges(members: Member[], { today, chance }: Forming): void {
  const bornAgo = (years: number): string => addDays(today, -Math.ceil((years + chance.next()) * YEAR_DAYS))
  const young = members.filter(({ kin }) => isYoung(kin))
  const ages = young.map(({ isSmall }) => (isSmall ? 1 + chance.below(10) : 13 + chance.below(11)))
  for (const [index, { person }] of young.entries()) person.bornOn = bornAgo(ages[index] ?? 0)
  const parents = Math.max(2, ...ages) + 22
  for (const { person, kin } of members) {
    if (isYoung(kin)) continue
    person.bornOn = bornAgo(kin === 'other' && ages.length > 0 ? 60 + chance.below(18) : parents + chance.below(12))
  }
}

function shareOne(members: Member[], forming: Forming): void {
  const child = members.find(({ isSmall }) => isSmall)?.person
  const parent = members.find(({ kin }) => kin === 'mother') ?? members[0]
  if (forming.sharing === 0 || !child || !parent) return
  child.sharesPhoneOf = parent.person
  forming.sharing -= 1
}

function roleOf(kin: Kin, { isWoman }: DemoPerson): number {
  if (kin === 'child') return isWoman ? familyRoles.daughter : familyRoles.son
  return familyRoles[kin]
}
