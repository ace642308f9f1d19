import type { Chance } from './chance.ts'
import type { CrowdPlan, DemoPerson } from './demo-person.ts'
import { familyRoles } from '#contract/people/families.ts'
import type { NamePool } from './names.ts'
import { addDays } from '../../platform/runtime/index.ts'

/** People who live together; roles as in `familyRoles`. */
export type Household = { name: string; address: string | null; members: { person: DemoPerson; role: number }[] }

type Kin = 'father' | 'mother' | 'child' | 'ward' | 'guardian' | 'other'

/** Whoever gets a place in a family is taken from these. */
type Forming = {
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
function formHousehold(forming: Forming, { kin, pool, head }: Shape): Household {
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

/** Real families vary; each shape is met as often as its number says. */
const shapes: readonly { often: number; kin: Kin[] }[] = [
  { often: 17, kin: ['father', 'mother'] },
  { often: 9, kin: ['father', 'mother', 'child'] },
  { often: 6, kin: ['father', 'mother', 'child', 'child'] },
  { often: 2, kin: ['father', 'mother', 'child', 'other'] },
  { often: 4, kin: ['mother', 'child'] },
  { often: 3, kin: ['mother', 'child', 'child'] },
  { often: 2, kin: ['father', 'child'] },
  { often: 2, kin: ['guardian', 'ward'] },
  { often: 4, kin: ['other', 'other'] },
]
const shapesByChance = shapes.flatMap(({ often, kin }) => Array.from({ length: often }, () => kin))

/** Second entries of somebody who is there already, with the same phone. */
const TWINS = 2

type Crowd = { crowd: CrowdPlan; known: DemoPerson[]; strangers: DemoPerson[]; today: string; chance: Chance }
type Formed = {
  households: Household[]
  /** Grown members of no family. */
  singles: DemoPerson[]
  /** Second entries; `makeTwins` says of whom. */
  duplicates: DemoPerson[]
}

/** Makes families of the crowd's members. The last of the crowd get no phone of their own: they are the small children. */
export function formHouseholds({ crowd, known, strangers, today, chance }: Crowd): Formed {
  if (crowd.families === 0) return { households: [], singles: [], duplicates: [] }
  const withoutOwn = strangers.slice(strangers.length - crowd.withoutPhone - crowd.sharingPhone)
  const duplicates = withoutOwn.splice(0, TWINS)
  const grown = strangers.slice(0, -withoutOwn.length - TWINS).filter(({ kind }) => kind === 'member')
  const heads = known.filter(({ groups }) => groups.includes('Fathers'))
  const unique = new Set(known.map(({ firstName, lastName }) => `${firstName} ${lastName}`))
  const forming = { unique, grown, small: withoutOwn, sharing: crowd.sharingPhone - TWINS, today, chance }
  const households = Array.from({ length: crowd.families - heads.length }, () =>
    formHousehold(forming, { kin: chance.pick(shapesByChance), pool: chance.pick(crowd.names) }),
  )
  for (const head of heads) {
    const pool = crowd.names.find(({ families }) => families.includes(head.lastName)) ?? chance.pick(crowd.names)
    households.push(formHousehold(forming, { kin: ['father', 'mother', 'child', 'child'], pool, head }))
  }
  for (const duplicate of duplicates) duplicate.sharesPhoneOf = grown.shift() ?? null
  return { households, singles: grown, duplicates }
}
